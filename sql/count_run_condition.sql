\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- Conditions on running counts end the partition or the scan, as in core.
--
CREATE TABLE t (id int PRIMARY KEY, g int, k int, s text);
INSERT INTO t SELECT i, i % 4, i * 7 % 10, CASE WHEN i * 7 % 10 % 3 > 0 THEN 's' || i END FROM generate_series(1, 40) i;
ANALYZE t;
SELECT plan_and_rows($$ SELECT * FROM (SELECT id, count(*) OVER (ORDER BY id) AS c FROM t) q WHERE c <= 5 $$);
SELECT plan_and_rows($$ SELECT * FROM (SELECT id, count(*) OVER (PARTITION BY g ORDER BY k) AS c FROM t) q WHERE c < 4 $$);
SELECT c, f, same(format('SELECT * FROM (SELECT id, g, %s OVER (PARTITION BY g ORDER BY k %s) AS c, lead(id, 2) OVER (PARTITION BY g ORDER BY k %2$s), sum(id) OVER (PARTITION BY g ORDER BY k %2$s) FROM t) q WHERE c <= 3', c, f)), same(format('SELECT * FROM (SELECT id, %s OVER (ORDER BY k %s) AS c FROM t) q WHERE 6 > c', c, f))
FROM unnest(ARRAY['count(*)', 'count(s)', 'count(*) FILTER (WHERE k > 3)']) c,
	unnest(ARRAY['', 'ROWS UNBOUNDED PRECEDING', 'GROUPS UNBOUNDED PRECEDING', 'ROWS BETWEEN UNBOUNDED PRECEDING AND 2 FOLLOWING', 'ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING', 'ROWS 3 PRECEDING', 'GROUPS CURRENT ROW', 'ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING']) f;
-- without order, equal, beyond, NULL
SELECT q, same(q) FROM unnest(ARRAY[
	$$ SELECT * FROM (SELECT id, count(*) OVER () AS c FROM t) q WHERE c <= 5 $$,
	$$ SELECT * FROM (SELECT id, count(*) OVER () AS c FROM t) q WHERE c >= 40 $$,
	$$ SELECT * FROM (SELECT id, count(*) OVER (PARTITION BY g) AS c FROM t) q WHERE c = 10 AND id < 9 $$,
	$$ SELECT * FROM (SELECT id, count(*) OVER (ORDER BY id) AS c FROM t) q WHERE c = 7 $$,
	$$ SELECT * FROM (SELECT id, count(*) OVER (ORDER BY id) AS c FROM t) q WHERE c <= NULL $$,
	$$ SELECT * FROM (SELECT id, count(*) OVER (ORDER BY id) AS c FROM t) q WHERE c <= (SELECT 4) $$,
	$$ SELECT * FROM (SELECT id, row_number() OVER w AS rn, count(*) OVER w AS c FROM t WINDOW w AS (ORDER BY k)) q WHERE c <= 8 AND rn <= 3 $$,
	$$ SELECT * FROM (SELECT id, row_number() OVER w AS rn, last_value(s) OVER w FROM t WINDOW w AS (ORDER BY k)) q WHERE rn <= 3 $$,
	$$ SELECT * FROM (SELECT id, row_number() OVER w AS rn, sum(id) OVER w FROM t WINDOW w AS (PARTITION BY g ORDER BY k)) q WHERE rn <= 3 $$,
	$$ SELECT * FROM (SELECT id, count(*) OVER (PARTITION BY g ORDER BY id) AS c, string_agg(s, ',') OVER (PARTITION BY g ORDER BY id), sum(id) OVER (ORDER BY id) FROM t) q WHERE c <= 2 $$,
	$$ SELECT x.i, q.* FROM generate_series(1, 4) x (i), LATERAL (SELECT id, count(*) OVER (PARTITION BY g ORDER BY id) AS c FROM t) q WHERE c <= x.i $$]) q;
