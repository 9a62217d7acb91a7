\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- User-defined aggregates: strictness, states of all kinds, the memory they
-- live in, privileges, functions that don't fit.
--
CREATE TABLE t (id int PRIMARY KEY, g int, k int, s text);
INSERT INTO t SELECT i, i % 3, nullif(i * 7 % 5, 2), CASE WHEN i % 4 > 0 THEN 's' || i END FROM generate_series(1, 20) i;
ANALYZE t;
CREATE FUNCTION every_frame(call text) RETURNS SETOF text LANGUAGE sql AS $$
	SELECT s FROM unnest('{"ROWS UNBOUNDED PRECEDING",RANGE UNBOUNDED PRECEDING,ROWS 2 PRECEDING,ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING}'::text[]) WITH ORDINALITY u (f, n),
		same(format('SELECT id, %s OVER (PARTITION BY g ORDER BY k, id %s) FROM t', call, f)) s ORDER BY n
$$;
-- a strict transition function: the first value is the first state
CREATE AGGREGATE strict_sum(int) (sfunc = int4pl, stype = int);
SELECT every_frame('strict_sum(k)');
CREATE AGGREGATE strict_moving(int) (sfunc = int4pl, stype = int, msfunc = int4pl, minvfunc = int4mi, mstype = int);
SELECT every_frame('strict_moving(k)');
CREATE FUNCTION longer(text, text) RETURNS text LANGUAGE sql STRICT AS $$ SELECT CASE WHEN length($2) >= length($1) THEN $2 ELSE $1 END $$;
CREATE AGGREGATE longest(text) (sfunc = longer, stype = text);
SELECT every_frame('longest(s)');
-- one that returns NULL: the state stays NULL
CREATE FUNCTION null_at_3(int, int) RETURNS int LANGUAGE sql STRICT AS $$ SELECT CASE WHEN $2 <> 3 THEN $1 + $2 END $$;
CREATE AGGREGATE until_3(int) (sfunc = null_at_3, stype = int, initcond = 0);
SELECT every_frame('until_3(k)');
CREATE AGGREGATE moving_until_3(int) (sfunc = null_at_3, stype = int, initcond = 0, msfunc = null_at_3, minvfunc = int4mi, mstype = int, minitcond = 0);
SELECT every_frame('moving_until_3(k)');
-- not strict, with NULLs; an expanded object; several arguments; none
CREATE AGGREGATE collect(text) (sfunc = array_append, stype = text[], initcond = '{}');
SELECT every_frame('collect(s)');
CREATE FUNCTION joined(text, text, int) RETURNS text LANGUAGE sql AS $$ SELECT concat($1, '|', $2, $3) $$;
CREATE AGGREGATE joined(text, int) (sfunc = joined, stype = text);
SELECT every_frame('joined(s, k)');
CREATE AGGREGATE counted(*) (sfunc = int8inc, stype = int8, initcond = 0);
SELECT every_frame('counted(*)');
CREATE AGGREGATE polymorphic(anycompatible) (sfunc = array_append, stype = anycompatiblearray, initcond = '{}');
SELECT every_frame('polymorphic(s)');
SELECT every_frame('polymorphic(k)');
-- final functions with extra arguments, strict ones
CREATE FUNCTION typed(int8, anyelement) RETURNS text LANGUAGE sql AS $$ SELECT $1 || ' of ' || pg_typeof($2) || coalesce($2::text, ' null') $$;
CREATE FUNCTION plus_one(int8, anyelement) RETURNS int8 LANGUAGE sql AS $$ SELECT $1 + 1 $$;
CREATE AGGREGATE typed(anyelement) (sfunc = plus_one, stype = int8, initcond = 0, finalfunc = typed, finalfunc_extra);
SELECT every_frame('typed(s)');
CREATE FUNCTION strictly(int, int) RETURNS int LANGUAGE sql AS $$ SELECT coalesce($1, $2, 0) + 1 $$;
CREATE AGGREGATE strictly_final(int) (sfunc = int4pl, stype = int, finalfunc = strictly, finalfunc_extra);
SELECT every_frame('strictly_final(k)');
CREATE OR REPLACE FUNCTION strictly(int, int) RETURNS int LANGUAGE sql STRICT AS $$ SELECT 0 $$;
SELECT every_frame('strictly_final(k)');
-- the arguments are variadic
CREATE FUNCTION more(int, VARIADIC int[]) RETURNS int LANGUAGE sql AS $$ SELECT greatest($1, max(x)) FROM unnest($2) x $$;
CREATE AGGREGATE most(VARIADIC int[]) (sfunc = more, stype = int);
SELECT every_frame('most(k, g, id % 4)');
-- fails halfway, and the next call is right
CREATE FUNCTION fails_at(int, int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN IF $2 = 4 THEN RAISE EXCEPTION 'four'; END IF; RETURN $1 + coalesce($2, 0); END $$;
CREATE AGGREGATE fails_at(int) (sfunc = fails_at, stype = int, initcond = 0);
SELECT every_frame('fails_at(k)');
SELECT every_frame('sum(k)');
-- only a moving mode leaves the state intact, or neither does
CREATE AGGREGATE forced(int) (sfunc = int4pl, stype = int, finalfunc = int4abs, finalfunc_modify = read_write,
	msfunc = int4pl, minvfunc = int4mi, mstype = int);
SELECT every_frame('forced(k)');
CREATE AGGREGATE spoilt(int) (sfunc = int4pl, stype = int, finalfunc = int4abs, finalfunc_modify = read_write);
SELECT every_frame('spoilt(k)');
SELECT same('EXPLAIN SELECT spoilt(k) OVER (ORDER BY id) FROM t');
-- functions that were replaced and don't fit any more
CREATE FUNCTION lax(int8, int) RETURNS int8 LANGUAGE sql STRICT AS 'SELECT $1 + $2';
CREATE AGGREGATE unfit(int) (sfunc = lax, stype = int8, initcond = 0);
CREATE FUNCTION undo(int8, int) RETURNS int8 LANGUAGE sql STRICT AS 'SELECT $1 - $2';
CREATE AGGREGATE unfit_moving(int) (sfunc = lax, stype = int8, initcond = 0, msfunc = lax, minvfunc = undo, mstype = int8, minitcond = 0);
CREATE OR REPLACE FUNCTION undo(int8, int) RETURNS int8 LANGUAGE sql CALLED ON NULL INPUT AS 'SELECT $1 - $2';
SELECT every_frame('unfit_moving(k)');
CREATE FUNCTION now_strict(int8, int) RETURNS int8 LANGUAGE sql AS 'SELECT coalesce($1, 0) + $2';
CREATE AGGREGATE now_strict(int) (sfunc = now_strict, stype = int8);
CREATE OR REPLACE FUNCTION now_strict(int8, int) RETURNS int8 LANGUAGE sql STRICT AS 'SELECT $1 + $2';
SELECT regexp_replace(every_frame('now_strict(k)'), '\d{4,}', 'N');
-- privileges: of the user for the aggregate, of its owner for the functions
CREATE ROLE regress_sorted_window_agg;
GRANT USAGE ON SCHEMA test TO regress_sorted_window_agg;
GRANT SELECT ON t TO regress_sorted_window_agg;
BEGIN;
REVOKE EXECUTE ON FUNCTION strict_sum(int) FROM PUBLIC;
SET LOCAL ROLE regress_sorted_window_agg;
SELECT same('SELECT strict_sum(k) OVER (ORDER BY id) FROM t');
ROLLBACK;
BEGIN;
CREATE FUNCTION mine(int, int) RETURNS int LANGUAGE sql AS 'SELECT $2';
CREATE AGGREGATE mine(int) (sfunc = mine, stype = int, msfunc = mine, minvfunc = mine, mstype = int, mfinalfunc = int4abs);
ALTER AGGREGATE mine(int) OWNER TO regress_sorted_window_agg;
REVOKE EXECUTE ON FUNCTION mine(int, int) FROM PUBLIC;
SELECT same('SELECT mine(k) OVER (ORDER BY id) FROM t');
SELECT same('SELECT mine(k) OVER (ORDER BY id ROWS 1 PRECEDING) FROM t');
ROLLBACK;
DROP OWNED BY regress_sorted_window_agg;
DROP ROLE regress_sorted_window_agg;
