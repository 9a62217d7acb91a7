\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- Null treatment, which PostgreSQL 19 brings: IGNORE NULLS stays with core.
--
CREATE TABLE t (id int PRIMARY KEY, g int, k int);
INSERT INTO t SELECT i, i % 2, CASE WHEN i % 3 > 0 THEN i END FROM generate_series(1, 12) i;
ANALYZE t;
SELECT q, same(q), (SELECT string_agg(trim(l), ' ') FROM plan_of(q) l WHERE l ~ 'WindowAgg|SortedWindow') AS plan
FROM unnest(ARRAY[
	'SELECT id, lag(k) IGNORE NULLS OVER (ORDER BY id) FROM t',
	'SELECT id, lead(k, 2, -1) IGNORE NULLS OVER (PARTITION BY g ORDER BY id) FROM t',
	'SELECT id, lag(k) RESPECT NULLS OVER (ORDER BY id) FROM t',
	'SELECT id, lead(k, 2, -1) RESPECT NULLS OVER (PARTITION BY g ORDER BY id) FROM t',
	'SELECT id, lag(k) IGNORE NULLS OVER w, lag(k) OVER w, row_number() OVER w FROM t WINDOW w AS (ORDER BY id)',
	'SELECT id, lag(k) IGNORE NULLS OVER (ORDER BY id), lag(k) OVER (ORDER BY id DESC) FROM t',
	'SELECT id, first_value(k) IGNORE NULLS OVER (ORDER BY id) FROM t']) q;
SELECT "window", functions, streams, reason FROM sorted_window.why_not('SELECT lag(k) IGNORE NULLS OVER (ORDER BY id) FROM t');
SELECT streams, reason FROM sorted_window.why_not('SELECT lag(k) RESPECT NULLS OVER (ORDER BY id) FROM t');
SELECT same('SELECT row_number() IGNORE NULLS OVER (ORDER BY id) FROM t');
SELECT same('SELECT row_number() RESPECT NULLS OVER (ORDER BY id) FROM t');
SELECT same('SELECT rank() IGNORE NULLS OVER (ORDER BY id) FROM t');
SELECT same('SELECT dense_rank() RESPECT NULLS OVER (ORDER BY id) FROM t');
