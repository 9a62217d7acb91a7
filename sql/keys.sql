\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- Key types: what counts as the same partition, or as a peer, is what the
-- type's equality says, which isn't always the same bytes.
--
CREATE TYPE pair AS (a int, b text);
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE DOMAIN positive AS int CHECK (VALUE > 0);
CREATE DOMAIN named AS pair;
CREATE TABLE kinds (n int GENERATED ALWAYS AS IDENTITY, type text, vals text[]);
INSERT INTO kinds (type, vals) VALUES
	('bool', '{t,f,t,NULL,f}'),
	('int2', '{1,1,-1,NULL,32767,-32768}'),
	('int4', '{1,1,-1,NULL,2147483647,-2147483648}'),
	('int8', '{1,1,-1,NULL,9223372036854775807,-9223372036854775808,4294967297}'),
	('oid', '{1,1,4294967295,NULL}'),
	('float4', '{1,NaN,NaN,-0,0,NULL,Infinity,-Infinity,1e-40}'),
	('float8', '{1,NaN,NaN,-0,0,0,-0,NULL,Infinity,-Infinity,1e-310}'),
	('numeric', '{1,1.0,1.00,NaN,NaN,Infinity,-Infinity,0,-0.000,NULL,100,1e2,1e-20}'),
	('money', '{1,1.00,-1,NULL}'),
	('text', '{a,a,b,"",NULL,A,"a ","ä"}'),
	('text COLLATE "C"', '{a,a,b,"",NULL,A,"a ","ä"}'),
	('varchar', '{a,a,b,"",NULL,A,"a "}'),
	('bpchar', '{a,"a ","a  ",b,"",NULL," ",A}'),
	('char(3)', '{a,"a ","a  ",b,"",NULL}'),
	('"char"', '{a,a,b,"",NULL}'),
	('name', '{a,a,b,"",NULL}'),
	('bytea', '{"\\\\x00","\\\\x00","\\\\x","\\\\x0001",NULL}'),
	('date', '{2024-01-01,2024-01-01,infinity,-infinity,NULL,4713-01-01 BC}'),
	('time', '{00:00,24:00,24:00,NULL}'),
	('timetz', '{00:00+00,01:00+01,00:00+00,24:00+00,NULL}'),
	('timestamp', '{2024-01-01,2024-01-01,infinity,-infinity,NULL}'),
	('timestamptz', '{"2024-01-01 00:00+00","2024-01-01 01:00+01",infinity,-infinity,NULL}'),
	('interval', '{1 day,24 hours,1 mon,30 days,720 hours,1 year,12 mons,360 days,NULL,-1 day,0}'),
	('uuid', '{00000000-0000-0000-0000-000000000001,00000000000000000000000000000001,ffffffff-ffff-ffff-ffff-ffffffffffff,NULL}'),
	('inet', '{10.0.0.1,10.0.0.1/32,10.0.0.0/8,::1,NULL}'),
	('macaddr', '{08:00:2b:01:02:03,08-00-2b-01-02-03,NULL}'),
	('bit varying', '{1,1,10,"",NULL}'),
	('jsonb', '{"1","1.0","{\"a\": 1, \"b\": 2}","{\"b\": 2, \"a\": 1.00}","null","\"a\"",NULL,[]}'),
	('int[]', '{"{}","{1}","{1}","{1,NULL}","{NULL}",NULL,"[0:0]={1}","{{1}}"}'),
	('text[]', '{"{}","{a}","{a}","{a,NULL}","{NULL}",NULL}'),
	('numeric[]', '{"{1}","{1.0}","{1.00,2}",NULL}'),
	('int4range', '{"[1,3)","[1,2]",empty,"(,)",NULL}'),
	('int4multirange', '{"{[1,3)}","{[1,2]}","{}",NULL}'),
	('mood', '{sad,ok,ok,happy,NULL}'),
	('positive', '{1,1,2,NULL}'),
	('pair', '{"(1,a)","(1,a)","(1,)","(,a)","(,)","(,)",NULL,"(2,a)"}'),
	('named', '{"(1,a)","(1,a)","(1,)","(,)",NULL}'),
	('tsvector', '{"a b","b a",c,NULL}'),
	('pg_lsn', '{0/1,0/01,1/0,NULL}'),
	('tid', '{"(0,1)","(0,1)","(1,1)",NULL}'),
	('oidvector', '{"1 2","1 2","1",NULL}');

-- peers, and partitions
SELECT type, same(format($$
SELECT id, rank() OVER w, dense_rank() OVER w, row_number() OVER w - rank() OVER w IS NULL
FROM unnest(%L::text[]) WITH ORDINALITY u(x, id) WINDOW w AS (ORDER BY x::%s) $$, vals, type)) AS asc,
same(format($$
SELECT id, rank() OVER w, dense_rank() OVER w
FROM unnest(%L::text[]) WITH ORDINALITY u(x, id) WINDOW w AS (ORDER BY x::%s DESC NULLS LAST) $$, vals, type)) AS desc,
same(format($$
SELECT id, row_number() OVER w, lag(id) OVER w, lead(id) OVER w, lag(k) OVER w, lead(k) OVER w, rank() OVER w
FROM (SELECT id, x::%s AS k FROM unnest(%L::text[]) WITH ORDINALITY u(x, id)) s
WINDOW w AS (PARTITION BY k ORDER BY id) $$, type, vals)) AS partition,
same(format($$
SELECT id, lag(k, 2, k) OVER w, lead(k, 2, k) OVER w, lag(k) OVER w, lead(k) OVER w
FROM (SELECT id, x::%s AS k FROM unnest(%L::text[]) WITH ORDINALITY u(x, id)) s
WINDOW w AS (ORDER BY id) $$, type, vals)) AS value
FROM kinds ORDER BY n;

-- some, to be read
SELECT x, dense_rank() OVER (ORDER BY x) FROM unnest('{NaN,NaN,-0,0,1,NULL}'::float8[]) x;
SELECT x, dense_rank() OVER (ORDER BY x, n) - dense_rank() OVER (ORDER BY x) AS after_ties, rank() OVER (ORDER BY x)
FROM unnest('{1,1.0,1.00,2}'::numeric[]) WITH ORDINALITY u(x, n);
SELECT n, x, count(*) OVER (PARTITION BY x), row_number() OVER (PARTITION BY x ORDER BY n)
FROM unnest('{24 hours,1 day,30 days,1 mon}'::interval[]) WITH ORDINALITY u(x, n) ORDER BY n;

-- records that have no name
SELECT same($$
SELECT i, rank() OVER (ORDER BY r), row_number() OVER (PARTITION BY r ORDER BY i), lag(r) OVER (ORDER BY i)
FROM (SELECT i, ROW(i % 3, 'x', NULL::int) AS r FROM generate_series(1, 10) i) s $$);
SELECT same($$
SELECT i, rank() OVER (ORDER BY (i % 3, i % 2)), dense_rank() OVER (ORDER BY ROW(i % 2))
FROM generate_series(1, 10) i $$);

-- whole rows of a table with a dropped column
CREATE TABLE dropped (a int, gone text, b text);
INSERT INTO dropped VALUES (1, 'x', 'one'), (2, 'y', NULL), (1, 'z', 'one');
ALTER TABLE dropped DROP gone, ADD c numeric DEFAULT 1.50;
SELECT same($$
SELECT d, rank() OVER (ORDER BY d), lag(d) OVER (ORDER BY a, ctid), lead(d) OVER (ORDER BY a, ctid) FROM dropped d $$);
SELECT same($$
SELECT a, row_number() OVER (PARTITION BY d ORDER BY ctid), (lead(d) OVER (ORDER BY a, ctid)).b FROM dropped d $$);

-- directions, NULLs on either side, an operator of choice
SELECT o, same(format($$
SELECT x, rank() OVER w, dense_rank() OVER w, lag(x) OVER w, lead(x) OVER w
FROM unnest('{3,NULL,1,2,NULL,2,1}'::int[]) x WINDOW w AS (ORDER BY x %s) $$, o))
FROM unnest('{ASC,DESC,ASC NULLS FIRST,DESC NULLS FIRST,ASC NULLS LAST,DESC NULLS LAST,USING >,USING < NULLS FIRST}'::text[]) o;
SELECT plan_of($$ SELECT rank() OVER (ORDER BY b USING ~<~, a USING > NULLS LAST) FROM dropped $$);
SELECT plan_of($$ SELECT rank() OVER (PARTITION BY b COLLATE "C" ORDER BY b COLLATE "POSIX" DESC NULLS LAST) FROM dropped $$);
SELECT same($$
SELECT x, rank() OVER (ORDER BY x USING ~>~), row_number() OVER (PARTITION BY x COLLATE "C" ORDER BY n)
FROM unnest('{a,B,b,A,a}'::text[]) WITH ORDINALITY u(x, n) $$);

-- no ordering
SELECT same($$ SELECT rank() OVER (ORDER BY x) FROM unnest('{1,2}'::xid[]) x $$);
SELECT same($$ SELECT row_number() OVER (PARTITION BY x ORDER BY n) FROM unnest('{1,2,1}'::xid[]) WITH ORDINALITY u(x, n) $$);
SELECT same($$ SELECT rank() OVER (ORDER BY p) FROM (VALUES (point '(1,1)')) v (p) $$);
