\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- Aggregates over a constant number of rows: in moving mode where core uses
-- it, starting over where core starts over, the same to the last bit.
--
CREATE TABLE t (id int PRIMARY KEY, g int, k int, n numeric, f float8, r real, s text);
INSERT INTO t
SELECT i, i % 3, nullif(i * 7 % 5, 2), (ARRAY[1, 1.0, 1.00, 2, NULL, 1e20, -0.001]::numeric[])[1 + i % 7],
	(ARRAY[0.1, 1e17, 1e-9, -1e17, NULL, 7, 3.3]::float8[])[1 + i * 3 % 7], 0.1 + i * 1e6, CASE WHEN i % 3 > 0 THEN 's' || i * 37 % 41 END
FROM generate_series(1, 60) i;
ANALYZE t;
SELECT plan_and_rows($$ SELECT id, avg(k) OVER (PARTITION BY g ORDER BY id ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) FROM t $$);
CREATE VIEW frames AS SELECT * FROM unnest(ARRAY['ROWS 6 PRECEDING', 'ROWS CURRENT ROW', 'ROWS 0 PRECEDING', 'ROWS BETWEEN 2 PRECEDING AND 3 FOLLOWING', 'ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING', 'ROWS BETWEEN 5 PRECEDING AND 2 PRECEDING',
	'ROWS BETWEEN 2 FOLLOWING AND 4 FOLLOWING', 'ROWS BETWEEN 2 PRECEDING AND 5 PRECEDING', 'ROWS BETWEEN 3 FOLLOWING AND 1 FOLLOWING', 'ROWS BETWEEN 100 PRECEDING AND 100 FOLLOWING']) f;
CREATE VIEW calls AS SELECT * FROM unnest(ARRAY['count(*)', 'count(k)', 'sum(k)', 'sum(id::int8)', 'sum(n)', 'sum(f)', 'sum(r)', 'avg(k)', 'avg(n)', 'avg(f)', 'var_pop(n)', 'min(s)', 'max(n)', 'bool_and(k > 1)', 'array_agg(s)', 'string_agg(s, k::text)',
	'sum(n) FILTER (WHERE k > 1)', 'max(s || id)', 'sum(k + 0)', 'sum((SELECT u.k FROM t u WHERE u.id = t.id))', 'json_agg(n)', 'regr_slope(f, r)', 'first_value(s)', 'last_value(n)', 'nth_value(s, 3)', 'first_value(s || k)']) c;
SELECT f, count(*) AS calls, string_agg(CASE WHEN s <> 'same 60 rows' THEN c || ': ' || s END, '; ') AS others
FROM frames, calls, same(format('SELECT id, %s OVER (PARTITION BY g ORDER BY id %s) FROM t', c, f)) s GROUP BY f ORDER BY f;
SELECT f, string_agg(CASE WHEN s <> 'same 60 rows' THEN s END, '; ') AS others
FROM frames, same(format('SELECT id, sum(f) OVER w, lag(n, 2) OVER w, avg(n) OVER w, lead(k) OVER w, sum(k) FILTER (WHERE id %% 4 > 0) OVER w, max(s) OVER w, rank() OVER w FROM t WINDOW w AS (ORDER BY id %s)', f)) s GROUP BY f ORDER BY f;
-- what they are called with: each call of a transition function, forward and back
CREATE FUNCTION tell(what text, state int8, value int) RETURNS int8 LANGUAGE plpgsql AS $$
BEGIN
	RAISE NOTICE '% % %', what, state, value;
	RETURN CASE what WHEN 'forward' THEN state + value WHEN 'back' THEN CASE WHEN value <> 13 THEN state - value END ELSE coalesce(state, -1) + value END;
END $$;
CREATE FUNCTION forward(int8, int) RETURNS int8 LANGUAGE sql STRICT AS $$ SELECT tell('forward', $1, $2) $$;
CREATE FUNCTION back(int8, int) RETURNS int8 LANGUAGE sql STRICT AS $$ SELECT tell('back', $1, $2) $$;
CREATE FUNCTION ending(int8) RETURNS text LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE 'final %', $1; RETURN 'x' || $1; END $$;
CREATE AGGREGATE told(int) (sfunc = forward, stype = int8, initcond = 0, finalfunc = ending,
	msfunc = forward, minvfunc = back, mstype = int8, minitcond = 0, mfinalfunc = ending);
CREATE AGGREGATE plainly_told(int) (sfunc = forward, stype = int8, initcond = 100, finalfunc = ending);
CREATE TABLE few (id int, k int, x int);
INSERT INTO few VALUES (1, 1, 10), (2, 1, 11), (3, 1, NULL), (4, 2, 13), (5, 2, 14), (6, 3, 15);
-- the NOTICEs of core, then ours
PREPARE moving AS SELECT id, told(x) OVER (ORDER BY id ROWS 1 PRECEDING) FROM few;
PREPARE both_ways AS SELECT id, told(x) FILTER (WHERE id <> 2) OVER w, plainly_told(id) OVER w FROM few WINDOW w AS (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING);
PREPARE peers AS SELECT id, told(x) OVER (ORDER BY k), told(id) OVER (ORDER BY k) FROM few;
PREPARE group_only AS SELECT id, told(x) OVER (ORDER BY k GROUPS CURRENT ROW) FROM few;
SET client_min_messages = notice;
SET sorted_window.enabled = off;
EXECUTE moving;
EXECUTE both_ways;
EXECUTE peers;
EXECUTE group_only;
SET sorted_window.enabled = on;
DISCARD PLANS;
EXECUTE moving;
EXECUTE both_ways;
EXECUTE peers;
EXECUTE group_only;
SET client_min_messages = warning;
DEALLOCATE ALL;
