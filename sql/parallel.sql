\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- Parallel query.  Core never has a worker compute window functions, so
-- parallelism is below the scan, or beside it.
--
CREATE TABLE big (id int, g int, s text);
INSERT INTO big SELECT i, i % 10, 's' || i FROM generate_series(1, 5000) i;
CREATE TABLE small (id int PRIMARY KEY, n int);
INSERT INTO small SELECT i, i * 3 FROM generate_series(1, 50) i;
ANALYZE big;
ANALYZE small;
-- plpgsql loops don't run in parallel, tables made from queries do
CREATE FUNCTION same_table(query text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_config('sorted_window.enabled', 'on', true);
	EXECUTE 'CREATE TEMP TABLE mine AS ' || query;
	PERFORM set_config('sorted_window.enabled', 'off', true);
	EXECUTE 'CREATE TEMP TABLE core AS ' || query;
	PERFORM set_config('sorted_window.enabled', 'on', true);
	IF EXISTS (SELECT * FROM (TABLE mine EXCEPT ALL TABLE core) d) OR
		EXISTS (SELECT * FROM (TABLE core EXCEPT ALL TABLE mine) d) THEN
		RETURN 'DIFFERENT';
	END IF;
	RETURN format('same %s rows', (SELECT count(*) FROM mine));
END $$;
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET min_parallel_index_scan_size = 0;

SELECT plan_of($$ SELECT id, row_number() OVER (ORDER BY id), lead(s) OVER (ORDER BY id) FROM big $$);
SELECT same_table($$ SELECT id, row_number() OVER (ORDER BY id), lead(s) OVER (ORDER BY id) FROM big $$);
DROP TABLE mine, core;
-- beside a join
SET enable_hashjoin = off;
SET enable_mergejoin = off;
SET enable_material = off;
SELECT plan_of($$ SELECT b.id, w.* FROM big b, LATERAL (SELECT n, lag(n) OVER (ORDER BY id) AS p, lead(n, 2) OVER (ORDER BY id) AS l, row_number() OVER (ORDER BY id) AS rn FROM small WHERE id BETWEEN b.g AND b.g + 5 OFFSET 0) w WHERE w.rn <= 3 $$);
SELECT same_table($$ SELECT b.id, w.* FROM big b, LATERAL (SELECT n, lag(n) OVER (ORDER BY id) AS p, lead(n, 2) OVER (ORDER BY id) AS l, row_number() OVER (ORDER BY id) AS rn FROM small WHERE id BETWEEN b.g AND b.g + 5 OFFSET 0) w WHERE w.rn <= 3 $$);
DROP TABLE mine, core;
SELECT plan_of($$ SELECT max(l) FROM (SELECT lead(n) OVER (ORDER BY n) AS l FROM small) w, big b WHERE b.id = w.l $$);
SELECT max(l) FROM (SELECT lead(n) OVER (ORDER BY n) AS l FROM small) w, big b WHERE b.id = w.l;
SELECT n, p, l, count(*) FROM (SELECT b.id, w.* FROM big b, LATERAL (SELECT n, lag(n) OVER (ORDER BY id) AS p, lead(n, 2) OVER (ORDER BY id) AS l FROM small WHERE id BETWEEN b.g AND b.g + 1) w) x GROUP BY 1, 2, 3 ORDER BY 1, 2, 3 LIMIT 5;
RESET enable_hashjoin;
RESET enable_mergejoin;
RESET enable_material;

-- every plan that can go to a worker goes there, where core allows it
DO $$
BEGIN
	PERFORM set_config(name, 'on', false) FROM pg_settings
	WHERE name IN ('force_parallel_mode', 'debug_parallel_query');
END $$;
SELECT plan_of($$ SELECT n, lag(n) OVER (ORDER BY id), lead(n, 2, -1) OVER (ORDER BY id) FROM small $$);
SELECT same_table($$ SELECT n, lag(n) OVER (ORDER BY id), lead(n::text, 2, 'x') OVER (ORDER BY id), rank() OVER (ORDER BY n % 7) , lag(small) OVER (ORDER BY id) AS whole FROM small $$);
DROP TABLE mine, core;
SELECT same_table($$ SELECT * FROM (SELECT n, row_number() OVER (PARTITION BY n % 3 ORDER BY id) AS rn, lead(n) OVER (ORDER BY id) FROM small) x WHERE rn <= 4 $$);
DROP TABLE mine, core;
-- parameters get there, errors come back
PREPARE shifted(int, int) AS SELECT n, lag(n, $1) OVER w, rn FROM (SELECT n, id, row_number() OVER (ORDER BY id) AS rn FROM small) x WHERE rn <= $2 WINDOW w AS (ORDER BY id);
SET plan_cache_mode = force_generic_plan;
EXECUTE shifted(2, 4);
EXECUTE shifted(NULL, 2);
SELECT lag(1 / (n - 6)) OVER (ORDER BY id) FROM small;
SELECT plan_of('EXECUTE shifted(2, 4)');
