\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set aggregates :abs_srcdir '/sql/include/aggregates.psql'
\set ECHO none
\i :helpers
\set ECHO none
\i :aggregates
--
-- Aggregation in parts: workers, partitions, and memory that doesn't suffice.
--
CREATE TYPE pair AS (a int, b text);
CREATE TABLE t (id int, g int, k int, v text, n numeric, c pair, w text);
INSERT INTO t SELECT i, i % 11, (i * 7919) % 20011, nullif('v' || i, 'v7'), i / 8.0, ROW(i, 'c' || i)::pair, CASE WHEN i % 50 = 0 THEN repeat(md5(i::text), 80) END FROM generate_series(1, 20000) i;
ALTER TABLE t ALTER w SET STORAGE EXTERNAL;
ANALYZE t;
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET enable_sort = off;
SELECT agg_nodes('SELECT g, sorted_window.last_value(v ORDER BY k), sorted_window.first_value(n, k) FROM t GROUP BY g');
SELECT agg_nodes('SELECT sorted_window.last_value(v ORDER BY k) FROM t');
-- not by input order
SELECT agg_nodes('SELECT sorted_window.last_value(v) FROM t');

CREATE VIEW got AS SELECT g, sorted_window.first_value(v, k) f, sorted_window.last_value(n ORDER BY k) l, sorted_window.last_value(c ORDER BY k DESC, id)::text c,
	sorted_window.first_value(ROW(id, ROW(v, n)), v COLLATE "C", k)::text r, sorted_window.last_value(ROW(id, v)::pair, n, k) p, md5(sorted_window.last_value(w ORDER BY w NULLS FIRST)) w,
	sorted_window.last_value(v, k) FILTER (WHERE g = 3) x, sorted_window.last_value(id ORDER BY c) e FROM t GROUP BY g;
CREATE VIEW want AS SELECT g, (array_agg(v ORDER BY k))[1] f, (array_agg(n ORDER BY k DESC))[1] l, (array_agg(c ORDER BY k, id DESC))[1]::text c,
	(array_agg(ROW(id, ROW(v, n)) ORDER BY v COLLATE "C", k))[1]::text r, (array_agg(ROW(id, v)::pair ORDER BY n DESC, k DESC))[1] p, md5(max(w)) w,
	(array_agg(v ORDER BY k DESC) FILTER (WHERE g = 3))[1] x, (array_agg(id ORDER BY c DESC))[1] e FROM t GROUP BY g;
CREATE FUNCTION differ() RETURNS TABLE (groups bigint, same bigint, nodes text) LANGUAGE sql AS $$
	SELECT count(*), count(*) FILTER (WHERE a::text = b::text), (SELECT string_agg(n, ', ') FROM agg_nodes('TABLE got') n)
	FROM got a JOIN want b USING (g)
$$;
SET enable_sort = on;
SELECT * FROM differ();
SET parallel_leader_participation = off;
SELECT groups, same FROM differ();
SET enable_hashagg = off;
SELECT groups, same FROM differ();
RESET enable_hashagg;
-- workers without rows, nobody with rows
SELECT sorted_window.last_value(v ORDER BY k), sorted_window.first_value(ROW(id, v), k) FROM t WHERE id = 77;
SELECT sorted_window.last_value(v ORDER BY k), sorted_window.first_value(ROW(id, v), k) FROM t WHERE id < 0;

-- partitions, one by one, with columns in another order
CREATE TABLE p (id int, g int, k int, v text, r pair) PARTITION BY RANGE (id);
CREATE TABLE p1 PARTITION OF p FOR VALUES FROM (0) TO (7000);
CREATE TABLE p2 (r pair, gone int, v text, k int, id int, g int);
ALTER TABLE p2 DROP COLUMN gone;
ALTER TABLE p ATTACH PARTITION p2 FOR VALUES FROM (7000) TO (14000);
CREATE TABLE p3 PARTITION OF p DEFAULT;
INSERT INTO p SELECT id, g, k, v, c FROM t;
ANALYZE p;
SET enable_partitionwise_aggregate = on;
SET max_parallel_workers_per_gather = 0;
SELECT agg_nodes('SELECT g, sorted_window.last_value(v ORDER BY k) FROM p GROUP BY g');
SELECT count(*), count(*) FILTER (WHERE (a.f, a.l, a.r, a.p) IS NOT DISTINCT FROM (b.f, b.l, b.r, b.p)) AS same FROM
	(SELECT g, sorted_window.first_value(v, k) f, sorted_window.last_value(r ORDER BY k) l, sorted_window.last_value(p, k)::text r, (sorted_window.first_value(p, k)).id p FROM p GROUP BY g) a JOIN
	(SELECT g, (array_agg(v ORDER BY k))[1] f, (array_agg(r ORDER BY k DESC))[1] l, (array_agg(p ORDER BY k DESC))[1]::text r, (array_agg(id ORDER BY k))[1] p FROM p GROUP BY g) b USING (g);
-- parts without rows after one with, and before; a NULL that another part found
SELECT agg_nodes('SELECT sorted_window.last_value(v ORDER BY k) FROM p');
SELECT sorted_window.last_value(v ORDER BY k) FILTER (WHERE id = 100) AS early, sorted_window.last_value(v ORDER BY k) FILTER (WHERE id = 15000) AS late,
	sorted_window.first_value(nullif(id, 7), k) FILTER (WHERE id = 7) IS NULL AS gone, sorted_window.last_value(v, k) FILTER (WHERE id < 0) IS NULL AS nobody FROM p;
RESET enable_partitionwise_aggregate;

-- hash aggregation that spills
SET work_mem = '64kB';
SET enable_sort = off;
SELECT count(*), count(*) FILTER (WHERE s.v IS NOT DISTINCT FROM x.v AND length(s.w) = 96) AS same
FROM (SELECT id / 2 AS h, sorted_window.last_value(v ORDER BY id) v, sorted_window.last_value(id ORDER BY id) i, sorted_window.last_value(repeat(md5(k::text), 3), k) w FROM t GROUP BY 1) s
JOIN t x ON x.id = s.i;

-- Rows that tie: any of them in parallel, but calls that share an ordering
-- report one row, and whichever row it is, it has the greatest key.
RESET work_mem;
RESET enable_sort;
SET max_parallel_workers_per_gather = 2;
SET parallel_leader_participation = on;
SELECT agg_nodes('SELECT g, sorted_window.last_value(id ORDER BY k % 5), sorted_window.last_value(v ORDER BY k % 5) FROM t GROUP BY g');
CREATE FUNCTION ties() RETURNS TABLE (groups bigint, winners bigint, same_row bigint) LANGUAGE sql AS $$
	SELECT count(*), count(*) FILTER (WHERE x.k % 5 = q.m), count(*) FILTER (WHERE x.v IS NOT DISTINCT FROM q.v AND q.r::text = ROW(x.id, x.n)::text)
	FROM (SELECT g, max(k % 5) AS m, sorted_window.last_value(id ORDER BY k % 5) AS i, sorted_window.last_value(v ORDER BY k % 5) AS v,
			sorted_window.last_value(ROW(id, n) ORDER BY k % 5) AS r FROM t GROUP BY g) q JOIN t x ON x.id = q.i
$$;
SELECT * FROM ties();
-- kept apart, each of them answers with a row of its own, though a greatest one
SET sorted_window.coalesce = off;
SELECT groups, winners FROM ties();
RESET sorted_window.coalesce;
