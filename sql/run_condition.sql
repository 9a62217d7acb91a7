\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- Run conditions: what a query asks of row_number, rank or dense_rank ends
-- the scan, or the partition, and leaves out no row that is asked for.
--
CREATE TABLE t (id int PRIMARY KEY, g int, k int, lim int);
INSERT INTO t SELECT i, i % 4, i * 7 % 10, i % 3 FROM generate_series(1, 40) i;
CREATE INDEX ON t (g, k, id);
ANALYZE t;

-- the plan and the answer
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT plan_of($$
SELECT * FROM (SELECT id, row_number() OVER (ORDER BY id) AS rn FROM t) s WHERE rn <= 3 $$);
SELECT * FROM (SELECT id, row_number() OVER (ORDER BY id) AS rn FROM t) s WHERE rn <= 3;
SELECT plan_of($$
SELECT g, k, rn FROM (SELECT id, g, k, row_number() OVER (PARTITION BY g ORDER BY k, id) AS rn FROM t) s WHERE rn < 3 $$);
SELECT g, k, rn FROM (SELECT id, g, k, row_number() OVER (PARTITION BY g ORDER BY k, id) AS rn FROM t) s WHERE rn < 3;

-- how many rows are read: all of a partitioned window, else one more
SELECT analyzed($$
SELECT * FROM (SELECT id, row_number() OVER (ORDER BY id) AS rn FROM t) s WHERE rn <= 3 $$);
SELECT analyzed($$
SELECT * FROM (SELECT id, rank() OVER (ORDER BY g) AS r FROM t) s WHERE r <= 11 $$);
SELECT analyzed($$
SELECT * FROM (SELECT id, row_number() OVER (PARTITION BY g ORDER BY k, id) AS rn FROM t) s WHERE rn < 3 $$);
SELECT analyzed($$
SELECT * FROM (SELECT id, row_number() OVER (ORDER BY id) AS rn FROM t) s WHERE rn <= 0 $$);
SELECT analyzed($$
SELECT * FROM (SELECT id, row_number() OVER (ORDER BY id) AS rn, lead(id, 2) OVER (ORDER BY id) FROM t) s WHERE rn <= 3 $$);
-- a Sort below is told how many rows
RESET enable_seqscan;
SET enable_indexscan = off;
SET enable_indexonlyscan = off;
SELECT analyzed($$
SELECT * FROM (SELECT id, row_number() OVER (ORDER BY k, id) AS rn FROM t) s WHERE rn <= 3 $$);
SELECT analyzed($$
SELECT * FROM (SELECT id, row_number() OVER (ORDER BY k, id) AS rn, lag(id) OVER (ORDER BY k, id) FROM t) s WHERE rn < 4 $$);
SELECT analyzed($$
SELECT * FROM (SELECT id, row_number() OVER (PARTITION BY g ORDER BY k, id) AS rn FROM t) s WHERE rn <= 3 $$);
SELECT analyzed($$
SELECT * FROM (SELECT id, rank() OVER (ORDER BY k) AS rn FROM t) s WHERE rn <= 3 $$);
RESET ALL;
SET search_path = test, public;
SET client_min_messages = warning;
SET max_parallel_workers_per_gather = 0;
SET jit = off;

-- every operator, operand and window
CREATE VIEW one AS SELECT id, g, k, lim, row_number() OVER w AS rn,
	rank() OVER w AS r, dense_rank() OVER w AS dr
FROM t WINDOW w AS (ORDER BY id);
CREATE VIEW tied AS SELECT id, g, k, lim, row_number() OVER () AS n,
	rank() OVER w AS r, dense_rank() OVER w AS dr
FROM t WINDOW w AS (ORDER BY k);
CREATE VIEW parts AS SELECT id, g, k, lim, row_number() OVER (PARTITION BY g ORDER BY k, id) AS rn,
	rank() OVER (PARTITION BY g ORDER BY k) AS r, dense_rank() OVER (PARTITION BY g ORDER BY k) AS dr
FROM t;
CREATE VIEW part AS SELECT id, g, k, lim, row_number() OVER w AS rn,
	rank() OVER w AS r, dense_rank() OVER w AS dr
FROM t WINDOW w AS (PARTITION BY g ORDER BY k);
CREATE VIEW neighbours AS SELECT id, g, k, lim, row_number() OVER w AS rn,
	rank() OVER w AS r, dense_rank() OVER w AS dr, lead(id, 3) OVER w AS next, lag(id, 2) OVER w AS prev,
	lead(id, 5, -1) OVER w AS next5
FROM t WINDOW w AS (PARTITION BY g ORDER BY k, id);
CREATE VIEW onlys AS SELECT id, g, lim, row_number() OVER (PARTITION BY g ORDER BY id) AS rn,
	rank() OVER (PARTITION BY g ORDER BY id) AS r, dense_rank() OVER (PARTITION BY g ORDER BY id) AS dr FROM t;

CREATE FUNCTION all_same(queries text[]) RETURNS TABLE (answer text, number bigint)
LANGUAGE sql AS $$
	SELECT regexp_replace(same(q), 'same \d+ rows', 'same rows'), count(*)
	FROM unnest(queries) q GROUP BY 1 ORDER BY 1
$$;
SELECT v, c, all_same(array_agg(format('SELECT * FROM %s WHERE %s', v, replace(op, '?', val)))) AS answer
FROM unnest('{one,parts,neighbours}'::text[]) v,
	unnest('{rn,r,dr}'::text[]) c,
	unnest(ARRAY['@ < ?', '@ <= ?', '@ = ?', '? > @', '? >= @', '? = @',
		'@ <> ?', '@ > ?', '@ >= ?', '? < @', '@ BETWEEN 2 AND ?',
		'@ <= ? AND @ < 5', 'NOT @ > ?', '@ <= ? OR id = 40', '@ IN (2, ?)',
		'(@ <= ?) IS TRUE', '@ <= ? AND k > 3', '@ + 0 <= ?']) o (o),
	replace(o, '@', c) op,
	unnest(ARRAY['3', '1', '0', '-1', 'NULL', 'NULL::int', '3::int2',
		'2::int8', '2.5', '3.0::numeric', '2.5::float4', '2.5::float8', '''NaN''::float8',
		'''Infinity''::float8', '''-Infinity''::numeric', '''NaN''::numeric',
		'9223372036854775807', '(-9223372036854775808)', '2147483647',
		'(SELECT 3)', '(SELECT max(lim) FROM t)', '(SELECT NULL::int8)',
		'(SELECT 3 WHERE false)', 'lim', 'g + 1', 'id',
		'length(''abc'')', 'least(3, 4)', 'current_setting(''jit'')::bool::int + 2'])
		WITH ORDINALITY x (val, n)
GROUP BY v, c ORDER BY v, c;

-- rank among ties, where row_number isn't determined
SELECT all_same(array_agg(format('SELECT id, %1$s FROM tied WHERE %1$s %2$s %3$s', c, op, n)))
FROM unnest('{r,dr}'::text[]) c, unnest('{<,<=,=}'::text[]) op, generate_series(0, 42) n;
SELECT all_same(array_agg(format('SELECT id, g, k, %1$s FROM part WHERE %1$s %2$s %3$s', c, op, n)))
FROM unnest('{r,dr}'::text[]) c, unnest('{<,<=,=}'::text[]) op, generate_series(0, 11) n;

-- parameters
SET plan_cache_mode = force_generic_plan;
PREPARE i4(int) AS SELECT * FROM one WHERE rn <= $1;
PREPARE i8(int8) AS SELECT * FROM onlys WHERE $1 > rn;
PREPARE num(numeric) AS SELECT * FROM onlys WHERE r <= $1;
PREPARE eq(int2) AS SELECT * FROM onlys WHERE dr = $1;
PREPARE expr(int) AS SELECT * FROM onlys WHERE rn <= $1 + 1;
SELECT plan_of('EXECUTE i4(1)');
SELECT v, same(format('EXECUTE i4(%s)', v)), same(format('EXECUTE i8(%s)', v)),
	same(format('EXECUTE num(%s)', v)), same(format('EXECUTE eq(%s)', v)),
	same(format('EXECUTE expr(%s)', v))
FROM unnest('{"NULL",-1,0,1,2,3,10,11,40,41,32767}'::text[]) WITH ORDINALITY u (v, n) ORDER BY n;
-- the same plan with one limit after another, larger ones too
EXECUTE i4(2);
EXECUTE i4(0);
EXECUTE i4(NULL);
EXECUTE i4(3);
RESET plan_cache_mode;

-- from an outer row
SELECT plan_of($$
SELECT o.x, s.* FROM generate_series(0, 4) o (x), LATERAL (SELECT id, row_number() OVER (ORDER BY id) AS rn FROM t) s WHERE s.rn <= o.x $$);
SELECT same($$
SELECT o.x, s.* FROM generate_series(4, -1, -1) o (x), LATERAL (SELECT id, row_number() OVER (ORDER BY id) AS rn, lead(id) OVER (ORDER BY id) AS next FROM t OFFSET 0) s WHERE s.rn <= o.x $$);
SELECT same($$
SELECT o.x, s.* FROM generate_series(-1, 4) o (x),
LATERAL (SELECT * FROM (SELECT id, g, row_number() OVER (PARTITION BY g ORDER BY id) AS rn, lead(id, 2) OVER (PARTITION BY g ORDER BY id) AS next FROM t) i WHERE i.rn <= o.x) s $$);
SELECT same($$
SELECT o.x, (SELECT count(*) FROM (SELECT row_number() OVER (ORDER BY k, id) AS rn FROM t) i WHERE i.rn <= o.x),
	(SELECT max(r) FROM (SELECT dense_rank() OVER (ORDER BY k) AS r FROM t) i WHERE i.r < o.x)
FROM (VALUES (3), (NULL), (0), (100), (-5), (7)) o (x) $$);
SELECT plan_and_rows($$
SELECT o.x, s.* FROM (VALUES (1), (3), (NULL), (0), (100), (-5), (2)) o (x),
LATERAL (SELECT * FROM (SELECT id, g, row_number() OVER (PARTITION BY g ORDER BY id) AS rn, lead(id, 2) OVER (PARTITION BY g ORDER BY id) AS next FROM t) i WHERE i.rn <= o.x OFFSET 0) s $$);
SELECT same($$
SELECT o.x, (SELECT max(id) FROM (SELECT id, rank() OVER (ORDER BY k) AS r FROM t) i WHERE i.r <= o.x),
	(SELECT count(*) FROM (SELECT dense_rank() OVER (PARTITION BY g ORDER BY k) AS r FROM t) i WHERE i.r = o.x)
FROM (VALUES (1), (3), (NULL), (0), (100), (-5), (2)) o (x) $$);

-- a chain: the condition of a lower window doesn't cut what upper ones need
SELECT plan_and_rows($$
SELECT * FROM (SELECT id, g, k, row_number() OVER (PARTITION BY g ORDER BY k, id) AS rn,
	row_number() OVER (PARTITION BY g ORDER BY id DESC) AS back FROM t) s WHERE rn <= 2 $$);
SELECT plan_and_rows($$
SELECT * FROM (SELECT id, g, k, row_number() OVER (PARTITION BY g ORDER BY k, id) AS rn,
	sum(id) OVER (PARTITION BY g) AS total FROM t) s WHERE rn <= 2 $$);
SELECT same($$
SELECT * FROM (SELECT id, g, k, row_number() OVER (ORDER BY k, id) AS rn,
	lead(id) OVER (ORDER BY id) AS next, rank() OVER (ORDER BY g) AS r, count(*) OVER () FROM t) s WHERE rn <= 5 AND r <= 30 $$);
SELECT same($$
SELECT * FROM (SELECT id, g, row_number() OVER (ORDER BY g, id) AS rn, lag(g::text, 1, 'none') OVER (ORDER BY g, id) AS l,
	lead(id) OVER (ORDER BY id DESC) AS next FROM t) s WHERE rn <= 5 $$);
SELECT all_same(array_agg(format($$
SELECT * FROM (SELECT id, g, k, row_number() OVER (%1$s) AS a, rank() OVER (%2$s) AS b, lead(k::text, 2) OVER (%1$s) AS c, lag(k, 1, id) OVER (%2$s) AS d FROM t) s WHERE %3$s $$, x, y, c)))
FROM unnest(ARRAY['ORDER BY id', 'PARTITION BY g ORDER BY id', 'PARTITION BY g ORDER BY k, id']) x,
	unnest(ARRAY['ORDER BY id DESC', 'PARTITION BY k ORDER BY id', 'PARTITION BY g, k ORDER BY id', 'PARTITION BY g ORDER BY id']) y,
	unnest(ARRAY['a <= 2', 'b <= 2', 'a <= 2 AND b <= 1', 'b < 3 AND id < 30', 'a = 1 AND b = 1', 'a <= 2 OR b <= 2', 'a <= b', 'a <= 0', 'b <= NULL']) c;

-- windows of windows
SELECT same($$
SELECT * FROM (SELECT s.*, row_number() OVER (ORDER BY rn, id) AS again
	FROM (SELECT id, g, row_number() OVER (PARTITION BY g ORDER BY id) AS rn FROM t) s WHERE rn <= 3) q WHERE again <= 5 $$);
-- the column of the condition isn't selected
SELECT same($$ SELECT id FROM (SELECT id, row_number() OVER (ORDER BY k, id) AS rn FROM t) s WHERE rn <= 5 $$);
SELECT same($$ SELECT count(*) FROM (SELECT id, row_number() OVER (PARTITION BY g ORDER BY k, id) AS rn FROM t) s WHERE rn <= 5 $$);
SELECT same($$ SELECT max(rn) FROM (SELECT id, row_number() OVER (ORDER BY k, id) AS rn FROM t) s WHERE rn <= 5 $$);
-- LIMIT and a condition
SELECT same($$ SELECT * FROM onlys WHERE rn <= 3 ORDER BY g, id LIMIT 4 OFFSET 1 $$);
SELECT same($$ SELECT * FROM neighbours WHERE rn <= 3 ORDER BY g, k, id LIMIT 7 $$);
-- conditions on lag and lead aren't run conditions
SELECT plan_and_rows($$ SELECT * FROM (SELECT id, lag(id, 1, 0) OVER (ORDER BY id) AS l FROM t) s WHERE l <= 3 $$);
-- no rows
SELECT same($$ SELECT * FROM (SELECT id, row_number() OVER (ORDER BY id) AS rn FROM t WHERE false) s WHERE rn <= 3 $$);
SELECT same($$ SELECT * FROM (SELECT id, row_number() OVER (ORDER BY id) AS rn FROM t WHERE id > 100) s WHERE rn <= 3 $$);
SELECT same($$ SELECT * FROM (SELECT row_number() OVER () AS rn) s WHERE rn <= 3 $$);
