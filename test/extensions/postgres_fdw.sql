\ir helpers.psql
--
-- postgres_fdw, with this server as its own remote one: windows stream over
-- foreign scans, and aggregates are shipped as they are written.
--
SET max_parallel_workers_per_gather = 0;
SELECT current_setting('unix_socket_directories') AS socket, current_setting('port') AS port, current_database() AS database \gset
CREATE SERVER loopback FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host :'socket', port :'port', dbname :'database', extensions 'sorted_window');
CREATE SERVER plain FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host :'socket', port :'port', dbname :'database');
CREATE USER MAPPING FOR CURRENT_USER SERVER loopback;
CREATE USER MAPPING FOR CURRENT_USER SERVER plain;
CREATE FOREIGN TABLE f (id int, g int, k int, s text) SERVER loopback OPTIONS (schema_name 'beside', table_name 't');
CREATE FOREIGN TABLE h (id int, g int, k int, s text) SERVER plain OPTIONS (schema_name 'beside', table_name 't');
ANALYZE f;
ANALYZE h;
SELECT assert_same('SELECT id, lag(s) OVER w, lead(s, 2) OVER w, rank() OVER w FROM f WINDOW w AS (PARTITION BY g ORDER BY id)', 'SortedWindow.*Foreign Scan');
SELECT assert_same('SELECT * FROM (SELECT id, row_number() OVER (ORDER BY k, id) AS r FROM f) q WHERE r <= 7', 'SortedWindow.*Foreign Scan');
SELECT assert_same('SELECT f.id, lag(t.s) OVER (ORDER BY f.id) FROM f JOIN t USING (id)', 'SortedWindow.*Foreign Scan');

-- the same rows as over the local table, shipped or not
CREATE FUNCTION assert_like_local(query text, pattern text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	PERFORM assert_plan(query, pattern);
	RETURN assert_equal(query, rows_of(query), rows_of(regexp_replace(query, 'FROM \w+', 'FROM t')));
END $$;
SELECT assert_like_local('SELECT g, sorted_window.last_value(s, k, id), sorted_window.first_value(k, id) FROM f GROUP BY g', 'Remote SQL: SELECT g, sorted_window.last_value\(');
SELECT assert_like_local('SELECT g, sorted_window.last_value(s ORDER BY k, id) FROM f GROUP BY g', 'Remote SQL: SELECT g, sorted_window.last_value\(s ORDER BY k');
SELECT assert_like_local('SELECT sorted_window.last_value(s, k, id) FILTER (WHERE g = 2) FROM f', 'Remote SQL: SELECT sorted_window.last_value\(');
SELECT assert_like_local('SELECT g, sorted_window.last_value(s, k, id) FROM h GROUP BY g', 'Aggregate.*Foreign Scan');
SELECT assert_like_local('SELECT g, sorted_window.last_value(s ORDER BY k, id), sorted_window.last_value(ROW(id, s) ORDER BY k, id)::text FROM h GROUP BY g', 'Aggregate.*Foreign Scan');
SELECT assert_like_local('SELECT g, sorted_window.first_value(ROW(id, s) ORDER BY k, id)::text FROM f GROUP BY g', 'Foreign Scan');

-- partitions, some foreign, scanned at the same time
CREATE TABLE p (id int, g int, k int, s text) PARTITION BY RANGE (id);
CREATE TABLE p_local PARTITION OF p FOR VALUES FROM (0) TO (250);
CREATE TABLE r1 AS SELECT * FROM t WHERE id BETWEEN 250 AND 399;
CREATE TABLE r2 AS SELECT * FROM t WHERE id >= 400;
CREATE FOREIGN TABLE p1 PARTITION OF p FOR VALUES FROM (250) TO (400) SERVER loopback OPTIONS (schema_name 'beside', table_name 'r1', async_capable 'true');
CREATE FOREIGN TABLE p2 PARTITION OF p FOR VALUES FROM (400) TO (1000) SERVER plain OPTIONS (schema_name 'beside', table_name 'r2', async_capable 'true');
INSERT INTO p_local SELECT * FROM t WHERE id < 250;
ANALYZE p;
SELECT assert_same('SELECT id, lag(s) OVER w, lead(s, 2) OVER w FROM p WINDOW w AS (PARTITION BY g ORDER BY id)', 'SortedWindow.*Foreign Scan');
SELECT assert_like_local('SELECT g, sorted_window.last_value(s ORDER BY k, id), sorted_window.first_value(id, k, id) FROM p GROUP BY g', 'Foreign Scan');
SET enable_partitionwise_aggregate = on;
SELECT assert_like_local('SELECT g, sorted_window.last_value(s ORDER BY k, id), sorted_window.first_value(id, k, id) FROM p GROUP BY g', 'Foreign Scan');
SELECT assert_like_local('SELECT g, sorted_window.first_value(s, k, id) FROM p GROUP BY g', 'Foreign Scan');
-- writing, with a window over what is read
UPDATE f SET s = x.l FROM (SELECT id, lag(s, 2, 'first') OVER (ORDER BY id) AS l FROM h) x WHERE x.id = f.id AND f.id <= 2;
SELECT assert_equal('foreign update', string_agg(s, ',' ORDER BY id), 'first,first') FROM t WHERE id <= 2;
