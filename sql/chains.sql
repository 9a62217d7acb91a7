\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- Several windows in one query: with and without sorts between them, streamed
-- or not.
--
CREATE TABLE t (id int PRIMARY KEY, g int, k int, s text);
INSERT INTO t SELECT i, i % 5, nullif(i * 7 % 11, 3), 's' || i % 4 FROM generate_series(1, 60) i;
CREATE INDEX ON t (g, k, id);
ANALYZE t;

-- one sort for all
SELECT plan_and_rows($$
SELECT id, row_number() OVER (PARTITION BY g ORDER BY k, id), rank() OVER (PARTITION BY g ORDER BY k),
	lag(id) OVER (PARTITION BY g, k ORDER BY id), lead(s) OVER (ORDER BY g, k, id)
FROM t $$);
-- a sort each
SELECT plan_and_rows($$
SELECT id, row_number() OVER (ORDER BY k, id), lead(s) OVER (ORDER BY s, id DESC), lag(g, 2, -1) OVER (PARTITION BY s ORDER BY g, id)
FROM t ORDER BY id $$);
-- incremental sorts
SELECT plan_and_rows($$
SELECT id, row_number() OVER (PARTITION BY g ORDER BY k, id), rank() OVER (PARTITION BY g ORDER BY id DESC), dense_rank() OVER (PARTITION BY g ORDER BY s)
FROM t $$);
-- streamed above, below and between what isn't
SELECT plan_and_rows($$
SELECT id, row_number() OVER (ORDER BY g, k, id), cume_dist() OVER (PARTITION BY g ORDER BY k, id), ntile(4) OVER (PARTITION BY g)
FROM t $$);
SELECT plan_and_rows($$
SELECT id, percent_rank() OVER (ORDER BY g, k, id), lead(k, 1, id) OVER (PARTITION BY g ORDER BY k, id),
	avg(id) OVER (PARTITION BY g ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)
FROM t $$);
SELECT plan_and_rows($$
SELECT id, first_value(id) OVER w, lag(id) OVER v, count(*) OVER (), last_value(s) OVER (PARTITION BY s ORDER BY id)
FROM t WINDOW w AS (PARTITION BY g ORDER BY k, id), v AS (ORDER BY id DESC) ORDER BY id $$);
-- one window with both kinds stays with core as a whole
SELECT plan_and_rows($$
SELECT id, row_number() OVER w, ntile(2) OVER w FROM t WINDOW w AS (PARTITION BY g ORDER BY k, id) $$);
-- a window that refers to another; names that are taken; quoted names
SELECT plan_and_rows($$
SELECT id, rank() OVER (w ORDER BY k, id), row_number() OVER (w ORDER BY id), lag(id) OVER "The Window"
FROM t WINDOW w AS (PARTITION BY g), "The Window" AS (w ORDER BY s, id) $$);
SELECT plan_and_rows($$
SELECT id, rank() OVER w1, row_number() OVER (ORDER BY id), lag(id) OVER w2, lead(id) OVER (ORDER BY s, id)
FROM t WINDOW w1 AS (ORDER BY k, id), w2 AS (PARTITION BY g ORDER BY id) $$);
-- an unused window
SELECT plan_and_rows($$
SELECT id, rank() OVER w FROM t WINDOW w AS (ORDER BY k), unused AS (ORDER BY s, 1 / (id - id)) $$);
-- one function in several windows, with wide values held back by several nodes
SELECT same($$
SELECT id, lead(b, 2) OVER (ORDER BY id), lead(b, 3) OVER (ORDER BY k, id), lag(b) OVER (PARTITION BY g ORDER BY id DESC), length(b)
FROM (SELECT id, g, k, repeat(s, 300) AS b FROM t) x $$);
-- each node with conditions and all of EXPLAIN's columns above them
SELECT same($$
SELECT * FROM (SELECT t.*, row_number() OVER (ORDER BY id) AS a, rank() OVER (PARTITION BY g ORDER BY k) AS b,
	dense_rank() OVER (ORDER BY s) AS c, count(*) OVER (PARTITION BY s) AS d FROM t) x
WHERE a <= 30 AND b <= 4 AND c < 4 AND d > 3 $$);
-- windows over windows
SELECT plan_and_rows($$
SELECT id, lag(r) OVER (ORDER BY r, id), lead(r) OVER (PARTITION BY n ORDER BY id)
FROM (SELECT id, rank() OVER (PARTITION BY g ORDER BY k) AS r, ntile(3) OVER (ORDER BY id) AS n FROM t) x $$);
-- a result of one as argument and key of the next
SELECT same($$
SELECT id, lag(r + 1, 1, r) OVER (PARTITION BY d ORDER BY r DESC, id)
FROM (SELECT id, rank() OVER (ORDER BY k) AS r, dense_rank() OVER (ORDER BY s) AS d FROM t OFFSET 0) x $$);
