\ir helpers.psql
--
-- What must hold beside every other extension.
--
LOAD 'sorted_window';
SET max_parallel_workers_per_gather = 0;
CREATE TABLE t (id int PRIMARY KEY, g int, k int, s text);
INSERT INTO t SELECT i, i % 7, i * 7919 % 211, nullif('s' || i % 50, 's13') FROM generate_series(1, 500) i;
CREATE INDEX ON t (g, id);
ANALYZE t;
CREATE VIEW v AS SELECT id, g, lead(s, 2) OVER w AS l, rank() OVER w AS r FROM t WINDOW w AS (PARTITION BY g ORDER BY k);
CREATE VIEW a AS SELECT g, sorted_window.last_value(s ORDER BY id) AS l, sorted_window.first_value(k, id) AS f FROM t GROUP BY g;
-- for other files: inside a function
CREATE FUNCTION inside(int) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY SELECT lead(s, 2) OVER (PARTITION BY g ORDER BY id) FROM t WHERE id < $1;
END $$;

SELECT assert_same('SELECT id, row_number() OVER w, rank() OVER w, dense_rank() OVER w, lag(s) OVER w, lead(s, 2, ''x'') OVER w FROM t WINDOW w AS (PARTITION BY g ORDER BY id)');
SELECT assert_same('SELECT id, lag(k) OVER (ORDER BY id), lead(k, 3) OVER (PARTITION BY g ORDER BY k, id) FROM t');
SELECT assert_same('SELECT * FROM (SELECT id, row_number() OVER (PARTITION BY g ORDER BY k, id) AS r FROM t) q WHERE r <= 3');
SELECT assert_same('SELECT id, sum(k) OVER (ORDER BY id), lag(k) OVER (PARTITION BY g ORDER BY id) FROM t');
SELECT assert_same('SELECT * FROM v WHERE g = 3');
SELECT assert_same('SELECT g, lag(max(k)) OVER (ORDER BY g) FROM t GROUP BY g');
SELECT assert_same('SELECT t.id, x.* FROM t, LATERAL (SELECT lead(u.k) OVER (ORDER BY u.id) FROM t u WHERE u.g = t.g LIMIT 2) x WHERE t.id < 20');
SELECT assert_same('WITH c AS MATERIALIZED (SELECT id, lag(s) OVER (ORDER BY id) AS l FROM t) SELECT * FROM c JOIN v USING (id)');
SELECT assert_same('SELECT g, sorted_window.last_value(s ORDER BY id), sorted_window.last_value(k ORDER BY id) FROM t GROUP BY g', 'pick2\(');
SELECT assert_same('SELECT sorted_window.first_value(ROW(s, k) ORDER BY k, id)::text FROM t', 'pick1\(');
SELECT assert_same('SELECT * FROM a', 'pick1\(');
SELECT assert_same('SELECT g, sorted_window.last_value(s, k, id), lag(sorted_window.first_value(k ORDER BY id)) OVER (ORDER BY g) FROM t GROUP BY g', 'SortedWindow.*pick1');
SELECT assert_equal('inside a function', count(*), 499::bigint) FROM inside(500);
SELECT assert_equal('why_not', string_agg(streams::text, ' ' ORDER BY functions), 'true false') FROM sorted_window.why_not('SELECT lag(k) OVER (ORDER BY id), ntile(2) OVER (ORDER BY k) FROM t');

-- generic plans, cursors, statements that write
SET plan_cache_mode = force_generic_plan;
PREPARE p(int) AS SELECT md5(string_agg(q::text, ';')) FROM (SELECT id, lag(s, $1) OVER w, lead(s, $1) OVER w FROM t WINDOW w AS (ORDER BY id)) q;
CREATE TABLE got1 AS EXECUTE p(2);
CREATE TABLE got2 AS EXECUTE p(2);
SET sorted_window.enabled = off;
PREPARE q(int) AS SELECT md5(string_agg(q::text, ';')) FROM (SELECT id, lag(s, $1) OVER w, lead(s, $1) OVER w FROM t WINDOW w AS (ORDER BY id)) q;
CREATE TABLE got3 AS EXECUTE q(2);
RESET sorted_window.enabled;
SELECT assert_equal('generic plans', count(DISTINCT md5) || ' ' || count(md5), '1 3') FROM (TABLE got1 UNION ALL TABLE got2 UNION ALL TABLE got3) q;
BEGIN;
DECLARE c SCROLL CURSOR FOR SELECT lead(id, 2) OVER (ORDER BY id) FROM t;
MOVE 100 IN c;
MOVE BACKWARD 50 IN c;
CREATE TABLE fetched (n int);
DO $$ DECLARE c refcursor := 'c'; n int; BEGIN FETCH c INTO n; INSERT INTO fetched VALUES (n); END $$;
COMMIT;
SELECT assert_equal('cursor', n, 53) FROM fetched;
UPDATE t SET s = x.l FROM (SELECT id, lead(s) OVER (ORDER BY id) AS l FROM t) x WHERE x.id = t.id AND t.s IS NULL;
SELECT assert_equal('update', count(*), 0::bigint) FROM t WHERE s IS NULL;

-- workers
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SELECT assert_same('SELECT g, sorted_window.last_value(s ORDER BY k, id), sorted_window.first_value(id ORDER BY k, id) FROM t GROUP BY g', 'Gather.*PARTIAL sorted_window.pick1');
SET enable_indexscan = off;
SELECT assert_same('SELECT id, lag(s) OVER (ORDER BY id) FROM t', 'SortedWindow.*Gather');
