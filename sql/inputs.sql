\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- What the scan may stand on, and what may stand on it.
--
CREATE TABLE t (id int PRIMARY KEY, g int, k int, s text);
INSERT INTO t SELECT i, i % 5, nullif(i * 7 % 11, 3), 's' || i % 4 FROM generate_series(1, 60) i;
CREATE INDEX t_g_k_id ON t (g, k, id);
CREATE INDEX t_k ON t (k);
CREATE TABLE u (id int PRIMARY KEY, s text);
INSERT INTO u SELECT id, 'u' || s FROM t;
VACUUM ANALYZE u;
VACUUM ANALYZE t;

-- index scans, forward and backward, whole and in part
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SET enable_sort = off;
SELECT plan_and_rows($$ SELECT id, row_number() OVER (ORDER BY id) FROM t $$);
SELECT plan_and_rows($$ SELECT id, row_number() OVER (ORDER BY id DESC) FROM t $$);
SELECT plan_and_rows($$ SELECT g, lag(k) OVER (PARTITION BY g ORDER BY k, id), lead(id) OVER (PARTITION BY g ORDER BY k, id) FROM t $$);
SELECT plan_and_rows($$ SELECT s, lead(s) OVER (PARTITION BY g ORDER BY k, id) FROM t WHERE g IN (1, 3) AND g < 3 $$);
SELECT plan_and_rows($$ SELECT k, rank() OVER (ORDER BY k), lead(s, 2) OVER (ORDER BY k) FROM t $$);
RESET enable_seqscan;
RESET enable_sort;
RESET enable_bitmapscan;
-- sorts
SET enable_indexscan = off;
SET enable_indexonlyscan = off;
SELECT plan_and_rows($$ SELECT id, row_number() OVER (ORDER BY s, id) FROM t $$);
RESET enable_indexscan;
RESET enable_indexonlyscan;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT plan_and_rows($$ SELECT g, id, lag(s) OVER (PARTITION BY g ORDER BY k, s, id) FROM t $$);
RESET enable_seqscan;
RESET enable_bitmapscan;

-- a subquery, a CTE, VALUES, functions, rows from nowhere
SELECT plan_and_rows($$ SELECT x, lag(y) OVER (ORDER BY y, x) FROM (SELECT id AS x, s AS y FROM t ORDER BY s, id LIMIT 20) q $$);
SELECT plan_and_rows($$ WITH q AS MATERIALIZED (SELECT * FROM t) SELECT id, lag(s) OVER (ORDER BY k DESC, id), rank() OVER (ORDER BY k DESC, id) FROM q WHERE id > 7 $$);
SELECT same($$ WITH q AS MATERIALIZED (SELECT * FROM t) SELECT a.id, rank() OVER (ORDER BY a.k, b.id), lead(b.s) OVER (ORDER BY a.k, b.id) FROM q a, q b WHERE a.id = b.g $$);
SELECT plan_and_rows($$ SELECT column1, lead(column2) OVER (ORDER BY column1) FROM (VALUES (1, 'a'), (3, 'c'), (2, NULL)) v $$);
SELECT plan_and_rows($$ SELECT i, lag(i) OVER (ORDER BY i DESC) FROM generate_series(1, 10) i $$);
SELECT same($$ SELECT *, lag(b) OVER (ORDER BY a), lead(n, 2) OVER (ORDER BY n) FROM unnest('{3,1,2}'::int[], '{x,y}'::text[]) WITH ORDINALITY u (a, b, n) $$);
SELECT same($$ SELECT a, rank() OVER (ORDER BY b), lag(b) OVER (ORDER BY b) FROM json_to_recordset('[{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]') AS j (a int, b text) $$);
SELECT plan_and_rows($$ SELECT row_number() OVER (), lag('x'::text, 1, 'y') OVER () $$);
SELECT plan_and_rows($$ SELECT row_number() OVER () WHERE false $$);

-- joins
SET enable_hashjoin = off;
SET enable_nestloop = off;
SELECT plan_and_rows($$ SELECT a.id, lag(b.s) OVER (ORDER BY a.id), lead(a.s, 3) OVER (ORDER BY a.id) FROM t a JOIN u b ON a.id = b.id $$);
SELECT same($$ SELECT a.id, b.id, lag(b.s) OVER (ORDER BY a.id, b.id), rank() OVER (PARTITION BY b.g ORDER BY a.id) FROM t a FULL JOIN (SELECT id + 30 AS id, s, g FROM t) b ON a.id = b.id $$);
RESET enable_hashjoin;
SET enable_mergejoin = off;
SELECT same($$ SELECT a.id, b.id, lag(b.s) OVER (ORDER BY a.id, b.id), dense_rank() OVER (ORDER BY b.g) FROM t a LEFT JOIN t b ON a.id = b.k $$);
RESET enable_nestloop;
RESET enable_mergejoin;
SELECT same($$ SELECT a.id, a, b, lag(b) OVER (ORDER BY a.id, b.id), row_number() OVER (PARTITION BY b.g ORDER BY a.id, b.id) FROM t a LEFT JOIN t b ON a.id = b.k $$);

-- appended inputs
CREATE TABLE p (id int, g int, s text, gone int, PRIMARY KEY (id)) PARTITION BY RANGE (id);
CREATE TABLE p1 PARTITION OF p FOR VALUES FROM (0) TO (20);
CREATE TABLE p2 (s text, gone int, id int NOT NULL, g int);
ALTER TABLE p ATTACH PARTITION p2 FOR VALUES FROM (20) TO (100);
INSERT INTO p SELECT id, g, s, 1 FROM t;
ALTER TABLE p DROP gone;
ANALYZE p;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT plan_and_rows($$ SELECT id, lead(s, 2) OVER (ORDER BY id) FROM p $$);
SELECT plan_and_rows($$ SELECT id, row_number() OVER (ORDER BY id), lag(p) OVER (ORDER BY id) FROM (SELECT id, s AS p FROM t UNION ALL SELECT id, s FROM p) u $$);
SELECT same($$ SELECT p, lag(p) OVER (ORDER BY id), lead(tableoid::regclass) OVER (ORDER BY id) FROM p $$);
RESET enable_seqscan;
RESET enable_bitmapscan;
SELECT same($$ SELECT x, rank() OVER (ORDER BY x), lead(x) OVER (ORDER BY x) FROM (SELECT k FROM t UNION ALL SELECT g FROM p UNION ALL VALUES (NULL), (7)) u (x) $$);
SELECT same($$ SELECT x, row_number() OVER (ORDER BY x), lead(x) OVER (ORDER BY x) FROM (SELECT k FROM t EXCEPT SELECT g FROM p) u (x) $$);

-- grouping
SELECT plan_and_rows($$ SELECT g, sum(k), rank() OVER (ORDER BY sum(k) DESC, g), lag(count(*)) OVER (ORDER BY sum(k) DESC, g) FROM t GROUP BY g $$);
SELECT same($$ SELECT g, s, sum(k), row_number() OVER (ORDER BY g, s), rank() OVER (PARTITION BY grouping(g, s) ORDER BY sum(k)), lag(sum(k), 1, 0) OVER (ORDER BY g, s) FROM t GROUP BY GROUPING SETS ((g, s), (g), ()) $$);
SELECT same($$ SELECT g, s, max(k), lead(g, 1, -1) OVER (ORDER BY g, s) FROM t GROUP BY CUBE (g, s) HAVING max(k) > 2 $$);
SELECT same($$ SELECT count(*), row_number() OVER (), lag(max(id)) OVER () FROM t WHERE false $$);
SELECT same($$ SELECT DISTINCT g, dense_rank() OVER (ORDER BY g) FROM t ORDER BY g $$);
SELECT same($$ SELECT DISTINCT ON (g) g, id, row_number() OVER (ORDER BY g, id DESC) FROM t ORDER BY g, id DESC $$);

-- functions that return sets
SELECT plan_and_rows($$ SELECT id, generate_series(1, id % 3), row_number() OVER (ORDER BY id) FROM t $$);
SELECT same($$ SELECT id, unnest(ARRAY[id, lag(id) OVER (ORDER BY id), rank() OVER (ORDER BY g)]) FROM t $$);
SELECT same($$ SELECT x, lag(x) OVER (ORDER BY x), id FROM (SELECT id, generate_series(1, id % 3) AS x FROM t) q ORDER BY id, x $$);

-- above: aggregates, sorts, joins, sets, windows in expressions
SELECT plan_and_rows($$ SELECT g, count(*), max(d) FROM (SELECT g, id - lag(id) OVER (PARTITION BY g ORDER BY k, id) AS d FROM t) q GROUP BY g ORDER BY g $$);
SELECT plan_and_rows($$ SELECT a.id, a.n, b.id FROM (SELECT id, lead(id) OVER (ORDER BY id) AS n FROM t) a JOIN (SELECT id, row_number() OVER (ORDER BY id DESC) AS r FROM t) b ON a.n = b.r ORDER BY 1, 2, 3 $$);
SELECT same($$ SELECT id, CASE WHEN rank() OVER (ORDER BY g) > 20 THEN lag(s) OVER (ORDER BY id) ELSE lead(s, 2, '') OVER (ORDER BY id) END || row_number() OVER () FROM t $$);
SELECT same($$ SELECT id FROM t ORDER BY lag(k) OVER (ORDER BY id) DESC NULLS LAST, rank() OVER (ORDER BY g), id $$);
SELECT same($$ SELECT id, lag(s) OVER (ORDER BY id) FROM t UNION ALL SELECT id, lead(s) OVER (ORDER BY id DESC) FROM t UNION SELECT row_number() OVER (), s FROM t $$);
SELECT same($$ SELECT t FROM t WHERE id IN (SELECT lead(id) OVER (ORDER BY k, id) FROM t) AND NOT EXISTS (SELECT FROM (SELECT id, row_number() OVER (PARTITION BY g ORDER BY id) AS r FROM t) q WHERE r = 1 AND q.id = t.id) $$);
SELECT same($$ SELECT (SELECT lag(t.id, 1, t.g) OVER ()), (SELECT max(r) FROM (SELECT row_number() OVER (ORDER BY x.id) AS r FROM t x WHERE x.g = t.g) q) FROM t $$);

-- written to tables
CREATE TABLE written AS SELECT id, lag(s) OVER w AS prev, lead(s) OVER w AS next, row_number() OVER w AS rn FROM t WINDOW w AS (PARTITION BY g ORDER BY id);
SELECT count(*), count(prev), count(next), sum(rn) FROM written;
INSERT INTO written SELECT id, lag(s) OVER w, NULL, rank() OVER w FROM t WHERE id > 57 WINDOW w AS (ORDER BY k) RETURNING rn > 0, id;
UPDATE written w SET rn = q.rn FROM (SELECT id, row_number() OVER (ORDER BY id DESC) AS rn FROM t) q WHERE q.id = w.id AND q.rn <= 2 RETURNING w.id, w.rn;
DELETE FROM written WHERE id IN (SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY g ORDER BY id) AS r FROM t) q WHERE r > 1);
SELECT count(*) FROM written;
SELECT same($$ WITH RECURSIVE r (n, id) AS (SELECT 1, 1 UNION ALL SELECT n + 1, (SELECT l FROM (SELECT id, lead(id, 3) OVER (ORDER BY id) AS l FROM t) q WHERE q.id = r.id) FROM r WHERE n < 10) SELECT * FROM r $$);
SELECT id, row_number() OVER () FROM t FOR UPDATE;
CREATE MATERIALIZED VIEW kept AS SELECT id, rank() OVER (ORDER BY g) AS r FROM t;
REFRESH MATERIALIZED VIEW kept;
SELECT count(*), max(r) FROM kept;
COPY (SELECT id, lag(s, 2, 'none') OVER (ORDER BY id) FROM t WHERE id < 5) TO STDOUT;
