\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- Privileges: the same errors as core's.
--
CREATE TABLE t (id int PRIMARY KEY, g int, s text);
INSERT INTO t SELECT i, i % 3, 's' || i FROM generate_series(1, 9) i;
CREATE TYPE odd;
CREATE FUNCTION odd_in(cstring) RETURNS odd LANGUAGE internal STRICT IMMUTABLE AS 'int4in';
CREATE FUNCTION odd_out(odd) RETURNS cstring LANGUAGE internal STRICT IMMUTABLE AS 'int4out';
CREATE TYPE odd (input = odd_in, output = odd_out, like = int4);
CREATE FUNCTION odd_cmp(odd, odd) RETURNS int LANGUAGE internal STRICT IMMUTABLE AS 'btint4cmp';
CREATE FUNCTION odd_lt(odd, odd) RETURNS bool LANGUAGE internal STRICT IMMUTABLE AS 'int4lt';
CREATE FUNCTION odd_eq(odd, odd) RETURNS bool LANGUAGE internal STRICT IMMUTABLE AS 'int4eq';
CREATE FUNCTION odd_gt(odd, odd) RETURNS bool LANGUAGE internal STRICT IMMUTABLE AS 'int4gt';
CREATE OPERATOR < (leftarg = odd, rightarg = odd, procedure = odd_lt, commutator = >);
CREATE OPERATOR = (leftarg = odd, rightarg = odd, procedure = odd_eq, commutator = =, restrict = eqsel, join = eqjoinsel, merges);
CREATE OPERATOR > (leftarg = odd, rightarg = odd, procedure = odd_gt, commutator = <);
CREATE OPERATOR CLASS odd_ops DEFAULT FOR TYPE odd USING btree AS
	OPERATOR 1 <, OPERATOR 3 =, OPERATOR 5 >, FUNCTION 1 odd_cmp(odd, odd);
CREATE TABLE o (x odd, id int);
INSERT INTO o VALUES ('1', 1), ('1', 2), ('2', 3);
CREATE ROLE regress_sorted_window_user;
GRANT USAGE ON SCHEMA test TO regress_sorted_window_user;
GRANT SELECT ON o, t TO regress_sorted_window_user;

CREATE VIEW lags AS SELECT id, lag(s) OVER (ORDER BY id) AS l FROM t;
GRANT SELECT ON lags TO regress_sorted_window_user;
-- a type whose functions are its own
SELECT plan_and_rows($$ SELECT id, row_number() OVER (PARTITION BY x ORDER BY id), rank() OVER (ORDER BY x), lag(x) OVER (ORDER BY id) FROM o $$);

-- not allowed to call a window function
BEGIN;
REVOKE EXECUTE ON FUNCTION row_number(), rank(), lag(anyelement) FROM PUBLIC;
SET LOCAL ROLE regress_sorted_window_user;
SELECT same('SELECT row_number() OVER () FROM t');
SELECT same('SELECT dense_rank() OVER (ORDER BY g), rank() OVER (ORDER BY g) FROM t');
SELECT same('SELECT lag(s) OVER (ORDER BY id) FROM t');
SELECT same('SELECT lag(s, 1) OVER (ORDER BY id) FROM t');
SELECT same('SELECT * FROM (SELECT id, row_number() OVER () AS rn FROM t) q WHERE rn <= 3');
SELECT same('SELECT id FROM (SELECT id, row_number() OVER () AS rn FROM t) q');
SELECT same('SELECT * FROM lags');
ROLLBACK;
-- nor an equality function
BEGIN;
REVOKE EXECUTE ON FUNCTION odd_eq(odd, odd) FROM PUBLIC;
SET LOCAL ROLE regress_sorted_window_user;
SELECT same('SELECT row_number() OVER (PARTITION BY x ORDER BY id) FROM o');
SELECT same('SELECT rank() OVER (ORDER BY x) FROM o');
SELECT same('SELECT row_number() OVER (ORDER BY x) FROM o');
SELECT same('SELECT row_number() OVER (PARTITION BY x) FROM o WHERE false');
ROLLBACK;
BEGIN;
-- (of types that the helpers don't use themselves)
REVOKE EXECUTE ON FUNCTION int2eq(int2, int2), uuid_eq(uuid, uuid), numeric_eq(numeric, numeric) FROM PUBLIC;
SET LOCAL ROLE regress_sorted_window_user;
SELECT same('SELECT row_number() OVER (PARTITION BY g::int2 ORDER BY id) FROM t');
SELECT same('SELECT rank() OVER (ORDER BY md5(s)::uuid) FROM t');
SELECT same('SELECT lag(s) OVER (PARTITION BY g::numeric ORDER BY s) FROM t');
SELECT same('SELECT lag(s) OVER (ORDER BY g::numeric) FROM t');
ROLLBACK;
-- nor a function in an argument
BEGIN;
CREATE FUNCTION twice(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN 2 * $1; END $$;
REVOKE EXECUTE ON FUNCTION twice(int) FROM PUBLIC;
SET LOCAL ROLE regress_sorted_window_user;
SELECT same('SELECT lag(twice(g)) OVER (ORDER BY id) FROM t');
SELECT same('SELECT lead(g, 1, twice(g)) OVER (ORDER BY id) FROM t');
SELECT same('SELECT row_number() OVER (PARTITION BY twice(g)) FROM t');
ROLLBACK;
-- tables and columns
CREATE TABLE hidden (id int, g int);
GRANT SELECT (id) ON hidden TO regress_sorted_window_user;
CREATE VIEW shown AS SELECT id, rank() OVER (ORDER BY g) AS r FROM hidden;
GRANT SELECT ON shown TO regress_sorted_window_user;
SET ROLE regress_sorted_window_user;
SELECT same('SELECT rank() OVER (ORDER BY id) FROM hidden');
SELECT same('SELECT rank() OVER (ORDER BY g) FROM hidden');
SELECT same('SELECT lag(g) OVER (ORDER BY id) FROM hidden');
SELECT same('SELECT * FROM shown');
RESET ROLE;
-- rows that policies hide
CREATE POLICY odd_only ON t USING (id % 2 = 1);
ALTER TABLE t ENABLE ROW LEVEL SECURITY;
SET ROLE regress_sorted_window_user;
SELECT id, row_number() OVER (ORDER BY id), lead(s) OVER (ORDER BY id) FROM t;
SELECT same('SELECT id, row_number() OVER (ORDER BY id), lead(s) OVER (ORDER BY id) FROM t');
RESET ROLE;
-- a leaky function isn't shown rows that a security barrier hides
CREATE FUNCTION leak(text) RETURNS bool LANGUAGE plpgsql COST 0.0000001 AS $$ BEGIN RAISE WARNING 'saw %', $1; RETURN true; END $$;
CREATE VIEW barrier WITH (security_barrier) AS SELECT s, row_number() OVER (ORDER BY id) AS rn FROM t WHERE id < 4;
SELECT * FROM barrier WHERE leak(s) AND rn <= 2;
DROP OWNED BY regress_sorted_window_user;
DROP ROLE regress_sorted_window_user;
