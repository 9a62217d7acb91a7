\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set aggregates :abs_srcdir '/sql/include/aggregates.psql'
\set ECHO none
\i :helpers
\set ECHO none
\i :aggregates
--
-- A group's memory is that of its winning row, however many rows have won.
--
-- Bytes in use, by all contexts of this backend.
CREATE FUNCTION used() RETURNS bigint LANGUAGE sql VOLATILE AS
	'SELECT sum(used_bytes)::bigint FROM pg_backend_memory_contexts';
-- One group, so the use of memory is sampled while it goes on.
CREATE FUNCTION growth(call text, n int, source text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	result bigint;
BEGIN
	EXECUTE format('SELECT max(m) FILTER (WHERE i > %s / 2) - max(m) FILTER (WHERE i <= %s / 2) FROM (
		SELECT i, x, CASE WHEN i %% (%s / 20) = 0 THEN used() END AS m FROM (
			SELECT i, %s AS x FROM (SELECT i, %s FROM generate_series(1, %s) i) r WINDOW w AS (ORDER BY i)) o OFFSET 0) s',
		n, n, n, call, source, n) INTO result;
	RETURN CASE WHEN result < 100000 THEN 'none' ELSE result::text END;
END
$$;
-- as window aggregates: every row wins and the state can be watched
SELECT growth('sorted_window.last_value(i, i) OVER w', 200000, '1');
SELECT growth('length(sorted_window.last_value(v, i) OVER w)', 100000, 'repeat(''x'', i % 700) AS v');
SELECT growth('sorted_window.last_value(ROW(i, v, i), i) OVER w IS NULL', 100000, 'repeat(''x'', (i * 7919) % 900) AS v');
SELECT growth('sorted_window.last_value(i, v) OVER w', 20000, 'lpad(i::text, 400, ''0'') AS v');

-- as plain aggregates, sampled while they go on
SELECT length(x), max - min < 100000 AS bounded FROM (
	SELECT sorted_window.last_value(v ORDER BY i) AS x, max(m), min(m) FROM (
		SELECT i, repeat('x', i % 700) AS v, CASE WHEN i % 10000 = 0 THEN used() END AS m FROM generate_series(1, 200000) i OFFSET 0) s) q;
SELECT x IS NOT NULL AS ok, max - min < 100000 AS bounded FROM (
	SELECT sorted_window.last_value(ROW(i, v, i * 2.5) ORDER BY i) AS x, max(m), min(m) FROM (
		SELECT i, repeat('x', i % 700) AS v, CASE WHEN i % 10000 = 0 THEN used() END AS m FROM generate_series(1, 200000) i OFFSET 0) s) q;
-- a huge value doesn't stay: 30 MB, then small ones
SELECT length(x), after < 1000000 AS given_back FROM (
	SELECT sorted_window.last_value(v ORDER BY i) AS x, max(m) FILTER (WHERE i > 10) - max(m) FILTER (WHERE i = 1) AS after FROM (
		SELECT i, repeat('x', CASE WHEN i = 5 THEN 30000000 ELSE 100 END) AS v, CASE WHEN i % 10 = 1 THEN used() END AS m FROM generate_series(1, 100) i OFFSET 0) s) q;
