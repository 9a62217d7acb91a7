\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- The frame clause itself: which frames stream, what EXPLAIN shows of them,
-- and the errors of offsets that aren't allowed.
--
CREATE TABLE t (id int PRIMARY KEY, k int);
INSERT INTO t SELECT i, i % 5 FROM generate_series(1, 20) i;
ANALYZE t;
SELECT f, w."window", w.reason FROM unnest(ARRAY['', 'RANGE UNBOUNDED PRECEDING', 'ROWS 3 PRECEDING', 'ROWS BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING', 'ROWS BETWEEN CURRENT ROW AND 1024 FOLLOWING', 'ROWS BETWEEN 2 FOLLOWING AND 3 FOLLOWING', 'ROWS BETWEEN 3 PRECEDING AND 2 PRECEDING',
	'ROWS BETWEEN $1 PRECEDING AND $2 FOLLOWING', 'GROUPS CURRENT ROW', 'RANGE BETWEEN CURRENT ROW AND CURRENT ROW', 'ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING', 'ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING', 'ROWS 1025 PRECEDING', 'ROWS 9223372036854775807 PRECEDING',
	'ROWS (SELECT 3) PRECEDING', 'ROWS (random() * 3)::int PRECEDING', 'RANGE 3 PRECEDING', 'GROUPS 1 PRECEDING', 'ROWS UNBOUNDED PRECEDING EXCLUDE CURRENT ROW', 'RANGE UNBOUNDED PRECEDING EXCLUDE GROUP', 'GROUPS CURRENT ROW EXCLUDE TIES', 'ROWS UNBOUNDED PRECEDING EXCLUDE NO OTHERS']) WITH ORDINALITY u (f, n),
	sorted_window.why_not(format('SELECT id, sum(k) OVER (ORDER BY id %s) FROM t', f)) w ORDER BY n;
-- volatile arguments and conditions
SELECT c, w.reason FROM unnest(ARRAY['sum(k * random())', 'sum(k) FILTER (WHERE random() < 2)', 'first_value(random())', 'last_value(clock_timestamp())']) c,
	sorted_window.why_not(format('SELECT id, %s OVER (ORDER BY id) FROM t', c)) w;
SELECT plan_of('SELECT id, sum(k) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 2 FOLLOWING) FROM t');
SET sorted_window.max_offset = 2;
SELECT w.reason FROM unnest('{2,3}'::int[]) n, sorted_window.why_not(format('SELECT count(*) OVER (ORDER BY id ROWS %s PRECEDING) FROM t', n)) w;
RESET sorted_window.max_offset;
-- offsets that aren't allowed, even without a row and if nobody looks
SELECT f, c, x, same(format('SELECT %s OVER (ORDER BY id %s) FROM t %s', c, f, x))
FROM unnest(ARRAY['ROWS -1 PRECEDING', 'ROWS NULL PRECEDING', 'ROWS BETWEEN CURRENT ROW AND -2 FOLLOWING', 'ROWS BETWEEN 1 PRECEDING AND NULL FOLLOWING', 'ROWS BETWEEN -1 PRECEDING AND NULL FOLLOWING', 'ROWS -9223372036854775808 PRECEDING']) f,
	unnest(ARRAY['sum(k)', 'lag(k)']) c, unnest(ARRAY['', 'WHERE id > 100', 'LIMIT 0']) x;
SET plan_cache_mode = force_generic_plan;
PREPARE moving(int8, int8) AS SELECT id, sum(k) OVER w, first_value(id) OVER w, last_value(id) OVER w, nth_value(id, 2) OVER w, lead(id) OVER w FROM t WINDOW w AS (ORDER BY id ROWS BETWEEN $1 PRECEDING AND $2 FOLLOWING);
SELECT plan_of('EXECUTE moving(1, 2)');
SELECT a, same(format('EXECUTE moving(%s)', a)) FROM unnest(ARRAY['1, 2', '0, 0', '0, 3', '5000, 5000', '9223372036854775807, 9223372036854775807', '-1, 2', '1, NULL', 'NULL, -1']) a;
PREPARE later(int8) AS SELECT id, sum(k) OVER w, first_value(id) OVER w, last_value(id) OVER w FROM t WINDOW w AS (ORDER BY id ROWS BETWEEN $1 FOLLOWING AND UNBOUNDED FOLLOWING);
PREPARE far(int8) AS SELECT id, sum(k) OVER w, first_value(id) OVER w FROM t WINDOW w AS (ORDER BY id ROWS BETWEEN $1 FOLLOWING AND $1 FOLLOWING);
SELECT a, same(format('EXECUTE later(%s)', a)), same(format('EXECUTE far(%s)', a)) FROM unnest(ARRAY['1', '0', '19', '20', '9223372036854775807']) a;
-- one that the planner has done away with
SELECT same('SELECT *, sum(k) OVER (ORDER BY id) FROM (SELECT id, k, row_number() OVER (ORDER BY id ROWS BETWEEN 3 PRECEDING AND 2000 FOLLOWING) AS r, rank() OVER (ORDER BY id ROWS BETWEEN 3 PRECEDING AND 2000 FOLLOWING) FROM t) q WHERE r < 5');
