\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set aggregates :abs_srcdir '/sql/include/aggregates.psql'
\set ECHO none
\i :helpers
\set ECHO none
\i :aggregates
--
-- Ordering keys: types, operators, collations, and never by name.
--
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE TYPE pair AS (a int, b text);
CREATE DOMAIN positive AS int CHECK (VALUE > 0);
CREATE TABLE kinds (type text, vals text[]);
INSERT INTO kinds VALUES
	('bool', '{t,f,NULL}'), ('int2', '{1,-1,NULL,32767,-32768}'),
	('int4', '{1,-1,NULL,2147483647,-2147483648}'), ('positive', '{3,1,2,NULL}'),
	('int8', '{1,NULL,9223372036854775807,-9223372036854775808,4294967297}'),
	('oid', '{1,4294967295,NULL}'), ('float4', '{1,NaN,-0,NULL,Infinity,-Infinity}'),
	('float8', '{1,NaN,-0,NULL,Infinity,-Infinity,1e-310}'),
	('numeric', '{1,1.5,NaN,Infinity,-Infinity,-0.1,NULL,1e20}'), ('money', '{1,-1,NULL}'),
	('text', '{a,b,"",NULL,A,"a "}'), ('varchar', '{a,b,"",NULL}'), ('char(3)', '{a,b,"",NULL}'),
	('"char"', '{a,b,"",NULL}'), ('name', '{a,b,"",NULL}'), ('bytea', '{"\\\\x00","\\\\x",NULL}'),
	('date', '{2024-01-01,infinity,-infinity,NULL}'), ('time', '{00:00,24:00,NULL}'),
	('timetz', '{00:00+00,01:00+02,NULL}'), ('timestamp', '{2024-01-01,infinity,-infinity,NULL}'),
	('timestamptz', '{"2024-01-01 00:00+00",infinity,-infinity,NULL}'),
	('interval', '{1 day,1 mon,NULL,-1 day}'),
	('uuid', '{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11,ffffffff-ffff-ffff-ffff-ffffffffffff,NULL}'),
	('inet', '{10.0.0.1,10.0.0.0/8,::1,NULL}'), ('macaddr', '{08:00:2b:01:02:03,08:00:2b:01:02:02,NULL}'),
	('bit(3)', '{101,011,NULL}'), ('varbit', '{1,10,"",NULL}'), ('int4range', '{"[5,10)",empty,"(,3)",NULL}'),
	('jsonb', '{"{\"a\": 2}","[1]","1","null",NULL}'), ('tsvector', '{"b a",c,NULL}'),
	('pg_lsn', '{16/B374D848,0/0,NULL}'), ('tid', '{"(2,1)","(1,10)",NULL}'), ('mood', '{happy,ok,sad,NULL}'),
	('int4[]', '{"{2}","{1,5}","{1,NULL}",NULL}'), ('pair', '{"(1,x)","(1,)","(,y)",NULL}');

-- the types for which any of the four ways differs from array_agg
CREATE FUNCTION differs(type text, vals text[]) RETURNS boolean LANGUAGE plpgsql AS $f$
DECLARE
	result boolean;
BEGIN
	EXECUTE format($q$
		SELECT (sorted_window.first_value(n ORDER BY k, n), sorted_window.last_value(n ORDER BY k DESC, n),
			sorted_window.first_value(n, k), sorted_window.last_value(k, k)::text)
			IS DISTINCT FROM ((array_agg(n ORDER BY k, n))[1], (array_agg(n ORDER BY k DESC, n))[count(*)],
			(array_agg(n ORDER BY k, n))[1], (array_agg(k::text ORDER BY k NULLS FIRST))[count(*)])
		FROM (SELECT n, v::%s AS k FROM unnest($1) WITH ORDINALITY u (v, n)) s
	$q$, type) INTO result USING vals;
	RETURN result;
END
$f$;
SELECT count(*) AS types, count(*) FILTER (WHERE differs(type, vals)) AS differ FROM kinds;
SET sorted_window.rewrite_order_by = off;
SET sorted_window.coalesce = off;
SELECT count(*) AS types, count(*) FILTER (WHERE differs(type, vals)) AS differ FROM kinds;
RESET sorted_window.rewrite_order_by;
RESET sorted_window.coalesce;

-- USING, also with an operator class of one's own that sorts by last digit
CREATE FUNCTION digit_lt(int, int) RETURNS bool LANGUAGE sql IMMUTABLE AS 'SELECT $1 % 10 < $2 % 10';
CREATE FUNCTION digit_le(int, int) RETURNS bool LANGUAGE sql IMMUTABLE AS 'SELECT $1 % 10 <= $2 % 10';
CREATE FUNCTION digit_eq(int, int) RETURNS bool LANGUAGE sql IMMUTABLE AS 'SELECT $1 % 10 = $2 % 10';
CREATE FUNCTION digit_ge(int, int) RETURNS bool LANGUAGE sql IMMUTABLE AS 'SELECT $1 % 10 >= $2 % 10';
CREATE FUNCTION digit_gt(int, int) RETURNS bool LANGUAGE sql IMMUTABLE AS 'SELECT $1 % 10 > $2 % 10';
CREATE FUNCTION digit_cmp(int, int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1 % 10 - $2 % 10';
CREATE OPERATOR <# (LEFTARG = int, RIGHTARG = int, FUNCTION = digit_lt, COMMUTATOR = >#);
CREATE OPERATOR <=# (LEFTARG = int, RIGHTARG = int, FUNCTION = digit_le);
CREATE OPERATOR =# (LEFTARG = int, RIGHTARG = int, FUNCTION = digit_eq);
CREATE OPERATOR >=# (LEFTARG = int, RIGHTARG = int, FUNCTION = digit_ge);
CREATE OPERATOR ># (LEFTARG = int, RIGHTARG = int, FUNCTION = digit_gt, COMMUTATOR = <#);
CREATE OPERATOR CLASS digit_ops FOR TYPE int USING btree AS
	OPERATOR 1 <#, OPERATOR 2 <=#, OPERATOR 3 =#, OPERATOR 4 >=#, OPERATOR 5 >#, FUNCTION 1 digit_cmp(int, int);
SELECT sorted_window.first_value(v ORDER BY v USING >#, v) AS got, (array_agg(v ORDER BY v USING >#, v))[1] AS want,
	sorted_window.first_value(v ORDER BY v USING ># NULLS LAST, v) AS got, (array_agg(v ORDER BY v USING ># NULLS LAST, v))[1] AS want,
	sorted_window.last_value(v ORDER BY v USING <# NULLS FIRST, v) AS got, (array_agg(v ORDER BY v USING <# NULLS FIRST, v))[count(*)] AS want,
	sorted_window.first_value(v ORDER BY v USING > NULLS LAST) AS got, (array_agg(v ORDER BY v USING > NULLS LAST))[1] AS want
FROM (VALUES (31), (18), (28), (40), (NULL), (9 - 40)) t (v);
SELECT calls('SELECT sorted_window.first_value(v ORDER BY v USING >#, v DESC) FROM (VALUES (31), (18)) t (v)');

-- a family that turns int4's own operators around
CREATE OPERATOR CLASS backwards_ops FOR TYPE int USING btree AS
	OPERATOR 1 >, OPERATOR 2 >=, OPERATOR 3 =, OPERATOR 4 <=, OPERATOR 5 <, FUNCTION 1 btint4cmp(int, int);
SELECT sorted_window.first_value(v ORDER BY v) AS first, sorted_window.last_value(v ORDER BY v DESC) AS last_desc, sorted_window.first_value(v, v)
FROM (VALUES (2), (1), (3)) t (v);
DROP OPERATOR CLASS backwards_ops USING btree;

-- each key has a collation of its own
CREATE TABLE words (id int, s text, c text COLLATE "C", p text COLLATE "POSIX");
INSERT INTO words VALUES (1, 'b', 'b', 'B'), (2, 'A', 'A', 'a'), (3, 'a', 'a', 'A'), (4, 'B', 'B', 'b');
SELECT sorted_window.first_value(id ORDER BY s COLLATE "C") AS c, sorted_window.first_value(id ORDER BY c COLLATE "POSIX", s COLLATE "C") AS two,
	sorted_window.first_value(c, p, c) AS implicit_conflict, sorted_window.last_value(id, c, p) AS last
FROM words;
SELECT calls('SELECT sorted_window.first_value(id ORDER BY s COLLATE "C"), sorted_window.last_value(id ORDER BY c), sorted_window.last_value(id, p COLLATE "C") FROM words');

-- no ordering: ORDER BY's error in both spellings, with rows and without
SELECT sorted_window.first_value(1 ORDER BY point(1, 2));
SELECT sorted_window.first_value(1, point(id, 2)) FROM words WHERE false;
SET sorted_window.rewrite_order_by = off;
SET sorted_window.coalesce = off;
SELECT sorted_window.first_value(1, point(id, 2)) FROM words;
RESET sorted_window.rewrite_order_by;
RESET sorted_window.coalesce;
SELECT sqlstate_of('SELECT sorted_window.first_value(id, ROW(point(1, 2), id)) FROM words') AS in_record,
	sqlstate_of('SELECT sorted_window.first_value(id, ARRAY[''1''::json]) FROM words') AS in_array,
	sqlstate_of('SELECT sorted_window.first_value(id, ''1''::xid) OVER () FROM words') AS in_window;

-- an operator earlier in the path isn't used
CREATE SCHEMA trap;
CREATE OPERATOR trap.< (LEFTARG = int, RIGHTARG = int, FUNCTION = int4gt);
CREATE OPERATOR trap.> (LEFTARG = int, RIGHTARG = int, FUNCTION = int4lt);
SET search_path = trap, pg_catalog, test;
SELECT sorted_window.first_value(id, id), sorted_window.last_value(id, id), sorted_window.first_value(id ORDER BY id) FROM words;
SET search_path = test, public;
DROP SCHEMA trap CASCADE;

-- In a window the collation of all arguments together is the keys'. Where it
-- can't be told there is the error that a plain call gives, and ORDER BY.
SELECT sqlstate_of('SELECT sorted_window.last_value(id, c || p) FROM words') AS plain,
	sqlstate_of('SELECT sorted_window.last_value(id ORDER BY c || p) FROM words') AS ordered,
	sqlstate_of('SELECT sorted_window.last_value(id, c || p) OVER () FROM words') AS in_window,
	sqlstate_of('SELECT sorted_window.last_value(id, c, p) OVER () FROM words') AS two_keys,
	sqlstate_of('SELECT sorted_window.last_value(c, p) OVER () FROM words') AS value_and_key,
	sqlstate_of('SELECT id FROM words ORDER BY c || p') AS order_by;
-- the value's collation doesn't matter to a plain call, two keys have their own
SELECT sorted_window.last_value(c, p) AS value_and_key, sorted_window.last_value(id, c, p) AS two_keys, sorted_window.last_value(id, id) OVER () AS in_window FROM words GROUP BY id ORDER BY id LIMIT 1;
