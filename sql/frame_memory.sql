\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- Peers that are held, and rows of frames, stay within work_mem: beyond it
-- they go to a tuplestore.
--
CREATE TABLE t (id int, g int, k int, wide text);
ALTER TABLE t ALTER wide SET STORAGE EXTERNAL;
INSERT INTO t SELECT i, i % 2, i / 700, repeat(md5(i::text), 20) FROM generate_series(1, 3000) i;
ANALYZE t;
CREATE FUNCTION held(query text) RETURNS SETOF text LANGUAGE sql AS $$
	SELECT trim(l) FROM analyzed(query) l WHERE l ~ 'Held|Storage'
$$;
SET work_mem = '64kB';
SELECT held($$ SELECT id, sum(id) OVER (ORDER BY k), wide FROM t $$);
SELECT held($$ SELECT id, max(wide) OVER (ORDER BY id ROWS BETWEEN 100 PRECEDING AND 1 FOLLOWING) FROM t $$);
SELECT q, same(q) FROM unnest(ARRAY[
	$$ SELECT id, sum(id) OVER (ORDER BY k), md5(wide) FROM t $$,
	$$ SELECT id, md5(last_value(wide) OVER (PARTITION BY g ORDER BY k)), md5(nth_value(wide, 650) OVER (PARTITION BY g ORDER BY k)), md5(max(wide) OVER (PARTITION BY g ORDER BY k)) FROM t $$,
	$$ SELECT id, count(*) OVER (PARTITION BY g), md5(last_value(wide) OVER (PARTITION BY g)) FROM t $$,
	$$ SELECT id, md5(max(wide) OVER w), md5(first_value(wide) OVER w), md5(nth_value(wide, 30) OVER w), md5(lag(wide, 40) OVER w) FROM t WINDOW w AS (PARTITION BY g ORDER BY id ROWS BETWEEN 60 PRECEDING AND 1 PRECEDING) $$,
	$$ SELECT id, md5(min(wide) OVER w), count(wide) OVER w, md5(last_value(wide) OVER w), md5(lead(wide, 20) OVER w), row_number() OVER w FROM t WINDOW w AS (PARTITION BY g ORDER BY id ROWS BETWEEN 40 PRECEDING AND 50 FOLLOWING) $$,
	$$ SELECT id, sum(length(wide || id)) OVER (ORDER BY id ROWS BETWEEN 30 FOLLOWING AND 60 FOLLOWING) FROM t $$,
	$$ SELECT id, sum(length(wide)) FILTER (WHERE wide > '5') OVER (ORDER BY id ROWS BETWEEN 200 PRECEDING AND 3 FOLLOWING) FROM t $$,
	$$ SELECT x.i, y.* FROM generate_series(1, 3) x (i), LATERAL (SELECT id, count(*) OVER (ORDER BY k), md5(wide) FROM t WHERE id < 700 * x.i OFFSET 0) y $$,
	$$ SELECT x.i, y.* FROM generate_series(1, 3) x (i), LATERAL (SELECT id, count(*) OVER (ORDER BY k), md5(wide) FROM t WHERE id > 700 * x.i LIMIT 20) y $$,
	$$ SELECT * FROM (SELECT id, count(*) OVER (PARTITION BY g ORDER BY k) AS c, md5(wide) FROM t) q WHERE c <= 800 $$]) q;
BEGIN;
DECLARE c CURSOR FOR SELECT id, sum(id) OVER (ORDER BY k), md5(wide) FROM (SELECT * FROM t ORDER BY k, id OFFSET 0) q;
FETCH 1 FROM c;
MOVE 1000 IN c;
FETCH 2 FROM c;
ROLLBACK;
