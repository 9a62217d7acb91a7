\ir helpers.psql
--
-- TimescaleDB: chunks below our node, and its first and last beside ours. What
-- is under its other licence (gapfill, compression) isn't in Debian's package;
-- see gapfill.sql.
--
SET max_parallel_workers_per_gather = 0;
CREATE TABLE m (at timestamptz NOT NULL, device int, v float, s text);
SELECT 'ok' FROM create_hypertable('m', 'at', chunk_time_interval => interval '1 day');
INSERT INTO m SELECT timestamptz '2024-01-01 00:00+00' + i * interval '10 min', i % 5, i * 7919 % 1009, 's' || i FROM generate_series(0, 1500) i;
CREATE INDEX ON m (device, at);
ANALYZE m;
SELECT assert_equal('chunks', count(*) > 5, true) FROM show_chunks('m');
SELECT assert_same('SELECT at, lag(v) OVER w, lead(s, 2) OVER w, row_number() OVER w FROM m WINDOW w AS (PARTITION BY device ORDER BY at)', 'SortedWindow.*_chunk');
SELECT assert_same('SELECT at, lag(v) OVER (ORDER BY at) FROM m', 'SortedWindow.*_chunk');
SELECT assert_same('SELECT at, lag(v) OVER (ORDER BY at DESC) FROM m WHERE at > ''2024-01-05'' ORDER BY at DESC LIMIT 40', 'SortedWindow.*_chunk');
SELECT assert_same('SELECT * FROM (SELECT at, device, row_number() OVER (PARTITION BY device ORDER BY at DESC) AS r FROM m) q WHERE r <= 2', 'SortedWindow.*_chunk');
SELECT assert_same('SELECT b, lag(x) OVER (PARTITION BY device ORDER BY b) FROM (SELECT time_bucket(''6 hours'', at) AS b, device, max(v) AS x FROM m GROUP BY 1, 2) q', 'SortedWindow');
SELECT assert_same('SELECT time_bucket(''6 hours'', at) AS b, device, lead(avg(v)) OVER (PARTITION BY device ORDER BY time_bucket(''6 hours'', at)) FROM m GROUP BY 1, 2', 'SortedWindow');
SELECT assert_same('SELECT * FROM (SELECT device, at, lead(at) OVER (PARTITION BY device ORDER BY at) AS next FROM m) q WHERE next - at > interval ''1 min'' AND at < now()', 'SortedWindow.*_chunk');

-- theirs and ours, in one query and alone
SELECT assert_same('SELECT device, first(v, at), sorted_window.first_value(v ORDER BY at), last(s, at), sorted_window.last_value(s ORDER BY at), sorted_window.last_value(v, at) FROM m GROUP BY device', 'pick1.*_chunk');
SELECT assert_equal('first and last', count(*) FILTER (WHERE (f, l) = (of, ol) AND (f, l) = (af, al)), 5::bigint) FROM (
	SELECT device, first(v, at) AS f, last(s, at) AS l, sorted_window.first_value(v ORDER BY at) AS of, sorted_window.last_value(s ORDER BY at) AS ol,
		(array_agg(v ORDER BY at))[1] AS af, (array_agg(s ORDER BY at DESC))[1] AS al FROM m GROUP BY device) q;
SELECT assert_same('SELECT last(v, at), sorted_window.last_value(v ORDER BY at), first(s, at), sorted_window.first_value(s ORDER BY at) FROM m', 'pick1');
SELECT assert_same('SELECT time_bucket(''12 hours'', at), last(v, at), sorted_window.last_value(v ORDER BY at), lag(last(v, at)) OVER (ORDER BY time_bucket(''12 hours'', at)) FROM m GROUP BY 1', 'SortedWindow.*pick1');
SELECT assert_equal('theirs alone', last(v, at)::text || first(s, at), (SELECT v || 's0' FROM m ORDER BY at DESC LIMIT 1)) FROM m;

-- chunks one by one, and in workers
SET enable_partitionwise_aggregate = on;
SELECT assert_same('SELECT device, sorted_window.last_value(s ORDER BY at), sorted_window.first_value(v, at) FROM m GROUP BY device', 'pick1');
SELECT assert_same('SELECT time_bucket(''1 day'', at), device, sorted_window.last_value(ROW(v, s) ORDER BY at)::text FROM m GROUP BY 1, 2', 'pick1');
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SELECT assert_same('SELECT device, last(v, at), sorted_window.last_value(s ORDER BY at), sorted_window.first_value(v, at) FROM m GROUP BY device', 'Gather.*pick1');
-- DML over chunks
UPDATE m SET s = x.l FROM (SELECT at, device, lag(s, 1, 'none') OVER (PARTITION BY device ORDER BY at) AS l FROM m) x WHERE x.at = m.at AND x.device = m.device AND m.at < '2024-01-01 00:50+00';
SELECT assert_equal('updated chunk', count(*), 5::bigint) FROM m WHERE s = 'none';
