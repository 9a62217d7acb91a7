\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- row_number, rank and dense_rank.
--
CREATE TABLE t (id int, g int, k int);
INSERT INTO t VALUES (1, 1, 10), (2, 1, 10), (3, 1, 20), (4, 1, NULL),
	(5, 1, NULL), (6, 2, 5), (7, 2, 5), (8, 2, 5), (9, 3, NULL),
	(10, NULL, 1), (11, NULL, 1), (12, NULL, 2);
ANALYZE t;

-- the answers, to be read
EXPLAIN (COSTS OFF)
SELECT id, g, k, row_number() OVER (PARTITION BY g ORDER BY k, id) AS rn
FROM t;
SELECT id, g, k, row_number() OVER (PARTITION BY g ORDER BY k, id) AS rn
FROM t;
SELECT g, k, rank() OVER w, dense_rank() OVER w
FROM t WINDOW w AS (PARTITION BY g ORDER BY k);
SELECT k, rank() OVER (ORDER BY k DESC NULLS LAST),
	dense_rank() OVER (ORDER BY k DESC NULLS LAST)
FROM t;

-- and compared with core
SELECT plan_and_rows($$
SELECT g, k, rank() OVER w, dense_rank() OVER w
FROM t WINDOW w AS (PARTITION BY g ORDER BY k) $$);
SELECT plan_and_rows($$
SELECT id, row_number() OVER (ORDER BY k DESC NULLS LAST, id) FROM t $$);
SELECT plan_and_rows($$
SELECT id, row_number() OVER w, rank() OVER w, dense_rank() OVER w,
	lag(id) OVER w, lead(id) OVER w
FROM t WINDOW w AS (PARTITION BY g ORDER BY k NULLS FIRST, id DESC) $$);

-- without ORDER BY all rows of a partition are peers
SELECT plan_and_rows($$
SELECT g, rank() OVER w, dense_rank() OVER w
FROM t WINDOW w AS (PARTITION BY g) $$);
SELECT plan_and_rows($$ SELECT id, row_number() OVER () FROM t $$);
SELECT plan_and_rows($$ SELECT rank() OVER (), dense_rank() OVER () FROM t $$);

-- a constant as key, the partition's key as key, the same key twice
SELECT same($$
SELECT id, row_number() OVER (PARTITION BY 1 ORDER BY 'x'::text, id) FROM t $$);
SELECT same($$
SELECT g, rank() OVER (PARTITION BY g ORDER BY g) FROM t $$);
SELECT same($$
SELECT g, k, rank() OVER (PARTITION BY g, g ORDER BY k, k) FROM t $$);
SELECT same($$
SELECT g, k, row_number() OVER (PARTITION BY g ORDER BY k, id) FROM t
WHERE g = 1 $$);

-- frames without offsets don't matter
SELECT same($$
SELECT g, k, rank() OVER (PARTITION BY g ORDER BY k
	ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM t $$);
SELECT same($$
SELECT g, k, dense_rank() OVER (PARTITION BY g ORDER BY k
	RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING EXCLUDE TIES) FROM t $$);

-- the same function again, in expressions, unused, and a column twice
SELECT plan_and_rows($$
SELECT rank() OVER w, rank() OVER w, rank() OVER w + 1, k, k, -id, NULL::text
FROM t WINDOW w AS (PARTITION BY g ORDER BY k, id) $$);
SELECT same($$
SELECT count(*) FROM (SELECT row_number() OVER (ORDER BY id) FROM t) s $$);
SELECT same($$
SELECT id, k FROM t ORDER BY row_number() OVER (ORDER BY k DESC, id) $$);
SELECT same($$
SELECT DISTINCT rank() OVER (ORDER BY k) * 2 AS r FROM t ORDER BY r $$);

-- functions of a select list that is used in part
SELECT same($$
SELECT r FROM (SELECT id, k, row_number() OVER w AS r, lag(k) OVER w AS p
	FROM t WINDOW w AS (ORDER BY id)) s $$);
SELECT same($$
SELECT p FROM (SELECT id, k, row_number() OVER w AS r, lag(k) OVER w AS p
	FROM t WINDOW w AS (ORDER BY id)) s ORDER BY 1 $$);

-- no rows and one row
SELECT plan_and_rows($$
SELECT id, row_number() OVER w, rank() OVER w, dense_rank() OVER w,
	lag(id) OVER w, lead(id) OVER w
FROM t WHERE id > 100 WINDOW w AS (PARTITION BY g ORDER BY id) $$);
SELECT id, row_number() OVER w, rank() OVER w, dense_rank() OVER w,
	lag(id) OVER w, lead(id) OVER w
FROM t WHERE id = 7 WINDOW w AS (PARTITION BY g ORDER BY id);
SELECT same($$
SELECT id, row_number() OVER w, rank() OVER w, dense_rank() OVER w,
	lag(id) OVER w, lead(id) OVER w
FROM t WHERE id = 7 WINDOW w AS (PARTITION BY g ORDER BY id) $$);
SELECT same($$
SELECT row_number() OVER (), rank() OVER (), lag(1, 1, 2) OVER (),
	lead(1, 1, 2) OVER () $$);

-- core would have spilled
SET work_mem = '64kB';
SELECT same($$
SELECT i, row_number() OVER w, rank() OVER w, dense_rank() OVER w
FROM (SELECT i, i / 3 AS k, i % 7 AS g FROM generate_series(1, 20000) i) s
WINDOW w AS (PARTITION BY g ORDER BY k, i) $$);
RESET work_mem;

-- FILTER and DISTINCT: core's errors
SELECT same($$ SELECT row_number() FILTER (WHERE true) OVER () FROM t $$);
SELECT same($$ SELECT rank(DISTINCT k) OVER () FROM t $$);
SELECT same($$ SELECT id FROM t WHERE row_number() OVER () = 1 $$);
