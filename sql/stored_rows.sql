\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- Scans below the node hand on their rows as they are stored, without picking
-- columns, where they can.
--

-- How many columns the scan of a query's plan has, and how its rows compare.
CREATE FUNCTION scan_columns(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	plan jsonb;
BEGIN
	EXECUTE 'EXPLAIN (VERBOSE, COSTS OFF, FORMAT JSON) ' || query INTO plan;
	plan := jsonb_path_query_array(plan, '$.**?(@."Custom Plan Provider" == "SortedWindow").Plans[0]') -> -1;
	RETURN format('%s: %s; %s', plan ->> 'Node Type', plan -> 'Output', same(query));
END $$;

CREATE TABLE t (a int, dropped int, b int, c text, n name, PRIMARY KEY (a, b));
INSERT INTO t SELECT i / 7, i, i, 'c' || i % 3, 'n' || i % 5 FROM generate_series(1, 50) i;
CREATE INDEX t_b_a ON t (b, a, b);
CREATE INDEX t_n ON t (n, a) INCLUDE (c);
VACUUM ANALYZE t;
SET enable_sort = off;
SET enable_seqscan = off;
SET enable_bitmapscan = off;

-- index-only scans have the columns of the index
SELECT scan_columns($$ SELECT row_number() OVER (PARTITION BY a ORDER BY b) FROM t $$);
SELECT scan_columns($$ SELECT a, sum(a) OVER (ORDER BY b), lead(b) OVER (ORDER BY b) FROM t $$);
SELECT scan_columns($$ SELECT c, lag(c) OVER (ORDER BY n), first_value(a) OVER (ORDER BY n ROWS 3 PRECEDING), n FROM t $$);

-- index scans have those of the table
SET enable_indexonlyscan = off;
SELECT scan_columns($$ SELECT c, lead(c) OVER (PARTITION BY a ORDER BY b), rank() OVER (PARTITION BY a ORDER BY b) FROM t WHERE b > 9 $$);
-- also sequential and bitmap scans
RESET enable_seqscan;
SELECT scan_columns($$ SELECT a, sum(b) OVER (ROWS 2 PRECEDING), count(*) OVER () FROM t $$);
SET enable_seqscan = off;
SET enable_indexscan = off;
RESET enable_bitmapscan;
SELECT scan_columns($$ SELECT a, sum(b) OVER (ROWS UNBOUNDED PRECEDING) FROM t WHERE a < 4 $$);
RESET enable_indexscan;
SET enable_bitmapscan = off;

-- but not if something else is asked for than columns
SELECT scan_columns($$ SELECT ctid = lag(ctid) OVER (ORDER BY b, a), b FROM t $$);
SELECT scan_columns($$ SELECT lag(t) OVER (PARTITION BY a ORDER BY b) FROM t $$);
SELECT scan_columns($$ SELECT a + 1, row_number() OVER (PARTITION BY a ORDER BY b), tableoid::regclass FROM t $$);
CREATE INDEX t_expr ON t (lower(c), b);
ANALYZE t;
SELECT scan_columns($$ SELECT lag(b) OVER (PARTITION BY lower(c) ORDER BY b) FROM t $$);

-- nor if rows were stored by another definition of the table
ALTER TABLE t DROP COLUMN dropped;
SELECT scan_columns($$ SELECT c, lead(c) OVER (PARTITION BY a ORDER BY b) FROM t WHERE b > 9 $$);
CREATE TABLE u (a int PRIMARY KEY);
INSERT INTO u SELECT generate_series(1, 20);
ALTER TABLE u ADD COLUMN b int DEFAULT 5;
INSERT INTO u SELECT i, i FROM generate_series(21, 40) i;
SELECT scan_columns($$ SELECT b, lag(b) OVER (ORDER BY a) FROM u $$);

-- parents, whose children may have another shape
CREATE TABLE parent (a int, b int) PARTITION BY RANGE (a);
CREATE TABLE low (b int, a int);
ALTER TABLE parent ATTACH PARTITION low FOR VALUES FROM (0) TO (10);
CREATE TABLE high PARTITION OF parent FOR VALUES FROM (10) TO (20);
CREATE INDEX ON parent (a, b);
INSERT INTO parent SELECT i % 20, i FROM generate_series(0, 99) i;
VACUUM ANALYZE parent;
SELECT scan_columns($$ SELECT a, b, lag(b) OVER (PARTITION BY a ORDER BY b) FROM parent WHERE a < 5 $$);
SELECT scan_columns($$ SELECT a, b, lag(b) OVER (PARTITION BY a ORDER BY b) FROM parent WHERE a > 15 $$);

-- an index that can search for a column but not return it
RESET enable_indexonlyscan;
CREATE TABLE points (p point, c circle);
INSERT INTO points SELECT point(i, -i), circle(point(i, i), 1) FROM generate_series(1, 30) i;
CREATE INDEX ON points USING gist (p, c);
VACUUM ANALYZE points;
SELECT scan_columns($$ SELECT p, count(*) OVER (ORDER BY p <-> point(0, 0) ROWS UNBOUNDED PRECEDING) FROM points $$);

-- rows that are written while others are read
WITH moved AS (UPDATE t SET b = b + 100 FROM (SELECT b AS old, lead(b) OVER (PARTITION BY a ORDER BY b) AS next FROM t) s
	WHERE t.b = s.old AND s.next IS NULL RETURNING t.b, s.old)
SELECT count(*), min(b - old), max(b - old) FROM moved;
