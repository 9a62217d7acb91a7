\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- Counts, sums and averages of smallint and integer, which are computed in
-- place of calling core's functions, and aggregates that look like them.
--
CREATE TABLE t (id int PRIMARY KEY, g int, i2 smallint, i4 int, none int);
INSERT INTO t
SELECT i, i % 3, (ARRAY[32767, -32768, NULL, 0, 5])[1 + i * 3 % 5], (ARRAY[2147483647, -2147483648, NULL, NULL, 7, 0, -1])[1 + i * 5 % 7]
FROM generate_series(1, 60) i;
INSERT INTO t SELECT i, 4, 1, 2147483647 FROM generate_series(61, 80) i;
ANALYZE t;
CREATE VIEW frames AS SELECT * FROM unnest(ARRAY['', 'ROWS UNBOUNDED PRECEDING', 'GROUPS CURRENT ROW', 'ROWS 6 PRECEDING', 'ROWS CURRENT ROW', 'ROWS BETWEEN 2 PRECEDING AND 3 FOLLOWING', 'ROWS BETWEEN 5 PRECEDING AND 2 PRECEDING', 'ROWS BETWEEN 2 FOLLOWING AND 4 FOLLOWING',
	'ROWS BETWEEN 3 FOLLOWING AND 1 FOLLOWING', 'ROWS BETWEEN UNBOUNDED PRECEDING AND 2 FOLLOWING']) f;
CREATE VIEW calls AS SELECT * FROM unnest(ARRAY['count(*)', 'count(1)', 'count(NULL::int)', 'count(i2)', 'count(i4)', 'count(none)', 'sum(i2)', 'sum(i4)', 'sum(none)', 'sum(1)', 'sum(NULL::int)', 'avg(i2)', 'avg(i4)', 'avg(none)', 'avg(3)',
	'count(*) FILTER (WHERE i4 > 0)', 'sum(i4) FILTER (WHERE i2 > 0)', 'avg(i4 % 10)', 'sum(i2 * 2)']) c;
SELECT f, count(*) AS calls, string_agg(CASE WHEN s <> 'same 80 rows' THEN c || ': ' || s END, '; ') AS others
FROM frames, calls, same(format('SELECT id, %s OVER (PARTITION BY g ORDER BY i2, id %s) FROM t', c, f)) s GROUP BY f ORDER BY f;
SELECT f, string_agg(CASE WHEN s <> 'same 80 rows' THEN s END, '; ') AS others
FROM frames, same(format('SELECT id, %s FROM t WINDOW w AS (ORDER BY g %s)', (SELECT string_agg(c || ' OVER w', ', ') FROM calls WHERE c NOT LIKE '%FILTER%'), f)) s GROUP BY f ORDER BY f;
SELECT plan_and_rows($$ SELECT id, count(*) OVER w, count(i4) OVER w, sum(i2) OVER w, sum(i4) OVER w, avg(i4) OVER w FROM t WHERE id < 8 WINDOW w AS (ORDER BY id ROWS 2 PRECEDING) $$);
-- the same functions in aggregates that begin otherwise, end otherwise or take NULLs otherwise
CREATE AGGREGATE count_from_100(*) (sfunc = int8inc, stype = int8, initcond = 100);
CREATE AGGREGATE sum_from_10(int) (sfunc = int4_sum, stype = int8, initcond = 10);
CREATE AGGREGATE sum_from_pair(int) (sfunc = int4_avg_accum, stype = int8[], initcond = '{0,5}', finalfunc = int2int4_sum);
CREATE AGGREGATE avg_from_pair(int2) (sfunc = int2_avg_accum, stype = int8[], initcond = '{1,0}', finalfunc = int8_avg);
CREATE AGGREGATE pair(int) (sfunc = int4_avg_accum, stype = int8[], initcond = '{0,0}');
CREATE AGGREGATE never_removed(int) (sfunc = int4_avg_accum, stype = int8[], initcond = '{0,0}', finalfunc = int8_avg,
	msfunc = int4_avg_accum, minvfunc = int4_avg_accum, mstype = int8[], minitcond = '{0,0}', mfinalfunc = int8_avg);
CREATE FUNCTION with_nulls(int8, "any") RETURNS int8 LANGUAGE internal IMMUTABLE AS 'int8inc_any';
CREATE AGGREGATE count_with_nulls("any") (sfunc = with_nulls, stype = int8, initcond = 0);
CREATE FUNCTION definer(int8) RETURNS int8 LANGUAGE internal IMMUTABLE STRICT SECURITY DEFINER AS 'int8inc';
CREATE AGGREGATE count_as_definer(*) (sfunc = definer, stype = int8, initcond = 0);
CREATE AGGREGATE sum_like_core(int) (sfunc = int4_avg_accum, stype = int8[], initcond = '{0,0}', finalfunc = int2int4_sum);
CREATE VIEW own AS SELECT * FROM unnest(ARRAY['count_from_100(*)', 'sum_from_10(i4)', 'sum_from_pair(i4)', 'avg_from_pair(i2)', 'pair(i4)', 'never_removed(i4)', 'count_with_nulls(i4)', 'count_as_definer(*)', 'sum_like_core(i4)', 'avg_from_pair(none::int2)']) c;
SELECT c, count(*) AS frames, string_agg(CASE WHEN s <> 'same 80 rows' THEN f || ': ' || s END, '; ') AS others
FROM frames, own, same(format('SELECT id, %s OVER (PARTITION BY g ORDER BY i2, id %s) FROM t', c, f)) s GROUP BY c ORDER BY c;
SELECT plan_and_rows($$ SELECT id, count_from_100(*) OVER w, sum_from_10(i4) OVER w, count_with_nulls(i4) OVER w, never_removed(i2) OVER w FROM t WHERE id < 6 WINDOW w AS (ORDER BY id ROWS 2 PRECEDING) $$);
-- the divisor is kept from one average to the next, across rescans too
SELECT same($$ SELECT x, a FROM generate_series(1, 5) x, LATERAL (SELECT id, avg(i4) OVER (ORDER BY id ROWS 2 PRECEDING) a FROM t WHERE id < x * 3) s $$);
