\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- Null treatment, which PostgreSQL 19 brings: IGNORE NULLS streams where it
-- doesn't look ahead.
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
-- every function that takes one, in every frame
CREATE TABLE n (id int PRIMARY KEY, g int, k int, s text, z numeric);
INSERT INTO n SELECT i, i % 3, CASE WHEN i * 7 % 11 > 4 THEN i END, CASE WHEN i % 5 = 2 THEN repeat('s' || i, 30) END, CASE WHEN i > 20 THEN i / 7.0 END FROM generate_series(1, 60) i;
ANALYZE n;
SELECT f, c, string_agg(DISTINCT s, '; ') FROM unnest(ARRAY['', 'ROWS UNBOUNDED PRECEDING', 'ROWS BETWEEN UNBOUNDED PRECEDING AND 3 FOLLOWING', 'ROWS BETWEEN UNBOUNDED PRECEDING AND 2 PRECEDING', 'GROUPS UNBOUNDED PRECEDING', 'ROWS 3 PRECEDING', 'ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING']) f,
	unnest(ARRAY['first_value(s)', 'last_value(s)', 'nth_value(k, 3)', 'nth_value(z, NULL)', 'nth_value(z, 0)', 'last_value(z)', 'last_value(s || k)']) c, unnest('{PARTITION BY g ORDER BY id,ORDER BY id / 4 * 4 + g,PARTITION BY id ORDER BY g}'::text[]) o,
	same(format('SELECT id, %s IGNORE NULLS OVER (%s %s) FROM n', c, o, f)) s GROUP BY f, c ORDER BY f, c;
SELECT c, string_agg(DISTINCT s, '; ') FROM unnest(ARRAY['lag(s)', 'lag(k, 2)', 'lag(z, 5, -1)', 'lag(s, 0)', 'lag(s, NULL)', 'lag(k, 3, id)', 'lag(z, 2, 1 / (id - 70))', 'lead(s, -2)', 'lead(s)', 'lead(s, 0)', 'lag(s, -1)', 'lag(s || k)', 'lag(k, 1024)', 'lag(k, 1025)', 'lag(k, g)']) c,
	unnest('{PARTITION BY g ORDER BY id,ORDER BY id,PARTITION BY id ORDER BY g}'::text[]) o,
	same(format('SELECT id, %s IGNORE NULLS OVER (%s), lead(s) OVER (%2$s), sum(k) OVER (%2$s) FROM n', c, o)) s GROUP BY c ORDER BY c;
SELECT same('SELECT x, q.* FROM generate_series(1, 3) x, LATERAL (SELECT id, lag(k, 2) IGNORE NULLS OVER (ORDER BY id), last_value(s) IGNORE NULLS OVER (ORDER BY id) FROM n WHERE id % 4 < x) q');
SELECT plan_of('SELECT id, lag(k, 2) IGNORE NULLS OVER (ORDER BY id), lag(k, 2) OVER (ORDER BY id) FROM n');
