-- What SQLsmith is let loose on: tables of many types with NULLs and ties, and
-- views whose windows and aggregates are ours to run. It makes such calls of
-- its own rarely, but it reads from views all the time.
CREATE EXTENSION IF NOT EXISTS sorted_window;
CREATE SCHEMA smith;
SET search_path = smith;

CREATE TYPE pair AS (a int, b text);
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE DOMAIN posint AS int CHECK (VALUE > 0);

CREATE TABLE facts (
	id int PRIMARY KEY, g int, k numeric, f float8, s text, c char(6), b bool,
	ts timestamptz, d date, iv interval, u uuid, j jsonb, arr int[], p pair,
	e mood, n2 int2, i8 int8, pos posint, by bytea, wide text);
INSERT INTO facts
SELECT i, nullif(i % 7, 0), nullif(i % 5, 3) / 4.0,
	CASE i % 11 WHEN 0 THEN 'NaN'::float8 WHEN 1 THEN NULL ELSE i % 6 END::float8,
	nullif(chr(97 + i % 9), 'd'), chr(98 + i % 4), nullif(i % 3, 0) = 1,
	'2026-01-01'::timestamptz + i % 40 * interval '1 hour', '2026-01-01'::date + i % 13,
	i % 6 * interval '12 hours', md5((i % 20)::text)::uuid, jsonb_build_object('i', i % 8),
	CASE WHEN i % 6 > 0 THEN ARRAY[i % 4, NULL] END,
	CASE WHEN i % 8 > 0 THEN ROW(i % 3, chr(99 + i % 5))::pair END,
	(enum_range(NULL::mood))[1 + i % 4], i % 9 - 4, i * 1000000007::int8 % 17, 1 + i % 10,
	decode(md5((i % 12)::text), 'hex'),
	CASE WHEN i % 25 = 0 THEN repeat(md5(i::text), 200) ELSE repeat('w', i % 50) END
FROM generate_series(1, 150) i;
CREATE INDEX ON facts (g, k, id);
CREATE INDEX ON facts (s, ts) INCLUDE (id, g, wide);
CREATE INDEX ON facts (d DESC NULLS LAST);

CREATE TABLE few (id int PRIMARY KEY, g int, k numeric, s text);
INSERT INTO few SELECT i, i % 3, nullif(i % 4, 0), chr(96 + i) FROM generate_series(1, 12) i;
CREATE INDEX ON few (g, k);
CREATE TABLE none (LIKE few INCLUDING ALL);
CREATE TABLE part (id int, g int, k numeric, s text) PARTITION BY LIST (g);
CREATE TABLE part_1 PARTITION OF part FOR VALUES IN (0, 1);
CREATE TABLE part_2 PARTITION OF part FOR VALUES IN (2);
CREATE TABLE part_rest PARTITION OF part DEFAULT;
INSERT INTO part SELECT i, nullif(i % 6, 5), i % 10, chr(97 + i % 20) FROM generate_series(1, 90) i;
CREATE INDEX ON part (g, k);

-- each function by itself, over an index, over a sort, over nothing
CREATE VIEW numbered AS SELECT *, row_number() OVER (ORDER BY id) AS rn FROM facts;
CREATE VIEW ranked AS SELECT id, g, k, rank() OVER w AS rank, dense_rank() OVER w AS dense
	FROM facts WINDOW w AS (PARTITION BY g ORDER BY k);
CREATE VIEW before AS SELECT id, s, ts, lag(ts) OVER w AS ts_before, lag(wide, 2, 'none') OVER w AS wide_before,
	lag(p, 1, ROW(0, 'zero')::pair) OVER w AS pair_before FROM facts WINDOW w AS (PARTITION BY s ORDER BY ts);
CREATE VIEW ahead AS SELECT id, s, ts, lead(ts, 1, 'infinity') OVER w AS ts_until, lead(wide, 3) OVER w AS wide_ahead,
	lead(arr, 2, ARRAY[id]) OVER w AS arr_ahead, lead(j) OVER w AS j_ahead FROM facts WINDOW w AS (PARTITION BY s ORDER BY ts);
CREATE VIEW unordered AS SELECT id, g, row_number() OVER () AS rn, lag(k) OVER () AS k_before, lead(s, 4) OVER () AS s_ahead FROM few;
CREATE VIEW both_ways AS SELECT id, c, iv, u, lag(iv + interval '1 day', 1, iv) OVER w AS iv_before, lead(upper(s), 1, c::text) OVER w AS s_ahead,
	lead(by, -1) OVER w AS by_before, lag(e, 0) OVER w AS e, rank() OVER w FROM facts WINDOW w AS (PARTITION BY b ORDER BY d DESC NULLS LAST, c);
-- several windows, with core's between them
CREATE VIEW chain AS SELECT id, g, row_number() OVER (PARTITION BY g ORDER BY k) AS rn, lead(s) OVER (PARTITION BY g ORDER BY id) AS s_ahead,
	sum(k) OVER (PARTITION BY g ORDER BY k) AS running, lag(f) OVER (ORDER BY f, id) AS f_before FROM facts;
-- windows over windows, run conditions, LIMIT, DISTINCT
CREATE VIEW latest AS SELECT id, g, k FROM (SELECT *, row_number() OVER (PARTITION BY g ORDER BY k DESC, id) AS rn FROM facts) q WHERE rn = 1;
CREATE VIEW top3 AS SELECT * FROM (SELECT id, s, ts, rank() OVER (PARTITION BY s ORDER BY ts) AS rank, lead(id) OVER (PARTITION BY s ORDER BY ts) AS id_ahead FROM facts) q WHERE rank <= 3;
CREATE VIEW first10 AS SELECT * FROM (SELECT id, d, row_number() OVER (ORDER BY d) AS rn FROM facts) q WHERE rn <= 10;
CREATE VIEW changes AS SELECT * FROM (SELECT id, s, e, lag(e) OVER (PARTITION BY s ORDER BY id) AS e_before FROM facts) q WHERE e IS DISTINCT FROM e_before;
CREATE VIEW islands AS SELECT g, island, min(id) AS first_id, max(id) AS last_id, count(*) FROM (
	SELECT g, id, id - row_number() OVER (PARTITION BY g ORDER BY id) AS island FROM part) q GROUP BY g, island;
CREATE VIEW gaps AS SELECT id + 1 AS gap_start, next_id - 1 AS gap_end FROM (SELECT id, lead(id) OVER (ORDER BY id) AS next_id FROM part) q WHERE next_id > id;
CREATE VIEW twice AS SELECT rn, lag(rn) OVER (ORDER BY rn DESC) AS rn_before, rank() OVER (PARTITION BY g ORDER BY rn) FROM numbered;
CREATE VIEW limited AS SELECT id, lead(k, 5) OVER (ORDER BY id) AS k_ahead FROM part ORDER BY id LIMIT 7 OFFSET 2;
CREATE VIEW different AS SELECT DISTINCT g, dense_rank() OVER (PARTITION BY g ORDER BY k) AS dense FROM part;
-- over joins, aggregation, set operations, functions, LATERAL, recursion
CREATE VIEW joined AS SELECT f.id, w.s, lag(w.s) OVER (PARTITION BY f.g ORDER BY w.id) AS s_before, row_number() OVER (PARTITION BY f.g ORDER BY w.id) AS rn FROM facts f JOIN few w ON f.g = w.g AND f.id < 60;
CREATE VIEW grouped AS SELECT g, count(*) AS n, rank() OVER (ORDER BY count(*) DESC) AS rank, lag(max(s)) OVER (ORDER BY g) AS s_before FROM facts GROUP BY ROLLUP (g);
CREATE VIEW united AS SELECT id, row_number() OVER (ORDER BY k) AS rn FROM few UNION ALL SELECT id, lead(id) OVER (ORDER BY id) FROM part UNION ALL SELECT id, lag(id) OVER () FROM none;
CREATE VIEW series AS SELECT i, lag(i, 3) OVER (ORDER BY i) AS before, lead(i, 3) OVER (ORDER BY i) AS ahead FROM generate_series(1, 40) i;
CREATE VIEW lateral_window AS SELECT w.id, q.* FROM few w, LATERAL (SELECT p.id AS part_id, lead(p.s) OVER (ORDER BY p.k, p.id) AS s_ahead, row_number() OVER (ORDER BY p.k, p.id) AS rn FROM part p WHERE p.g = w.g LIMIT 5) q;
CREATE VIEW in_subquery AS SELECT id, (SELECT max(x) FROM (SELECT lag(p.k) OVER (ORDER BY p.id) AS x FROM part p WHERE p.id <= w.id) q) AS k_max FROM few w;
CREATE VIEW recursive_window AS WITH RECURSIVE r(n, rn) AS (VALUES (1, 1::bigint) UNION ALL SELECT n + 1, row_number() OVER (ORDER BY n) FROM r WHERE n < 10) SELECT n, rn, lag(n) OVER (ORDER BY n) AS n_before FROM r;
CREATE VIEW cte_window AS WITH q AS MATERIALIZED (SELECT id, g, lead(id) OVER (PARTITION BY g ORDER BY id) AS id_ahead FROM part) SELECT a.id, b.id_ahead FROM q a JOIN q b ON a.id_ahead = b.id;
CREATE FUNCTION windowed(int) RETURNS TABLE (id int, rn bigint, k_before numeric) LANGUAGE sql STABLE AS
	'SELECT id, row_number() OVER (ORDER BY id), lag(k) OVER (ORDER BY id) FROM smith.part WHERE g = $1';
CREATE VIEW by_function AS SELECT w.id, q.rn, q.k_before FROM few w, windowed(w.g) q;
CREATE MATERIALIZED VIEW stored AS SELECT id, g, lag(id) OVER (PARTITION BY g ORDER BY id) AS id_before FROM part;

-- the aggregates: by ORDER BY and by keys, shared states, FILTER, HAVING, OVER
CREATE VIEW newest AS SELECT g, sorted_window.last_value(s ORDER BY ts, id) AS s, sorted_window.last_value(wide ORDER BY ts, id) AS wide,
	sorted_window.first_value(k ORDER BY ts, id) AS k, sorted_window.last_value(p ORDER BY ts, id) AS p FROM facts GROUP BY g;
CREATE VIEW keyed AS SELECT g, sorted_window.first_value(s, k, id) AS s, sorted_window.last_value(j, ts) AS j, sorted_window.last_value(arr, f) AS arr FROM facts GROUP BY g;
CREATE VIEW whole_rows AS SELECT (sorted_window.last_value(facts ORDER BY d DESC NULLS LAST, id)).* FROM facts GROUP BY facts.s;
CREATE VIEW sets AS SELECT g, b, sorted_window.last_value(id ORDER BY k, id) FILTER (WHERE s > 'b') AS id, sorted_window.first_value(id ORDER BY u, id) AS id_first,
	grouping(g, b) FROM facts GROUP BY CUBE (g, b) HAVING sorted_window.last_value(id ORDER BY id) > 20;
CREATE VIEW of_all AS SELECT sorted_window.first_value(ROW(id, s) ORDER BY c COLLATE "C", id)::text AS r, sorted_window.last_value(iv ORDER BY arr, id) AS iv FROM facts;
CREATE VIEW moving AS SELECT id, sorted_window.last_value(s, k) OVER (PARTITION BY g ORDER BY id) AS s, row_number() OVER (PARTITION BY g ORDER BY id) AS rn FROM facts;
CREATE VIEW over_aggregates AS SELECT g, lag(sorted_window.last_value(s ORDER BY id)) OVER (ORDER BY g) AS s_before, rank() OVER (ORDER BY sorted_window.first_value(k ORDER BY id)) AS rank FROM part GROUP BY g;
CREATE VIEW correlated AS SELECT id, (SELECT sorted_window.last_value(p.s ORDER BY p.k, p.id) FROM part p WHERE p.g = w.g AND p.id > w.id) AS s FROM few w;

CREATE ROLE smith LOGIN;
GRANT USAGE ON SCHEMA smith TO smith;
GRANT ALL ON ALL TABLES IN SCHEMA smith TO smith;
ALTER ROLE smith SET search_path = smith, sorted_window, public;

-- SQLsmith takes anyrange and the like for types, so that the parser would
-- refuse half of its queries. Without these operators it has fewer such values
-- to make up; those that sorting and hashing need stay.
SET allow_system_table_mods = on;
DELETE FROM pg_operator WHERE (oprleft::regtype::text ~ '^any.*range$' OR oprright::regtype::text ~ '^any.*range$')
	AND oid NOT IN (SELECT amopopr FROM pg_amop JOIN pg_am a ON a.oid = amopmethod WHERE amname IN ('btree', 'hash'));
RESET allow_system_table_mods;

ANALYZE;
