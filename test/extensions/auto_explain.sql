\ir helpers.psql
--
-- auto_explain: every format of every plan; what is logged, look_at_log checks.
--
SET max_parallel_workers_per_gather = 0;
SELECT 'ok ' || count(l) FROM (SELECT id, lead(s, 2) OVER (PARTITION BY g ORDER BY id) AS l, row_number() OVER (PARTITION BY g ORDER BY id) AS r FROM t) q WHERE r <= 3;
SELECT 'ok ' || count(*) FROM inside(500);
SELECT 'ok ' || sorted_window.last_value(s ORDER BY id) || sorted_window.last_value(k ORDER BY id) FROM t;
SET auto_explain.log_format = json;
SELECT 'ok ' || count(l) FROM (SELECT lead(s, 2) OVER w AS l, rank() OVER w FROM t WINDOW w AS (PARTITION BY g ORDER BY id)) q;
SET auto_explain.log_format = xml;
SELECT 'ok ' || count(l) FROM (SELECT lead(s, 2) OVER w AS l, rank() OVER w FROM t WINDOW w AS (PARTITION BY g ORDER BY id)) q;
SET auto_explain.log_format = yaml;
SELECT 'ok ' || count(l) FROM (SELECT lead(s, 2) OVER w AS l, rank() OVER w FROM t WINDOW w AS (PARTITION BY g ORDER BY id)) q;
RESET auto_explain.log_format;
-- sorts and filters above, generic plans again and again, a cached plan
PREPARE p(int) AS SELECT * FROM (SELECT g, lag(s, $1) OVER (PARTITION BY g ORDER BY id) AS l, dense_rank() OVER (ORDER BY k) AS d FROM t) q WHERE l > 's2' ORDER BY d DESC, l LIMIT 1;
SET plan_cache_mode = force_generic_plan;
EXECUTE p(1);
EXECUTE p(1);
EXECUTE p(3);
EXPLAIN (VERBOSE, COSTS OFF) EXECUTE p(2);
SELECT 'ok';
