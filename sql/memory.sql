\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- What is held back stays within work_mem: beyond it rows go to a tuplestore.
--
CREATE TABLE t (id int, g int, wide text);
ALTER TABLE t ALTER wide SET STORAGE EXTERNAL;
INSERT INTO t SELECT i, i % 2, repeat(md5(i::text), 20) FROM generate_series(1, 3000) i;
ANALYZE t;
-- what of the node's lines tells where rows are
CREATE FUNCTION held(query text) RETURNS SETOF text LANGUAGE sql AS $$
	SELECT trim(l) FROM analyzed(query) l WHERE l ~ 'Held|Storage'
$$;
SET work_mem = '64kB';
SELECT held($$ SELECT id, lead(wide, 1000) OVER (ORDER BY id) FROM t $$);
SELECT held($$ SELECT id, lead(id) OVER (ORDER BY id), wide FROM t $$);
SELECT q, same(q) FROM unnest(ARRAY[
	$$ SELECT id, md5(wide), md5(lead(wide, 1000) OVER (ORDER BY id)) FROM t $$,
	$$ SELECT id, md5(lag(wide, 1000) OVER (ORDER BY id)) FROM t $$,
	$$ SELECT id, md5(lag(wide, 1000, wide) OVER w), md5(lead(wide, 1000, wide || 'x') OVER w), lead(id, 3) OVER w, lag(wide, 2) OVER w = lead(wide, 5) OVER w, row_number() OVER w FROM t WINDOW w AS (PARTITION BY g ORDER BY id) $$,
	$$ SELECT id, md5(lead(wide, 400) OVER w), md5(lag(wide, 300) OVER w), wide IS NULL FROM t WINDOW w AS (PARTITION BY id / 500 ORDER BY id) $$,
	$$ SELECT id, lead(wide, 700) OVER (ORDER BY id) < wide, lag(wide, 700) OVER (ORDER BY id DESC) > wide FROM t $$,
	$$ SELECT x.i, y.* FROM generate_series(1, 3) x (i), LATERAL (SELECT id, md5(lead(wide, 500) OVER (ORDER BY id)) FROM t WHERE id < 300 * x.i) y $$,
	$$ SELECT * FROM (SELECT id, row_number() OVER (ORDER BY id) AS rn, md5(lead(wide, 900) OVER (ORDER BY id)) FROM t) q WHERE rn <= 1500 $$,
	$$ SELECT id, lead(wide, 1000) OVER (ORDER BY id) IS NULL FROM t LIMIT 10 $$,
	$$ SELECT id, lead(id, 1024) OVER (ORDER BY id), lag(id, 1024) OVER (ORDER BY id) FROM t $$]) q;
-- again and again in one scan, and given up halfway
SELECT same($$ SELECT x.i, y.* FROM generate_series(1, 3) x (i), LATERAL (SELECT id, md5(lead(wide, 600) OVER (ORDER BY id)) FROM t WHERE id < 500 * x.i OFFSET 0) y $$);
SELECT same($$ SELECT x.i, y.* FROM generate_series(1, 3) x (i), LATERAL (SELECT id, md5(lead(wide, 600) OVER (ORDER BY id)) FROM t WHERE id > 500 * x.i LIMIT 20) y $$);
BEGIN;
DECLARE c CURSOR FOR SELECT id, md5(lead(wide, 800) OVER (ORDER BY id)), md5(lag(wide, 1000) OVER (ORDER BY id)) FROM t;
FETCH 1 FROM c;
MOVE 1000 IN c;
FETCH 2 FROM c;
ROLLBACK;
-- a parameter that says how many
SET plan_cache_mode = force_generic_plan;
PREPARE shifted(int) AS SELECT id, md5(lag(wide, $1) OVER w), md5(lead(wide, $1) OVER w) FROM t WINDOW w AS (ORDER BY id);
SELECT n, same(format('EXECUTE shifted(%s)', n)) FROM unnest('{0,1,100,2999,3000,5000,-1500,1000000000}'::int[]) n;
RESET plan_cache_mode;
RESET work_mem;

-- one huge value, then small ones: its memory isn't kept
CREATE TABLE huge (id int, v text);
INSERT INTO huge SELECT i, CASE i WHEN 50 THEN (SELECT string_agg(md5(n::text), '') FROM generate_series(1, 350000) n) ELSE 'v' || i END FROM generate_series(1, 200) i;
ANALYZE huge;
SELECT same($$ SELECT id, length(v), md5(lead(v) OVER (ORDER BY id)), md5(lag(v, 3) OVER (ORDER BY id)) FROM huge $$);
SET work_mem = '64kB';
SELECT same($$ SELECT id, length(v), md5(lead(v) OVER (ORDER BY id)), md5(lag(v, 3) OVER (ORDER BY id)) FROM huge $$);
RESET work_mem;
SELECT same($$ SELECT id, md5(lead(v || '') OVER (ORDER BY id)), md5(lag(upper(v), 3, v) OVER (ORDER BY id)) FROM huge $$);
SET work_mem = '100MB';
SELECT same($$ SELECT id, md5(lead(v || '') OVER (ORDER BY id)), md5(lag(upper(v), 3, v) OVER (ORDER BY id)) FROM huge $$);
CREATE FUNCTION context_bytes() RETURNS bigint LANGUAGE sql VOLATILE AS $$
	SELECT sum(total_bytes) FROM pg_backend_memory_contexts
$$;
BEGIN;
DECLARE c CURSOR FOR SELECT id, length(lead(v || '') OVER (ORDER BY id)) AS ahead FROM huge;
FETCH 1 FROM c;
SELECT context_bytes() AS before \gset
MOVE 48 IN c;
FETCH 1 FROM c;
MOVE 50 IN c;
SELECT (context_bytes() - :before) / 1000000 < 5 AS given_back;
ROLLBACK;
RESET work_mem;

-- many partitions, one row each and two rows each
SELECT same($$ SELECT sum(l), count(*) FROM (SELECT lead(i, 1, i) OVER (PARTITION BY i / 2 ORDER BY i) AS l FROM generate_series(1, 100000) i) q $$);
SELECT held($$ SELECT lead(i, 1, i) OVER (PARTITION BY i / 2 ORDER BY i) FROM generate_series(1, 100000) i $$);

-- a file of held rows is replaced when most of them have gone, with one row left
SET work_mem = '64kB';
SELECT count(*), count(*) FILTER (WHERE left(l, 8) IS DISTINCT FROM lpad((i + 1)::text, 8, '0') AND i < 3000) AS wrong
FROM (SELECT i, lead(v) OVER () AS l
	FROM (SELECT i, lpad(i::text, 8, '0') || repeat('x', CASE i WHEN 1 THEN 70000 ELSE 20000 END) AS v
		FROM generate_series(1, 3000) i OFFSET 0) q OFFSET 0) q;
SELECT held($$ SELECT lead(v) OVER () FROM (SELECT repeat('x', CASE i WHEN 1 THEN 70000 ELSE 20000 END) AS v FROM generate_series(1, 3000) i OFFSET 0) q $$);
RESET work_mem;
