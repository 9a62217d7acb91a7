\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- EXPLAIN: formats, options, what stands above the scan, plans that are kept.
--
CREATE TABLE t (id int PRIMARY KEY, g int, k int, s text);
INSERT INTO t SELECT i, i % 5, i * 7 % 11, 's' || i FROM generate_series(1, 20) i;
ANALYZE t;
CREATE FUNCTION is_balanced(xml text) RETURNS boolean LANGUAGE sql AS $$
	SELECT regexp_count(xml, '<[A-Za-z][^<>]*>') = regexp_count(xml, '</')
$$;
-- what the node says in a format that isn't for people
CREATE FUNCTION node_in(format text, options text, query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	out text := '';
	line text;
BEGIN
	FOR line IN EXECUTE format('EXPLAIN (FORMAT %s, COSTS OFF, %s) %s', format, options, query) LOOP
		out := out || line || E'\n';
	END LOOP;
	IF format = 'XML' AND NOT is_balanced(out) THEN
		RETURN NEXT 'NOT WELL FORMED';
	ELSIF format = 'JSON' THEN
		PERFORM out::json;
	END IF;
	FOREACH line IN ARRAY string_to_array(out, E'\n') LOOP
		IF line ~ 'Custom.Plan.Provider|Window:|"Window"|<Window>|Functions|Run.Condition|Rows.Held|Memory|Storage|Item>.*\(|^ *- ".*\(' AND line !~ 'Query|Sort|Peak|Output|Tuples|JIT' THEN
			RETURN NEXT regexp_replace(line, '(Memory\D*)\d+', '\1N');
		END IF;
	END LOOP;
END $$;
SELECT plan_of($$ SELECT id, lag(s, 2, 'x') OVER w, rank() OVER w FROM t WINDOW w AS (PARTITION BY g ORDER BY k DESC, id) $$);
SELECT analyzed($$ SELECT id, lag(s, 2, 'x') OVER w, lead(s, 3) OVER w FROM t WINDOW w AS (PARTITION BY g ORDER BY k DESC, id) $$);
SELECT analyzed($$ SELECT id, lag(s, 2, 'x') OVER w FROM t WINDOW w AS (PARTITION BY g ORDER BY k DESC, id) $$);
SELECT analyzed($$ SELECT id, lag(s, 2, 'x') OVER w FROM t WHERE false WINDOW w AS (PARTITION BY g ORDER BY k DESC, id) $$);
SELECT node_in('JSON', 'ANALYZE, TIMING OFF, SUMMARY OFF, BUFFERS OFF', $$ SELECT * FROM (SELECT id, lead(s, 2, '"<&') OVER w, row_number() OVER w AS rn FROM t WINDOW w AS (PARTITION BY g ORDER BY k, id)) q WHERE rn < 3 $$);
SELECT node_in('YAML', 'ANALYZE, TIMING OFF, SUMMARY OFF, BUFFERS OFF', $$ SELECT * FROM (SELECT id, lead(s, 2, '"<&') OVER w, row_number() OVER w AS rn FROM t WINDOW w AS (PARTITION BY g ORDER BY k, id)) q WHERE rn < 3 $$);
SELECT node_in('XML', 'ANALYZE, TIMING OFF, SUMMARY OFF, BUFFERS OFF', $$ SELECT * FROM (SELECT id, lead(s, 2, '"<&') OVER w, row_number() OVER w AS rn FROM t WINDOW w AS (PARTITION BY g ORDER BY k, id)) q WHERE rn < 3 $$);
SELECT node_in('JSON', 'VERBOSE', $$ SELECT id, lead(s) OVER (ORDER BY id) FROM t $$);
SELECT explain_lines('VERBOSE, COSTS OFF', $$ SELECT id, lead(s || g) OVER (PARTITION BY k + 1 ORDER BY id) FROM t $$);

-- everything that can be above it can be shown, in every format, again and again
CREATE TABLE queries (n int GENERATED ALWAYS AS IDENTITY, q text);
INSERT INTO queries (q) VALUES
	($$ SELECT id, lag(s) OVER (ORDER BY id) AS l FROM t ORDER BY l DESC, rank() OVER (ORDER BY k) $$),
	($$ SELECT * FROM (SELECT id, lag(s) OVER (ORDER BY id) AS l, rank() OVER (ORDER BY k) AS r FROM t) q WHERE l > 's1' AND r % 2 = 0 $$),
	($$ SELECT * FROM (SELECT id, row_number() OVER (ORDER BY id) AS l, rank() OVER (PARTITION BY g ORDER BY k) AS r FROM t) q WHERE l <= 10 AND r <= 2 $$),
	($$ SELECT lag(s) OVER (ORDER BY id) || 'x', upper(lead(s) OVER (ORDER BY id)), row_number() OVER () + 1 FROM t $$),
	($$ SELECT r, count(*), max(l) FROM (SELECT lag(s) OVER (ORDER BY id) AS l, rank() OVER (ORDER BY g) AS r FROM t) q GROUP BY r HAVING count(*) > 1 ORDER BY r $$),
	($$ SELECT DISTINCT rank() OVER (ORDER BY g) FROM t $$),
	($$ SELECT row_number() OVER (ORDER BY id DESC), sum(k) OVER (ORDER BY id), sum(k) OVER (PARTITION BY g) FROM t ORDER BY 3, 1 $$),
	($$ SELECT a.id, b.r FROM (SELECT id, rank() OVER (ORDER BY g) AS r FROM t) a JOIN (SELECT id, dense_rank() OVER (ORDER BY g) AS r FROM t) b ON a.r = b.r $$),
	($$ SELECT x, y.* FROM generate_series(1, 2) x, LATERAL (SELECT lead(id + x, 1, x) OVER (ORDER BY id) FROM t WHERE g = x) y $$),
	($$ SELECT (SELECT max(r) FROM (SELECT row_number() OVER (ORDER BY id) AS r FROM t i WHERE i.g = o.g) q WHERE r <= o.k) FROM t o $$),
	($$ SELECT lag(id, 1, (SELECT max(k) FROM t)) OVER (ORDER BY (SELECT min(k) FROM t), id) FROM t $$),
	($$ SELECT lag(sum(k)) OVER (ORDER BY g), rank() OVER (ORDER BY sum(k) DESC) FROM t GROUP BY g ORDER BY 2 $$),
	($$ SELECT unnest(ARRAY[rank() OVER (ORDER BY g)]) AS u, lag(id) OVER (ORDER BY id) FROM t ORDER BY u $$),
	($$ WITH q AS MATERIALIZED (SELECT id, lag(id) OVER (ORDER BY id) AS l FROM t) SELECT * FROM q a JOIN q b ON a.id = b.l $$),
	($$ SELECT id, rank() OVER (ORDER BY g) FROM t UNION SELECT id, lag(k) OVER (ORDER BY k) FROM t ORDER BY 2 LIMIT 3 $$),
	($$ SELECT lag(t) OVER (ORDER BY id), (lead(t) OVER (ORDER BY id)).s FROM t $$),
	($$ SELECT lag(NULL::text, NULL, NULL) OVER (), lead(1) OVER (), lag('x'::text, 0, 'y') OVER () FROM t $$),
	($$ INSERT INTO t SELECT id + 100, lag(g) OVER (ORDER BY id), rank() OVER (ORDER BY id) FROM t RETURNING id $$),
	($$ UPDATE t SET k = r FROM (SELECT id, rank() OVER (ORDER BY g) AS r FROM t) q WHERE q.id = t.id RETURNING r $$),
	($$ DELETE FROM t USING (SELECT id, row_number() OVER (ORDER BY g, id) AS r FROM t) q WHERE q.id = t.id AND r <= 2 $$),
	($$ MERGE INTO t USING (SELECT id, row_number() OVER (ORDER BY g, id) AS r FROM t) q ON q.id = t.id WHEN MATCHED AND r > 5 THEN UPDATE SET k = r WHEN NOT MATCHED THEN DO NOTHING $$),
	($$ DECLARE c CURSOR FOR SELECT id, lag(s) OVER (ORDER BY id) FROM t $$),
	($$ CREATE TABLE made AS SELECT id, lag(s) OVER (ORDER BY id) FROM t $$);
CREATE FUNCTION explained(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	options text;
	line text;
	whole text;
	nodes int := 0;
BEGIN
	FOREACH options IN ARRAY '{"","VERBOSE","ANALYZE","ANALYZE, VERBOSE, BUFFERS","SETTINGS, VERBOSE, FORMAT JSON","ANALYZE, VERBOSE, FORMAT YAML","ANALYZE, VERBOSE, FORMAT XML","VERBOSE, COSTS OFF"}'::text[] LOOP
		IF query ~ '^ *DECLARE' THEN
			options := replace(options, 'ANALYZE,', '');
			CONTINUE WHEN options ~ 'ANALYZE';
		END IF;
		whole := '';
		BEGIN
			FOR line IN EXECUTE 'EXPLAIN (' || coalesce(nullif(options, ''), 'COSTS ON') || ') ' || query LOOP
				whole := whole || line || E'\n';
			END LOOP;
			RAISE EXCEPTION USING errcode = 'SW000';
		EXCEPTION WHEN SQLSTATE 'SW000' THEN
			NULL;				-- undo what ANALYZE has done
		END;
		nodes := nodes + (SELECT count(*) FROM regexp_matches(whole, 'SortedWindow', 'g'));
		IF options ~ 'JSON' THEN
			PERFORM whole::json;
		ELSIF options ~ 'XML' AND NOT is_balanced(whole) THEN
			RETURN 'bad XML';
		END IF;
		IF whole ~ 'unrecognized|WindowFunc' THEN
			RETURN 'garbage in ' || options || ': ' || whole;
		END IF;
	END LOOP;
	RETURN CASE WHEN nodes > 0 THEN 'explained' ELSE 'NO NODE' END;
END $$;
SELECT n, explained(q) FROM queries ORDER BY n;

-- a generic plan, explained and run by turns
SET plan_cache_mode = force_generic_plan;
PREPARE kept(int, int) AS SELECT id, l, r FROM (SELECT id, lag(s, $1, 'none') OVER w AS l, row_number() OVER w AS r FROM t WINDOW w AS (ORDER BY id)) q WHERE r <= $2 ORDER BY l, r;
SELECT plan_of('EXECUTE kept(1, 2)');
EXECUTE kept(1, 2);
SELECT analyzed('EXECUTE kept(2, 3)');
SELECT explained('EXECUTE kept(1, 2)');
EXECUTE kept(2, 3);
SELECT plan_of('EXECUTE kept(1, 2)');
SELECT generic_plans > 1 AS generic, custom_plans FROM pg_prepared_statements WHERE name = 'kept';
DEALLOCATE kept;
RESET plan_cache_mode;

-- auto_explain, with everything
LOAD 'auto_explain';
SET client_min_messages = log;
SET auto_explain.log_level = debug5;
SET auto_explain.log_min_duration = 0;
SET auto_explain.log_analyze = on;
SET auto_explain.log_verbose = on;
SET auto_explain.log_nested_statements = on;
SELECT id, lag(s) OVER (ORDER BY id), sum(k) OVER (ORDER BY id) FROM t ORDER BY 2 LIMIT 2;
SELECT * FROM (SELECT id, row_number() OVER (ORDER BY id) AS rn, lead(s, 2) OVER (PARTITION BY g ORDER BY id) AS l FROM t) q WHERE rn <= 3 AND l <> '' ORDER BY l;
SET auto_explain.log_format = json;
SELECT id, lag(s) OVER (ORDER BY id) FROM t ORDER BY rank() OVER (ORDER BY k), id LIMIT 2;
SET auto_explain.log_min_duration = -1;
SET client_min_messages = warning;

-- views keep what was written
CREATE VIEW v AS SELECT id, lag(s, 2, 'x') OVER w AS l, rank() OVER (w ORDER BY k) AS r FROM t WINDOW w AS (PARTITION BY g);
SELECT pg_get_viewdef('v'::regclass) ~ 'lag\(.*\) OVER w' AS unchanged;
SELECT plan_of('SELECT * FROM v');

-- fields of composite columns get their names from the plan below
SELECT plan_of($$
  SELECT (q.q).id, row_number() OVER (ORDER BY (q.q).k), lag((q.q).id + 1) OVER (ORDER BY (q.q).k)
  FROM (SELECT q FROM (SELECT id, k FROM t OFFSET 0) q OFFSET 0) q$$);
SELECT plan_of($$
  WITH x AS MATERIALIZED (SELECT ROW(id, k) AS r FROM t)
  SELECT (r).f1, row_number() OVER (ORDER BY (r).f2), lag((r).f1 + 1) OVER (ORDER BY (r).f2) FROM x$$);
SELECT functions, streams FROM sorted_window.why_not($$
  WITH x AS MATERIALIZED (SELECT ROW(id, k) AS r FROM t)
  SELECT (r).f1, row_number() OVER (ORDER BY (r).f2), lag((r).f1 + 1) OVER (ORDER BY (r).f2) FROM x$$);

-- a parameter of a subplan over a chain of two
SELECT plan_of($$
  SELECT lead((SELECT max(u.id) FROM t u WHERE u.g = t.g)) OVER (ORDER BY k, id), rank() OVER (ORDER BY id) FROM t$$);
