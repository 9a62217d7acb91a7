\ir helpers.psql
--
-- The rows of TimescaleDB's gapfill stay with WindowAgg, whose paths that edits
-- after we have seen them. gapfill/gapfill.c puts a node of its name there.
--
SET max_parallel_workers_per_gather = 0;
SELECT assert_plan('SELECT gapfill_bucket(k), lag(max(id)) OVER (ORDER BY gapfill_bucket(k)) FROM t GROUP BY 1', 'WindowAgg.*GapFill');
SELECT assert_plan('SELECT gapfill_bucket(k), lag(max(id)) OVER (ORDER BY gapfill_bucket(k)) FROM t GROUP BY 1', 'SortedWindow', false);
SELECT assert_plan('SELECT gapfill_bucket(k), lag(max(id)) OVER (ORDER BY gapfill_bucket(k)), rank() OVER (ORDER BY gapfill_bucket(k) DESC) FROM t GROUP BY 1', 'SortedWindow', false);
SELECT assert_equal('why_not', string_agg(reason, ';'), 'the rows come from TimescaleDB''s gapfill') FROM sorted_window.why_not('SELECT gapfill_bucket(k), lag(max(id)) OVER (ORDER BY gapfill_bucket(k)) FROM t GROUP BY 1');
SELECT assert_equal('rows', rows_of('SELECT gapfill_bucket(k), lag(max(id)) OVER (ORDER BY gapfill_bucket(k)), rank() OVER (ORDER BY gapfill_bucket(k) DESC) FROM t GROUP BY 1'),
	rows_of('SELECT k / 10, lag(max(id)) OVER (ORDER BY k / 10), rank() OVER (ORDER BY k / 10 DESC) FROM t GROUP BY 1'));
-- a window of a query level above streams, and so does the same without gapfill
SELECT assert_same('SELECT b, lag(m) OVER (ORDER BY b) FROM (SELECT gapfill_bucket(k) AS b, max(id) AS m FROM t GROUP BY 1) q', 'SortedWindow.*GapFill');
SELECT assert_same('SELECT k / 10, lag(max(id)) OVER (ORDER BY k / 10) FROM t GROUP BY 1', 'SortedWindow');
-- ours among gapfill's aggregates
SELECT assert_same('SELECT gapfill_bucket(k), sorted_window.last_value(s ORDER BY k, id) FROM t GROUP BY 1', 'GapFill.*pick1');
