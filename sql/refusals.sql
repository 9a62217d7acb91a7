\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- What stays with core: for each reason a plan without our node, and what
-- why_not says.
--
CREATE TABLE t (id int PRIMARY KEY, g int, k int, s text);
INSERT INTO t SELECT i, i % 5, i * 7 % 11, 's' || i FROM generate_series(1, 20) i;
ANALYZE t;
CREATE FUNCTION refusal(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	r record;
BEGIN
	FOR r IN SELECT * FROM sorted_window.why_not(query) LOOP
		RETURN NEXT format('%s: %s: %s: %s', r."window", r.functions, CASE WHEN r.streams THEN 'streams' ELSE 'does not stream' END, r.reason);
	END LOOP;
	RETURN NEXT (SELECT string_agg(trim(l), ' ') FROM plan_of(query) l WHERE l ~ 'WindowAgg|SortedWindow');
	RETURN NEXT same(query);
END $$;

-- it streams
SELECT refusal($$ SELECT lag(k) OVER (ORDER BY id) FROM t $$);
-- sorted_window.enabled is off
SET sorted_window.enabled = off;
SELECT * FROM sorted_window.why_not($$ SELECT lag(k) OVER (ORDER BY id) FROM t $$);
SELECT plan_of($$ SELECT lag(k) OVER (ORDER BY id) FROM t $$);
RESET sorted_window.enabled;
-- another function
CREATE AGGREGATE mine(int) (sfunc = int4pl, stype = int, initcond = 0);
CREATE FUNCTION my_rank() RETURNS bigint LANGUAGE internal WINDOW AS 'window_rank';
CREATE FUNCTION lag(text, text) RETURNS text LANGUAGE internal WINDOW IMMUTABLE AS 'window_lag';
SELECT f, refusal(format('SELECT %s OVER (PARTITION BY g ORDER BY id) FROM t', f))
FROM unnest('{ntile(3),percent_rank(),cume_dist(),my_rank()}'::text[]) f;
-- a function that needs the rows up to the end of the partition
SELECT f, refusal(format('SELECT %s OVER (PARTITION BY g ORDER BY id ROWS BETWEEN 1 PRECEDING AND UNBOUNDED FOLLOWING) FROM t', f))
FROM unnest('{last_value(k),"nth_value(k, 2)",sum(k),mine(k),count(*) FILTER (WHERE k > 3)}'::text[]) f;
SELECT refusal($$ SELECT rank() OVER w, sum(k) OVER w, ntile(2) OVER w FROM t WINDOW w AS (ORDER BY id) $$);
SELECT refusal($$ SELECT ntile(2) OVER (ORDER BY id), rank() OVER (ORDER BY k) FROM t $$);
-- functions with our names that aren't ours
CREATE SCHEMA theirs;
CREATE FUNCTION theirs.rank() RETURNS bigint LANGUAGE internal WINDOW AS 'window_dense_rank';
SELECT refusal($$ SELECT theirs.rank() OVER (ORDER BY g) FROM t $$);
-- an offset that varies
SELECT o, refusal(format('SELECT id, lead(k, %s) OVER (ORDER BY id) FROM t', o))
FROM unnest('{g,g + 1,(SELECT 1),(SELECT g),"CASE WHEN g > 2 THEN 1 END"}'::text[]) o;
-- an offset that is too large
SELECT o, refusal(format('SELECT id, lag(k, %s) OVER (ORDER BY id) FROM t', o))
FROM unnest('{1024,1025,-1024,-1025,2147483647,-2147483648}'::text[]) o;
SET sorted_window.max_offset = 2;
SELECT o, refusal(format('SELECT id, lag(k, %s) OVER (ORDER BY id) FROM t', o))
FROM unnest('{0,2,-2,3,-3}'::text[]) o;
SET sorted_window.max_offset = 0;
SELECT refusal('SELECT lag(k) OVER (ORDER BY id) FROM t');
SELECT refusal('SELECT lag(k, 0) OVER (ORDER BY id) FROM t');
SELECT refusal('SELECT rank() OVER (ORDER BY id) FROM t');
RESET sorted_window.max_offset;
-- a volatile argument
SELECT a, r."window", r.functions, r.streams, r.reason
FROM unnest('{"id * random()","k, 1, (random() * 0)::int","clock_timestamp()","s || gen_random_uuid()","k, (random() * 0)::int","now()","k, 1, current_setting(''work_mem'')::text::int"}'::text[]) WITH ORDINALITY u(a, n),
	sorted_window.why_not(format('SELECT lag(%s) OVER (ORDER BY id) FROM t', a)) r ORDER BY n;
SELECT refusal($$ SELECT lag(k, 1, (random() * 0)::int) OVER (ORDER BY id) FROM t $$);
-- a frame whose offset doesn't count rows, varies or is too large
SELECT f, refusal(format('SELECT id, row_number() OVER (ORDER BY id %1$s), lag(k) OVER (ORDER BY id %1$s) FROM t', f))
FROM unnest('{ROWS 1 PRECEDING,RANGE BETWEEN CURRENT ROW AND 1 FOLLOWING,GROUPS BETWEEN 1 PRECEDING AND 2 FOLLOWING,ROWS (SELECT 1) PRECEDING,ROWS 1024 PRECEDING,ROWS BETWEEN CURRENT ROW AND 1025 FOLLOWING,ROWS -1 PRECEDING,ROWS NULL PRECEDING}'::text[]) f;
SELECT f, refusal(format('SELECT id, lag(k) OVER (ORDER BY id %1$s) FROM t WHERE id > 100', f))
FROM unnest('{ROWS -1 PRECEDING,ROWS BETWEEN CURRENT ROW AND NULL FOLLOWING}'::text[]) f;
-- a frame without
SELECT f, refusal(format('SELECT id, lag(k) OVER (ORDER BY id %1$s) FROM t', f))
FROM unnest('{ROWS UNBOUNDED PRECEDING,RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING,GROUPS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW}'::text[]) f;
-- one that excludes rows, for a function that looks
SELECT f, refusal(format('SELECT id, sum(k) OVER (ORDER BY id %1$s) FROM t', f))
FROM unnest('{ROWS UNBOUNDED PRECEDING EXCLUDE CURRENT ROW,RANGE UNBOUNDED PRECEDING EXCLUDE GROUP,GROUPS CURRENT ROW EXCLUDE TIES}'::text[]) f;
