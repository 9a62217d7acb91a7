\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- Aggregates over frames that begin with the partition: running sums and all
-- the others, row by row and peer group by peer group.
--
CREATE TABLE t (id int PRIMARY KEY, g int, k int, n numeric, f float8, r real, s text, b bool, iv interval);
INSERT INTO t
SELECT i, nullif(i % 4, 3), i * 7 % 5, (ARRAY[1, 1.0, 1.00, 'NaN', NULL, 1e20, -0.001]::numeric[])[1 + i % 7],
	(ARRAY[0.1, 1e17, 'NaN', -1e17, NULL, 'Infinity', 3.3]::float8[])[1 + i * 3 % 7], 0.1 + i, CASE WHEN i % 3 > 0 THEN repeat('s' || i, 1 + i % 4) END, i % 5 > 0, i * interval '1 day 3 hours'
FROM generate_series(1, 40) i;
ANALYZE t;

SELECT plan_and_rows($$ SELECT id, sum(k) OVER (PARTITION BY g ORDER BY id ROWS UNBOUNDED PRECEDING) FROM t $$);
SELECT plan_and_rows($$ SELECT id, sum(k) OVER (PARTITION BY g ORDER BY k) FROM t $$);
SELECT plan_and_rows($$ SELECT id, row_number() OVER w, sum(n) OVER w, lag(s) OVER w, lead(s, 2) OVER w, rank() OVER w, count(*) FILTER (WHERE b) OVER w, first_value(f) OVER w
	FROM t WINDOW w AS (PARTITION BY g ORDER BY k, id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) $$);
-- every frame with every aggregate; states and results by value and by reference
CREATE VIEW frames AS SELECT * FROM unnest(ARRAY['', 'ROWS UNBOUNDED PRECEDING', 'ROWS BETWEEN UNBOUNDED PRECEDING AND 2 FOLLOWING',
	'ROWS BETWEEN UNBOUNDED PRECEDING AND 2 PRECEDING', 'GROUPS UNBOUNDED PRECEDING', 'RANGE UNBOUNDED PRECEDING', 'RANGE CURRENT ROW', 'GROUPS BETWEEN CURRENT ROW AND CURRENT ROW']) f;
CREATE VIEW calls AS SELECT * FROM unnest(ARRAY['count(*)', 'count(s)', 'sum(k)', 'sum(id::int8)', 'sum(n)', 'sum(f)', 'sum(r)', 'sum(iv)', 'avg(k)', 'avg(n)', 'avg(f)', 'avg(iv)', 'stddev(n)', 'corr(f, id)',
	'min(s)', 'max(n)', 'max(iv)', 'bool_and(b)', 'array_agg(s)', 'string_agg(s, k::text)', 'json_agg(s)', 'jsonb_object_agg(id, n)', 'bit_or(k)', 'array_agg(ARRAY[k])', 'count(*) FILTER (WHERE k > 2)', 'sum(n) FILTER (WHERE b)', 'max(s || id)', 'sum((SELECT count(*) FROM t u WHERE u.k < t.k))']) c;
SELECT f, count(*) AS calls, string_agg(CASE WHEN s <> 'same 40 rows' THEN c || ': ' || s END, '; ') AS others
FROM frames, calls, same(format('SELECT id, %s OVER (PARTITION BY g ORDER BY k %s), row_number() OVER (PARTITION BY g ORDER BY k %2$s) FROM t', c, f)) s GROUP BY f ORDER BY f;
SELECT f, count(*) AS calls, string_agg(CASE WHEN s <> 'same 40 rows' THEN c || ': ' || s END, '; ') AS others
FROM frames, calls, same(format('SELECT %s OVER (ORDER BY id DESC %s) FROM t', c, f)) s GROUP BY f ORDER BY f;
-- without order all rows are peers
SELECT plan_and_rows($$ SELECT id, sum(n) OVER (PARTITION BY g), count(*) OVER (PARTITION BY g), last_value(id) OVER (PARTITION BY g) FROM t $$);
SELECT plan_and_rows($$ SELECT id, sum(n) OVER () FROM t $$);
SELECT plan_and_rows($$ SELECT id, sum(id) OVER (ROWS UNBOUNDED PRECEDING) FROM t $$);
-- in several windows, in expressions, below and above other nodes
SELECT same($$ SELECT id, sum(k) OVER (ORDER BY id), avg(k) OVER (PARTITION BY g ORDER BY id DESC), k * 100 / sum(k) OVER (PARTITION BY g) FROM t $$);
SELECT same($$ SELECT g, sum(count(*)) OVER (ORDER BY g), sum(sum(k)) OVER (ORDER BY g ROWS UNBOUNDED PRECEDING) FROM t GROUP BY g $$);
SELECT same($$ SELECT x, y.* FROM generate_series(1, 4) x, LATERAL (SELECT id, sum(id) OVER (ORDER BY id), array_agg(k) OVER (ORDER BY k) FROM t WHERE id % 4 < x) y $$);
SELECT same($$ SELECT id, sum(k) OVER (ORDER BY id), max(s) OVER (ORDER BY id) FROM t ORDER BY id LIMIT 5 $$);
-- an argument fails at the row where it fails in core
SELECT same($$ SELECT sum(1 / (k - 3)) OVER (ORDER BY k) FROM t $$);
SELECT same($$ SELECT sum(1 / (id - 3)) OVER (ORDER BY id) FROM t LIMIT 2 $$);
SELECT same($$ SELECT sum(1 / (id - 3)) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING) FROM t LIMIT 1 $$);
SELECT same($$ SELECT sum(1 / (id - 3)) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING) FROM t LIMIT 2 $$);
SELECT same($$ SELECT sum(id::int8 * 9000000000000000000) OVER (ORDER BY id) FROM t $$);
-- the extension's own aggregates
SELECT plan_and_rows($$ SELECT id, sorted_window.last_value(s, k) OVER (PARTITION BY g ORDER BY id), sorted_window.first_value(n, k, id) OVER (PARTITION BY g ORDER BY id) FROM t $$);
SELECT same($$ SELECT id, sorted_window.last_value(s, k) OVER (ORDER BY id ROWS 3 PRECEDING) FROM t $$);
SELECT sum FROM (SELECT id, sum(k) OVER (PARTITION BY g ORDER BY id) FROM t) q WHERE id <= 6 ORDER BY id;
