# The tables, types, aggregates and functions that the queries speak of.

package Compare::Tables;

use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(%tables @few %constants %exact tables_sql);

our @columns = (
	[ id => 'int' ], [ g => 'int' ], [ h => 'text' ], [ k => 'numeric' ],
	[ f => 'float8' ], [ s => 'text' ], [ s2 => 'text' ], [ c => 'bpchar' ],
	[ iv => 'interval' ], [ a => 'int[]' ], [ p => 'pair' ],
	[ d => 'posint' ], [ u => 'uuid' ], [ j => 'jsonb' ], [ w => 'text' ],
	[ b => 'bool' ], [ ts => 'timestamptz' ], [ n2 => 'int2' ],
	[ i8 => 'int8' ], [ e => 'mood' ], [ r => 'int4range' ],
	[ f4 => 'float4' ], [ dd => 'date' ], [ y => 'bytea' ]);
our @few = ([ id => 'int' ], [ g => 'int' ], [ k => 'numeric' ],
	[ s => 'text' ], [ n2 => 'int2' ], [ f => 'float8' ], [ ts => 'timestamptz' ]);
our %tables = (
	t => \@columns,
	wide => \@columns,			# many rows, values of all sizes
	v => \@columns,				# a view
	part => \@few,				# partitioned by range, with dropped columns
	hashed => \@few,			# partitioned by hash of g
	few => \@few,				# few rows
	none => \@few);				# no rows

our %constants = (
	int => [ '0', '-7', '42' ],
	int2 => [ '3::int2' ],
	int8 => [ '5::int8', '-1::int8' ],
	numeric => [ '1.50', '0.0', q('NaN'::numeric) ],
	float8 => [ q('NaN'::float8), q('-0'::float8), '1.5::float8' ],
	float4 => [ q('NaN'::float4), '0.1::float4' ],
	date => [ q('infinity'::date), q('2024-02-29'::date) ],
	bytea => [ q('\x00ff'::bytea) ],
	text => [ q('x'::text), q(''::text), q(repeat('wide', 100)) ],
	bpchar => [ q('ab'::char(5)), q('a'::bpchar) ],
	interval => [ q('1 day'::interval), q('24 hours'::interval) ],
	'int[]' => [ q('{1,2}'::int[]), q('{}'::int[]) ],
	pair => [ q('(1,x)'::pair), q('(,)'::pair) ],
	posint => [ '1::posint' ],
	uuid => [ q('00000000-0000-0000-0000-00000000000a'::uuid) ],
	jsonb => [ q('{"a": 1}'::jsonb), q('null'::jsonb) ],
	bool => [ 'true' ],
	timestamptz => [ q('infinity'::timestamptz), q('2024-01-01 00:00+00'::timestamptz) ],
	mood => [ q('ok'::mood) ],
	int4range => [ q('empty'::int4range) ]);

# Values of these types that are equal are the same.
our %exact = map { $_ => 1 } qw(int int2 int8 uuid bool posint mood date);

my $expressions = <<'END';
	i AS id,
	nullif(i % 9, 8) AS g,
	(ARRAY['a', 'b', 'B', '', NULL])[1 + floor(random() * 5)::int] COLLATE "C" AS h,
	(ARRAY[1, 1.0, 1.00, 2, 'NaN', 'NaN', 0, -3.5, 1e20, NULL, 0.1]::numeric[])[1 + floor(random() * 11)::int] AS k,
	(ARRAY['0', '-0', 'NaN', '0.1', '1', '1.5', 'Infinity', '-Infinity', NULL, '1e16', '0.3', '-1e16']::float8[])[1 + floor(random() * 12)::int] AS f,
	CASE WHEN random() < 0.9 THEN 's' || floor(random() * 20) END AS s,
	(ARRAY['a', 'A', 'b', 'B', 'c', NULL])[1 + floor(random() * 6)::int] COLLATE loose AS s2,
	(ARRAY['a', 'a  ', 'b', ' ', '', NULL])[1 + floor(random() * 6)::int]::char(5) AS c,
	(ARRAY['1 day', '24 hours', '1 mon', '30 days', '-1 day', NULL])[1 + floor(random() * 6)::int]::interval AS iv,
	(ARRAY['{}', '{1}', '{1,NULL}', '{2}', '[0:0]={1}', NULL])[1 + floor(random() * 6)::int]::int[] AS a,
	(ARRAY['(1,a)', '(1,)', '(,)', '(2,b)', NULL, '(1,a)'])[1 + floor(random() * 6)::int]::pair AS p,
	nullif(1 + floor(random() * 5)::int, 5)::posint AS d,
	('00000000-0000-0000-0000-00000000000' || floor(random() * 8)::int)::uuid AS u,
	(ARRAY['1', '1.0', '{"a": 1}', '{"a": 1.00}', 'null', '[]', NULL])[1 + floor(random() * 7)::int]::jsonb AS j,
	CASE i % 50 WHEN 0 THEN NULL WHEN 1 THEN repeat(md5((i % 11)::text), 300) WHEN 2 THEN repeat('z', 20000) ELSE repeat(md5((i % 11)::text), i % 5) END AS w,
	CASE floor(random() * 3)::int WHEN 0 THEN true WHEN 1 THEN false END AS b,
	timestamptz '2024-01-01 00:00+00' + floor(random() * 10) * interval '12 hours' AS ts,
	nullif(floor(random() * 6)::int, 5)::int2 AS n2,
	(floor(random() * 4) - 2)::int8 * 4294967296 AS i8,
	(ARRAY['sad', 'ok', 'happy', NULL])[1 + floor(random() * 4)::int]::mood AS e,
	(ARRAY['[1,3)', '[1,2]', 'empty', '(,)', NULL])[1 + floor(random() * 5)::int]::int4range AS r,
	(ARRAY['0.1', '-0', 'NaN', '16777216', '1', '-Infinity', NULL])[1 + floor(random() * 7)::int]::float4 AS f4,
	CASE WHEN i % 6 > 0 THEN date '2024-01-01' + floor(random() * 20)::int END AS dd,
	decode(substr(md5(i::text), 1, floor(random() * 4)::int * 2), 'hex') AS y
END

# Aggregates of every kind that WindowAgg tells apart: strict or not, with an
# initial state or without, moving or not, moving but giving up at times.
my $aggregates = <<'END';
CREATE FUNCTION plus(int8, int) RETURNS int8 LANGUAGE sql IMMUTABLE AS 'SELECT $1 + coalesce($2, -100)';
CREATE FUNCTION minus(int8, int) RETURNS int8 LANGUAGE sql IMMUTABLE AS 'SELECT $1 - coalesce($2, -100)';
CREATE FUNCTION giving_up(int8, int) RETURNS int8 LANGUAGE sql IMMUTABLE STRICT AS 'SELECT CASE WHEN $2 % 5 > 0 THEN $1 - $2 END';
CREATE FUNCTION joined(text, text) RETURNS text LANGUAGE sql IMMUTABLE AS $$SELECT right($1 || '/' || coalesce($2, '?'), 60)$$;
CREATE FUNCTION shown(text) RETURNS text LANGUAGE sql IMMUTABLE AS $$SELECT '<' || coalesce($1, 'none') || '>'$$;
CREATE AGGREGATE strict_plain(int) (sfunc = int4pl, stype = int);
CREATE AGGREGATE strict_moving(int) (sfunc = int4pl, stype = int, msfunc = int4pl, minvfunc = int4mi, mstype = int);
CREATE AGGREGATE loose_moving(int) (sfunc = plus, stype = int8, initcond = '0', msfunc = plus, minvfunc = minus, mstype = int8, minitcond = '0');
CREATE AGGREGATE fickle(int) (sfunc = int84pl, stype = int8, initcond = '0', msfunc = int84pl, minvfunc = giving_up, mstype = int8, minitcond = '0');
CREATE AGGREGATE chained(text) (sfunc = joined, stype = text, initcond = '', finalfunc = shown);
END

my $helpers = <<'END';
CREATE FUNCTION counted(site int, value anyelement) RETURNS anyelement LANGUAGE plpgsql STABLE AS
$$BEGIN PERFORM nextval('pg_temp.site' || site); RETURN value; END$$;
CREATE FUNCTION counted_fixed(site int, value anyelement) RETURNS anyelement LANGUAGE plpgsql IMMUTABLE AS
$$BEGIN PERFORM nextval('pg_temp.site' || site); RETURN value; END$$;
CREATE FUNCTION counted_volatile(site int, value anyelement) RETURNS anyelement LANGUAGE plpgsql VOLATILE AS
$$BEGIN PERFORM nextval('pg_temp.site' || site); RETURN value; END$$;
CREATE FUNCTION reset_counts() RETURNS void LANGUAGE plpgsql AS
$$BEGIN FOR site IN 1 .. 3 LOOP
	EXECUTE format('CREATE TEMP SEQUENCE IF NOT EXISTS site%s', site);
	PERFORM setval('pg_temp.site' || site, 1, false);
END LOOP; END$$;
CREATE FUNCTION counts() RETURNS SETOF int8 LANGUAGE plpgsql AS
$$BEGIN FOR site IN 1 .. 3 LOOP
	RETURN QUERY EXECUTE format('SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM pg_temp.site%s', site);
END LOOP; END$$;
CREATE FUNCTION looped(query text) RETURNS SETOF text LANGUAGE plpgsql AS
$$DECLARE r record; BEGIN FOR r IN EXECUTE query LOOP RETURN NEXT r::text; END LOOP; END$$;
CREATE FUNCTION caught(query text) RETURNS SETOF text LANGUAGE plpgsql AS
$$DECLARE r record; BEGIN FOR r IN EXECUTE query LOOP RETURN NEXT r::text; END LOOP; EXCEPTION WHEN OTHERS THEN RETURN NEXT SQLSTATE || SQLERRM; END$$;
END

# Returns the statements that make the schema, the same for the same seed.
sub tables_sql
{
	my ($seed) = @_;
	my $start = ($seed % 1000) / 1000;
	my $few = join(', ', map { $_->[0] } @few);
	return <<"END";
SET client_min_messages = warning;
DROP SCHEMA IF EXISTS compare CASCADE;
CREATE SCHEMA compare;
SET search_path = compare;
SET TimeZone = 'UTC';
CREATE TYPE pair AS (a int, b text);
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE DOMAIN posint AS int CHECK (VALUE > 0);
DO \$\$
BEGIN
	CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
EXCEPTION WHEN OTHERS THEN
	CREATE COLLATION loose FROM "POSIX";	-- a server without ICU
END \$\$;
$helpers
$aggregates
SELECT setseed($start);
CREATE TABLE t AS SELECT
$expressions FROM generate_series(1, 130) i;
CREATE TABLE wide AS SELECT
$expressions FROM generate_series(1, 400) i;
ALTER TABLE wide ADD gone int, ADD extra int DEFAULT 5;
ALTER TABLE wide DROP gone, ALTER w SET STORAGE EXTERNAL;
UPDATE wide SET w = w || '' WHERE w IS NOT NULL;
ALTER TABLE t ADD PRIMARY KEY (id);
ALTER TABLE wide ADD PRIMARY KEY (id);
CREATE INDEX ON t (g, id);
CREATE INDEX ON t (g, k DESC NULLS LAST, id);
CREATE INDEX ON t (s, id DESC) INCLUDE (g);
CREATE INDEX ON wide (g, id);
CREATE INDEX ON wide (s2, ts);
CREATE VIEW v AS SELECT * FROM t WHERE id <> 7;
CREATE TABLE few AS SELECT $few FROM t WHERE id <= 25;
ALTER TABLE few ADD PRIMARY KEY (id);
CREATE TABLE none AS SELECT * FROM few WHERE false;
CREATE TABLE part (id int PRIMARY KEY, g int, k numeric, s text, n2 int2, f float8, ts timestamptz) PARTITION BY RANGE (id);
CREATE TABLE part1 PARTITION OF part FOR VALUES FROM (0) TO (50);
CREATE TABLE part2 (s text, n2 int2, gone int, k numeric, f float8, ts timestamptz, id int NOT NULL, g int);
ALTER TABLE part2 DROP gone;
ALTER TABLE part ATTACH PARTITION part2 FOR VALUES FROM (50) TO (1000);
INSERT INTO part SELECT $few FROM t;
CREATE INDEX ON part (g, id);
CREATE TABLE hashed (LIKE few) PARTITION BY HASH (g);
CREATE TABLE hashed0 PARTITION OF hashed FOR VALUES WITH (MODULUS 3, REMAINDER 0);
CREATE TABLE hashed1 PARTITION OF hashed FOR VALUES WITH (MODULUS 3, REMAINDER 1);
CREATE TABLE hashed2 PARTITION OF hashed FOR VALUES WITH (MODULUS 3, REMAINDER 2);
INSERT INTO hashed SELECT $few FROM t;
CREATE INDEX ON hashed (g, id);
CREATE VIEW ranked AS SELECT id, g, s, row_number() OVER (PARTITION BY g ORDER BY id) AS n, lag(s) OVER (ORDER BY id) AS before FROM t;
ANALYZE;
END
}

1;
