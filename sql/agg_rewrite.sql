\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set aggregates :abs_srcdir '/sql/include/aggregates.psql'
\set ECHO none
\i :helpers
\set ECHO none
\i :aggregates
--
-- What the planner makes of ORDER BY inside first_value and last_value.
--
CREATE TABLE t (g int, k int, v text, w int);
INSERT INTO t SELECT i % 5, (i * 7919) % 1009, 'v' || i, i FROM generate_series(1, 1000) i;
ANALYZE t;

EXPLAIN (COSTS OFF) SELECT g, sorted_window.last_value(v ORDER BY k) FROM t GROUP BY g;
SELECT calls('SELECT g, sorted_window.last_value(v ORDER BY k DESC, w NULLS FIRST) FROM t GROUP BY g');
SELECT calls('SELECT g, sorted_window.last_value(v, k, w) FROM t GROUP BY g');

-- the settings
SET sorted_window.rewrite_order_by = off;
SELECT calls('SELECT sorted_window.last_value(v ORDER BY k), sorted_window.last_value(w, k) FROM t');
SET sorted_window.coalesce = off;
SELECT calls('SELECT sorted_window.last_value(v ORDER BY k), sorted_window.last_value(w, k) FROM t');
SET sorted_window.rewrite_order_by = on;
SELECT calls('SELECT sorted_window.last_value(v ORDER BY k), sorted_window.last_value(w, k) FROM t');
RESET sorted_window.coalesce;

-- left alone: distinct, volatile, input order, OVER
SELECT calls('SELECT sorted_window.last_value(DISTINCT v ORDER BY v), sorted_window.first_value(w) FROM t');
SELECT calls('SELECT sorted_window.last_value(v ORDER BY random()) FROM t')
UNION SELECT calls('SELECT sorted_window.last_value(random() ORDER BY k) FROM t')
UNION SELECT calls('SELECT sorted_window.last_value(v ORDER BY k) FILTER (WHERE random() < 2) FROM t')
UNION SELECT calls('SELECT sorted_window.last_value(v, k) OVER () FROM t');

-- wherever it is: views, CTEs, sublinks, set operations, functions in FROM
CREATE VIEW latest AS SELECT g, sorted_window.last_value(v ORDER BY k) AS v FROM t GROUP BY g;
SELECT pg_get_viewdef('latest') ~ 'last_value\((t\.)?v ORDER BY (t\.)?k\)' AS as_written;
SELECT calls('SELECT * FROM latest WHERE g = 1');
SELECT calls('WITH q AS MATERIALIZED (SELECT sorted_window.first_value(v ORDER BY k) FROM t) SELECT * FROM q, q r');
SELECT calls('SELECT (SELECT sorted_window.first_value(v ORDER BY k) FROM t WHERE g = o.g) FROM t o');
SELECT calls('SELECT sorted_window.first_value(v ORDER BY k) FROM t UNION ALL SELECT sorted_window.last_value(v ORDER BY k) FROM t');
SELECT calls('SELECT * FROM t o, LATERAL (SELECT sorted_window.first_value(v ORDER BY abs(k - o.k)) AS x FROM t) s');
SELECT calls('INSERT INTO t SELECT g, 1, sorted_window.last_value(v ORDER BY k) FROM t GROUP BY g');
SELECT calls('SELECT g FROM t GROUP BY g HAVING sorted_window.last_value(w ORDER BY k) > 3 ORDER BY sorted_window.first_value(w ORDER BY k)');

-- an aggregate of the outer query inside a subquery, subqueries inside one
SELECT g, (SELECT sorted_window.first_value(o.v ORDER BY o.k) || count(*) FROM t i WHERE i.w < 3) AS got, (array_agg(v ORDER BY k))[1] || 2 AS want
FROM t o WHERE w < 20 GROUP BY g ORDER BY g;
SELECT sorted_window.last_value((SELECT max(w) FROM t i WHERE i.g = o.g) ORDER BY (SELECT count(*) FROM t i WHERE i.k < o.k), (SELECT sorted_window.first_value(i.k ORDER BY i.w) FROM t i)) AS got,
	(array_agg((SELECT max(w) FROM t i WHERE i.g = o.g) ORDER BY (SELECT count(*) FROM t i WHERE i.k < o.k) DESC))[1] AS want
FROM t o WHERE w < 20;
SELECT g, (SELECT sorted_window.last_value(i.w + sorted_window.first_value(o.w ORDER BY o.k) ORDER BY i.w) FROM t i WHERE i.w < 10) AS got FROM t o WHERE w < 20 GROUP BY g ORDER BY g;

-- generic plans
SET plan_cache_mode = force_generic_plan;
PREPARE p (int) AS SELECT g, sorted_window.last_value(v ORDER BY abs(k - $1), w) AS got, (array_agg(v ORDER BY abs(k - $1) DESC, w DESC))[1] = sorted_window.last_value(v ORDER BY abs(k - $1), w) AS ok
FROM t WHERE w <> $1 GROUP BY g ORDER BY g;
EXECUTE p (5);
EXECUTE p (500);
DEALLOCATE p;
RESET plan_cache_mode;

-- who mayn't execute the function doesn't get round that
CREATE ROLE sw_nobody;
GRANT USAGE ON SCHEMA test TO sw_nobody;
GRANT SELECT ON t TO sw_nobody;
REVOKE EXECUTE ON FUNCTION sorted_window.last_value(anyelement) FROM PUBLIC;
SET ROLE sw_nobody;
SELECT sorted_window.first_value(w ORDER BY k) FROM t;
SELECT sorted_window.last_value(w ORDER BY k) FROM t;
RESET ROLE;
GRANT EXECUTE ON FUNCTION sorted_window.last_value(anyelement) TO PUBLIC;
DROP OWNED BY sw_nobody;
DROP ROLE sw_nobody;

-- foreign tables: the call as written may be shipped
CREATE EXTENSION postgres_fdw;
CREATE SERVER elsewhere FOREIGN DATA WRAPPER postgres_fdw OPTIONS (extensions 'sorted_window');
CREATE USER MAPPING FOR CURRENT_USER SERVER elsewhere;
CREATE FOREIGN TABLE f (g int, k int, v text) SERVER elsewhere;
SELECT agg_nodes('SELECT sorted_window.last_value(v ORDER BY k) FROM f');
SELECT calls('SELECT sorted_window.last_value(v ORDER BY k), sorted_window.last_value(g ORDER BY k) FROM f');
SELECT calls('SELECT sorted_window.last_value(t.v ORDER BY t.k) FROM t JOIN (SELECT * FROM f) s USING (g)');
CREATE TABLE part (g int, k int, v text) PARTITION BY LIST (g);
ALTER TABLE part ATTACH PARTITION f FOR VALUES IN (1);
SELECT calls('SELECT g, sorted_window.last_value(v ORDER BY k), sorted_window.last_value(k ORDER BY k) FROM part GROUP BY g');
DROP EXTENSION postgres_fdw CASCADE;

-- tables that Citus lists are left alone, wherever the query reads them; the
-- list is a stand-in for its own
SET allow_system_table_mods = on;
CREATE TABLE pg_catalog.pg_dist_partition (other text, logicalrelid regclass);
CREATE TABLE spread (g int, k int, v text);
INSERT INTO pg_dist_partition VALUES ('', 'spread');
SELECT calls('SELECT g, sorted_window.last_value(v ORDER BY k), sorted_window.last_value(k ORDER BY k) FROM spread GROUP BY g');
SELECT calls('SELECT g, sorted_window.last_value(v, k) FROM spread GROUP BY g');
SELECT calls('SELECT sorted_window.last_value(v ORDER BY k) FROM t WHERE EXISTS (SELECT FROM spread)');
SELECT calls('WITH s AS MATERIALIZED (SELECT * FROM spread) SELECT * FROM s, (SELECT sorted_window.last_value(v ORDER BY k) FROM t) l');
SELECT calls('SELECT sorted_window.last_value(v ORDER BY k) FROM t');
ALTER TABLE pg_catalog.pg_dist_partition DROP COLUMN logicalrelid;
SELECT calls('SELECT sorted_window.last_value(v ORDER BY k) FROM spread');
DROP TABLE pg_catalog.pg_dist_partition;
RESET allow_system_table_mods;
SELECT calls('SELECT sorted_window.last_value(v ORDER BY k) FROM spread');

-- a field keeps its type modifier
CREATE TABLE modified (n numeric(8,3), v varchar(7), k int);
CREATE TABLE selected AS
SELECT (sorted_window.last_value(m ORDER BY k)).n, (sorted_window.last_value(m ORDER BY k)).v FROM modified m;
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'selected'::regclass AND attnum > 0 ORDER BY attnum;
