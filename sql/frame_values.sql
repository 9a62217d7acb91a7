\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- first_value, last_value and nth_value: over every frame, with arguments of
-- every kind.
--
CREATE TABLE t (id int PRIMARY KEY, g int, k int, s text);
INSERT INTO t SELECT i, i % 4, i * 7 % 5, CASE WHEN i % 4 > 0 THEN repeat('s' || i, 50) END FROM generate_series(1, 40) i;
ANALYZE t;
SELECT plan_and_rows($$ SELECT id, first_value(id) OVER w, last_value(s) OVER w, nth_value(s, 2) OVER w FROM t WINDOW w AS (PARTITION BY g ORDER BY k) $$);
SELECT f, count(*) AS calls, string_agg(DISTINCT s, '; ') AS answers
FROM unnest(ARRAY['', 'ROWS UNBOUNDED PRECEDING', 'ROWS BETWEEN UNBOUNDED PRECEDING AND 2 FOLLOWING', 'ROWS BETWEEN UNBOUNDED PRECEDING AND 3 PRECEDING', 'GROUPS UNBOUNDED PRECEDING', 'RANGE CURRENT ROW', 'GROUPS CURRENT ROW', 'ROWS CURRENT ROW',
	'ROWS 2 PRECEDING', 'ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING', 'ROWS BETWEEN 2 FOLLOWING AND 3 FOLLOWING', 'ROWS BETWEEN 4 PRECEDING AND 2 PRECEDING', 'ROWS BETWEEN 3 FOLLOWING AND 2 FOLLOWING']) f,
	unnest(ARRAY['first_value(s)', 'last_value(s)', 'nth_value(s, 1)', 'nth_value(s, 3)', 'nth_value(k, 7)', 'nth_value(s, NULL)', 'first_value(s || id)', 'last_value(k + id)', 'nth_value(upper(s), 2)', 'first_value(42)', 'last_value(''x''::text)', 'last_value(t)', 'first_value((SELECT max(u.id) FROM t u WHERE u.k = t.k))']) c,
	unnest(ARRAY['PARTITION BY g ORDER BY k', 'ORDER BY id', 'PARTITION BY g']) o,
	same(format('SELECT id, %s OVER (%s %s) FROM t', c, o, CASE WHEN o !~ 'ORDER' AND f ~ 'GROUPS' THEN '' ELSE f END)) s GROUP BY f ORDER BY f;
-- up to the end of the partition only where that doesn't matter
SELECT c, w, s FROM unnest(ARRAY['first_value(s)', 'last_value(s)', 'nth_value(s, 2)', 'sum(k)']) c,
	unnest(ARRAY['ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING', 'RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING', 'ROWS BETWEEN 2 PRECEDING AND UNBOUNDED FOLLOWING', 'ROWS BETWEEN 2 FOLLOWING AND UNBOUNDED FOLLOWING']) f,
	LATERAL (SELECT q, reason AS w FROM format('SELECT id, %s OVER (PARTITION BY g ORDER BY k %s) FROM t', c, f) q, sorted_window.why_not(q)) x, same(x.q) s;
-- only first_value may let a row go before its peers are known
SELECT analyzed($$ SELECT first_value(id) OVER (ORDER BY k) FROM t $$);
SELECT analyzed($$ SELECT last_value(id) OVER (ORDER BY k) FROM t $$);
-- numbers that aren't
SELECT same($$ SELECT nth_value(s, 0) OVER (ORDER BY id) FROM t $$);
SELECT same($$ SELECT nth_value(s, -1) OVER (ORDER BY id) FROM t $$);
SELECT same($$ SELECT nth_value(s, 0) OVER (ORDER BY id) FROM t WHERE id > 100 $$);
SELECT same($$ SELECT nth_value(s, 2147483647) OVER (ORDER BY id) FROM t $$);
SELECT same($$ SELECT nth_value(s, id) OVER (ORDER BY id) FROM t $$);
SET plan_cache_mode = force_generic_plan;
PREPARE nth(int) AS SELECT id, nth_value(s, $1) OVER (PARTITION BY g ORDER BY k) FROM t;
SELECT n, same(format('EXECUTE nth(%s)', n)) FROM unnest('{1,3,0,NULL}'::text[]) n;
RESET plan_cache_mode;
-- an argument is evaluated for every row again, at the row found
CREATE FUNCTION noted(v int) RETURNS int LANGUAGE plpgsql STABLE AS $$ BEGIN RAISE NOTICE '%', v; RETURN v; END $$;
PREPARE noting AS SELECT id, first_value(noted(id)) OVER (ORDER BY k), last_value(noted(-id)) OVER (ORDER BY k) FROM t WHERE id < 6;
SET client_min_messages = notice;
SET sorted_window.enabled = off;
EXECUTE noting;
SET sorted_window.enabled = on;
DISCARD PLANS;
EXECUTE noting;
