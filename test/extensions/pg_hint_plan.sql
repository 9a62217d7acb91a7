\ir helpers.psql
--
-- pg_hint_plan: hints about scans, joins and settings go on to work below and
-- about our node.
--
SET max_parallel_workers_per_gather = 0;
SELECT assert_same('/*+ SeqScan(t) */ SELECT id, lag(s) OVER (ORDER BY id) FROM t');
-- a hint belongs to the statement that begins with it
CREATE FUNCTION hinted(hint text, query text, pattern text, wanted boolean) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	line text;
	plan text := '';
BEGIN
	FOR line IN EXECUTE '/*+ ' || hint || ' */ EXPLAIN (VERBOSE, COSTS OFF) ' || query LOOP
		plan := plan || line || E'\n';
	END LOOP;
	IF (plan ~ pattern) IS DISTINCT FROM wanted THEN
		RAISE EXCEPTION '%: %', hint, plan;
	END IF;
	RETURN 'ok ' || hint;
END $$;
SELECT hinted('SeqScan(t)', 'SELECT id, lag(s) OVER (ORDER BY id) FROM t', 'SortedWindow.*Sort.*Seq Scan', true);
SELECT hinted('IndexScan(t)', 'SELECT id, lag(s) OVER (ORDER BY id) FROM t', 'SortedWindow.*Index Scan', true);
SELECT hinted('IndexScan(t)', 'SELECT id, lag(s) OVER (ORDER BY id) FROM t', 'Sort Key', false);
SELECT hinted('NestLoop(t u)', 'SELECT t.id, lag(u.s) OVER (ORDER BY t.id) FROM t JOIN t u USING (id)', 'SortedWindow.*Nested Loop', true);
SELECT hinted('HashJoin(t u)', 'SELECT t.id, lag(u.s) OVER (ORDER BY t.id) FROM t JOIN t u USING (id)', 'SortedWindow.*Hash Join', true);
SELECT hinted('Rows(t u #1000)', 'SELECT t.id, lag(u.s) OVER (ORDER BY t.id) FROM t JOIN t u USING (id)', 'SortedWindow', true);
SELECT hinted('Set(sorted_window.enabled off)', 'SELECT id, lag(s) OVER (ORDER BY id) FROM t', 'SortedWindow', false);
SELECT hinted('Set(sorted_window.enabled off)', 'SELECT id, lag(s) OVER (ORDER BY id) FROM t', 'WindowAgg', true);
SELECT hinted('Set(sorted_window.max_offset 1)', 'SELECT id, lag(s, 2) OVER (ORDER BY id) FROM t', 'SortedWindow', false);
SELECT hinted('SeqScan(t)', 'SELECT g, sorted_window.last_value(s ORDER BY id) FROM t WHERE id = 3 GROUP BY g', 'pick1.*Seq Scan', true);
-- and the next statement is without
SELECT hinted('', 'SELECT id, lag(s) OVER (ORDER BY id) FROM t', 'SortedWindow', true);
SET pg_hint_plan.enable_hint = off;
SELECT hinted('Set(sorted_window.enabled off)', 'SELECT id, lag(s) OVER (ORDER BY id) FROM t', 'SortedWindow', true);
