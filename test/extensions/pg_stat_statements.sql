\ir helpers.psql
--
-- pg_stat_statements: a query is the same one with ours on and off, and what is
-- counted is the client's, not what the planner makes of it.
--
SET max_parallel_workers_per_gather = 0;
SELECT 'ok' FROM pg_stat_statements_reset();
SELECT count(l) FROM (SELECT lag(s, 1, 'none') OVER (ORDER BY id) AS l FROM t WHERE id < 100) counted_window;
SET sorted_window.enabled = off;
SELECT count(l) FROM (SELECT lag(s, 2, 'other') OVER (ORDER BY id) AS l FROM t WHERE id < 200) counted_window;
RESET sorted_window.enabled;
SELECT assert_equal('window queries', string_agg(calls || ' ' || rows || ' ' || plans, ';'), '2 2 2') FROM pg_stat_statements WHERE query ~ '^SELECT count\(l\).*counted_window' AND query ~ 'lag\(s, \$1, \$2\)';
SELECT g, sorted_window.last_value(s ORDER BY id), sorted_window.last_value(k ORDER BY id) FROM t counted_groups GROUP BY g LIMIT 3;
SET sorted_window.rewrite_order_by = off;
SELECT g, sorted_window.last_value(s ORDER BY id), sorted_window.last_value(k ORDER BY id) FROM t counted_groups GROUP BY g LIMIT 4;
RESET sorted_window.rewrite_order_by;
SELECT assert_equal('aggregate queries', string_agg(calls || ' ' || rows, ';'), '2 7') FROM pg_stat_statements WHERE query ~ '^SELECT g, sorted_window.last_value.*counted_groups';
SELECT assert_equal('nothing of the rewrite', count(*), 0::bigint) FROM pg_stat_statements WHERE query ~ '^SELECT.*pick[0-9]+\(';
-- nested ones
SELECT count(*) FROM inside(100);
SELECT assert_equal('inside a function', sum(calls), 1::numeric) FROM pg_stat_statements WHERE query ~ '^SELECT lead\(s, \$' AND NOT toplevel;
