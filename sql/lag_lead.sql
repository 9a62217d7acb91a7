\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- lag and lead: offsets and defaults.
--
CREATE TYPE pair AS (a int, b text);
CREATE TABLE t (id int, g int, b bigint, s text, p pair, v numeric);
INSERT INTO t
SELECT i, i % 3, nullif(i * 10, 50), nullif('s' || i, 's7'),
	CASE i % 4 WHEN 0 THEN NULL ELSE (i, 'p' || i)::pair END, i / 2.0
FROM generate_series(1, 14) i;
INSERT INTO t VALUES (15, NULL, NULL, NULL, (NULL, NULL), NULL),
	(16, NULL, 160, '', (16, ''), 1.50);
ANALYZE t;

-- the answers, to be read
EXPLAIN (COSTS OFF)
SELECT id, lag(b) OVER w, lead(b, 2) OVER w, lag(s, 1, 'none') OVER w
FROM t WINDOW w AS (PARTITION BY g ORDER BY id);
SELECT g, id, lag(b) OVER w, lead(b, 2) OVER w, lag(s, 1, 'none') OVER w
FROM t WINDOW w AS (PARTITION BY g ORDER BY id);

-- offsets
SELECT o, f, same(format($$
SELECT id, %1$s(b, %2$s) OVER w, %1$s(s, %2$s, 'x') OVER w,
	%1$s(p, %2$s) OVER w, %1$s(id, %2$s, id * 1000) OVER w
FROM t WINDOW w AS (PARTITION BY g ORDER BY id) $$, f, o))
FROM unnest('{0,1,2,3,4,5,13,1024,-1,-2,-1024,"NULL"}'::text[]) WITH ORDINALITY u(o, n),
	unnest('{lag,lead}'::text[]) f ORDER BY n, f;
SELECT o, f, same(format($$
SELECT id, %1$s(b, %2$s, -1) OVER (ORDER BY id) FROM t $$, f, o))
FROM unnest('{0,1,3,15,16,17,1025,-3,2147483647,-2147483647,-2147483648,NULL::int,1 + 1,"''2''::int","length(''abc'')"}'::text[])
	WITH ORDINALITY u(o, n),
	unnest('{lag,lead}'::text[]) f ORDER BY n, f;
-- more than one, in both directions
SELECT plan_and_rows($$
SELECT id, lag(b, 3) OVER w, lead(s, 2) OVER w, lag(s) OVER w,
	lead(p, 1, (0, 'none')::pair) OVER w, lag(v, -2) OVER w,
	lead(v, -3, 0) OVER w, lead(id, 0) OVER w, lag(g, NULL, 7) OVER w,
	row_number() OVER w, rank() OVER w
FROM t WINDOW w AS (PARTITION BY g ORDER BY id) $$);
-- int2 is cast, int8 isn't
SELECT same($$ SELECT lag(b, 2::int2) OVER (ORDER BY id) FROM t $$);
SELECT same($$ SELECT lag(b, 2::int8) OVER (ORDER BY id) FROM t $$);

-- offsets as parameters of generic plans
SET plan_cache_mode = force_generic_plan;
PREPARE lags(int) AS
SELECT id, lag(b, $1, -1) OVER w, lead(s, $1, 'end') OVER w, lag(p, $1) OVER w,
	row_number() OVER w
FROM t WINDOW w AS (PARTITION BY g ORDER BY id);
SELECT plan_of('EXECUTE lags(1)');
SELECT o, same(format('EXECUTE lags(%s)', o))
FROM unnest('{0,1,2,5,-1,-3,1024,1025,100000,-100000,2147483647,-2147483647,-2147483648,"NULL"}'::text[])
	WITH ORDINALITY u(o, n) ORDER BY n;
PREPARE pairs(int, int, bigint) AS
SELECT id, lag(b, $1, $3) OVER w, lag(b, $2, $3) OVER w, lead(b, $2, $3) OVER w
FROM t WINDOW w AS (ORDER BY id);
SELECT same('EXECUTE pairs(1, 2, 5)'), same('EXECUTE pairs(-1, 1, NULL)'),
	same('EXECUTE pairs(NULL, 0, 5)'), same('EXECUTE pairs(NULL, NULL, NULL)');
PREPARE computed(int) AS
SELECT id, lag(b, $1 + 1) OVER (ORDER BY id) FROM t;
SELECT same('EXECUTE computed(1)');
RESET plan_cache_mode;
SELECT same('EXECUTE computed(1)');

-- defaults: constants, NULLs, other types, columns, expressions
SELECT d, same(format($$
SELECT id, lag(b, 2, %1$s) OVER w, lead(b, 2, %1$s) OVER w
FROM t WINDOW w AS (PARTITION BY g ORDER BY id) $$, d))
FROM unnest('{"NULL",NULL::bigint,NULL::int,7,7::int2,7::bigint,7.5,7.5::float8,''7'',id,b,v,g,id + b,-id,"(SELECT 5)","(SELECT max(x.id) FROM t x WHERE x.g = t.g)",1 / (id - 3)}'::text[])
	WITH ORDINALITY u(d, n) ORDER BY n;
SELECT d, same(format($$
SELECT id, lag(s, 1, %1$s) OVER w, lead(s, 3, %1$s) OVER w
FROM t WINDOW w AS (PARTITION BY g ORDER BY id) $$, d))
FROM unnest('{"NULL",NULL::text,''none'',''none''::varchar(2),s,s || id,"repeat(s, 3)",7,"coalesce(s, ''none'' || id)"}'::text[])
	WITH ORDINALITY u(d, n) ORDER BY n;
SELECT d, same(format($$
SELECT id, lag(p, 1, %1$s) OVER w, lead(p, 3, %1$s) OVER w
FROM t WINDOW w AS (PARTITION BY g ORDER BY id) $$, d))
FROM unnest('{"NULL",NULL::pair,"(1, ''x'')::pair","ROW(id, s)::pair",p,"(NULL, NULL)::pair"}'::text[])
	WITH ORDINALITY u(d, n) ORDER BY n;
-- a far future, as for the end of validity
SELECT same($$
SELECT id, ts, lead(ts, 1, 'infinity') OVER w, lag(ts, 1, '-infinity') OVER w,
	lead(ts, 1, 'infinity') OVER w > ts + interval '1 day'
FROM (SELECT id, g, timestamptz '2024-01-01 00:00+00' + id * interval '1 day' AS ts FROM t) x
WHERE id = 14 WINDOW w AS (PARTITION BY g ORDER BY ts) $$);
SELECT same($$
SELECT id, ts, lead(ts, 1, timestamptz '9999-12-31 00:00+00') OVER w
FROM (SELECT id, g, timestamptz '2024-01-01 00:00+00' + id * interval '1 day' AS ts FROM t) x
WINDOW w AS (PARTITION BY g ORDER BY ts) $$);

-- the argument: columns, constants, expressions, whole rows, fields
SELECT a, same(format($$
SELECT id, lag(%1$s, 1) OVER w, lead(%1$s, 2) OVER w, lead(%1$s, 0) OVER w
FROM t WINDOW w AS (PARTITION BY g ORDER BY id) $$, a))
FROM unnest('{1,NULL::int,''x''::text,id + g,"s || ''!''",t,"(p).b","ROW(id, s)","ARRAY[id, g]","to_jsonb(t)","s IS NULL","(SELECT max(id) FROM t)","(SELECT count(*) FROM t x WHERE x.id < t.id)","CASE WHEN id > 5 THEN p END",v::float8 / 3}'::text[])
	WITH ORDINALITY u(a, n) ORDER BY n;
-- of another window function
SELECT same($$
SELECT id, r, lag(r) OVER (ORDER BY id), lead(q, 1, 0) OVER (PARTITION BY r ORDER BY id)
FROM (SELECT id, rank() OVER (ORDER BY g) AS r, lag(id, 2) OVER (ORDER BY id) AS q
	FROM t) x $$);
SELECT same($$
SELECT id, lag(lag(b) OVER w) OVER w FROM t WINDOW w AS (ORDER BY id) $$);
-- unknown literals
SELECT same($$ SELECT lag('x') OVER (ORDER BY id), lead('x', 1, 'y') OVER (ORDER BY id) FROM t $$);

-- ties and partitions without order
SELECT same($$ SELECT g, lag(g) OVER (ORDER BY g), lead(g, 3) OVER (ORDER BY g) FROM t $$);
SELECT same($$ SELECT g, lag(g) OVER (PARTITION BY g), lead(g, 3, -1) OVER (PARTITION BY g) FROM t $$);
SELECT same($$ SELECT lag(id) OVER (), lead(id, 2) OVER () FROM t $$);
