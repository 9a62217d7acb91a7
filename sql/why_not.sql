\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- why_not: what it says of which queries, and what it takes.
--
CREATE TABLE t (id int PRIMARY KEY, g int, k int, s text);
INSERT INTO t SELECT i, i % 5, i * 7 % 11, 's' || i FROM generate_series(1, 20) i;
ANALYZE t;
SET search_path = test, sorted_window, public;
CREATE SEQUENCE calls;

-- a row a window clause
SELECT * FROM why_not($$ SELECT lag(k) OVER (PARTITION BY g ORDER BY id DESC), sum(k) OVER w, rank() OVER (ORDER BY s COLLATE "C" NULLS FIRST) FROM t WINDOW w AS (PARTITION BY g + 1), unused AS (ORDER BY k) $$);
SELECT * FROM why_not('SELECT 1');
SELECT * FROM why_not('SELECT count(*) FROM t');
SELECT * FROM why_not('VALUES (1)');
SELECT * FROM why_not('TABLE t;');
SELECT * FROM why_not('SELECT rank() OVER ();');
SELECT "window", streams FROM why_not('-- a comment
SELECT /* another */ row_number() OVER (ORDER BY 1) ; -- and one');
-- also in subqueries, CTEs, views, branches of a union
CREATE VIEW v AS SELECT id, lag(s) OVER (ORDER BY id) AS l FROM t;
SELECT * FROM why_not($$ WITH q AS MATERIALIZED (SELECT rank() OVER (ORDER BY id) AS r FROM t) SELECT r, (SELECT max(x) FROM (SELECT ntile(2) OVER (ORDER BY t.id) AS x FROM t WHERE t.id < q.r) i) FROM q $$);
SELECT streams, reason FROM why_not('SELECT * FROM v');
SELECT * FROM why_not('SELECT lag(k) OVER (ORDER BY id) FROM t UNION ALL SELECT lead(k) OVER (ORDER BY id) FROM t');
-- statements that change data
SELECT * FROM why_not('INSERT INTO t SELECT id + 100, lag(g) OVER (ORDER BY id) FROM t');
SELECT * FROM why_not('UPDATE t SET k = r FROM (SELECT id, rank() OVER (ORDER BY g) AS r FROM t) q WHERE q.id = t.id');
SELECT * FROM why_not('DELETE FROM t USING (SELECT id, rank() OVER (ORDER BY g) AS r FROM t) q WHERE q.id = t.id');
SELECT * FROM why_not('MERGE INTO t USING (SELECT id, rank() OVER (ORDER BY g) AS r FROM t) q ON q.id = t.id WHEN MATCHED THEN DELETE');
SELECT * FROM why_not('WITH d AS (DELETE FROM t RETURNING *) SELECT lag(k) OVER (ORDER BY id) FROM d');
-- parameters
SELECT * FROM why_not('SELECT lag(k, $1) OVER (ORDER BY id) FROM t WHERE g = $2');
SELECT * FROM why_not('SELECT lag(k, $1 + 1) OVER (ORDER BY id) FROM t WHERE g = $2');
SELECT * FROM why_not('SELECT lag($1) OVER (ORDER BY id) FROM t');
-- nothing is executed
SELECT * FROM why_not($$ SELECT nextval('calls'), row_number() OVER () FROM t $$);
SELECT * FROM why_not($$ SELECT lag(1 / 0 * k) OVER (ORDER BY id) FROM t $$);
SELECT streams FROM why_not($$ SELECT lag(1 / (k - k)) OVER (ORDER BY id) FROM t $$);
SELECT is_called FROM calls;
SELECT count(*) FROM t;
-- in a query of its own
SELECT q, w.* FROM (VALUES ('SELECT rank() OVER () FROM t'), ('SELECT ntile(3) OVER () FROM t')) v (q), why_not(q) w;
SELECT (why_not('SELECT rank() OVER ()')).reason IS NULL;
SELECT * FROM why_not($$ SELECT w.*, rank() OVER () FROM sorted_window.why_not('SELECT ntile(2) OVER ()') w $$);
SELECT row_number() OVER (ORDER BY w.functions), w.functions FROM why_not('SELECT rank() OVER (), lag(1) OVER (ORDER BY 1)') w;

-- bad input
\set SHOW_CONTEXT never
CREATE FUNCTION try(query text) RETURNS TABLE (what text, message text) LANGUAGE plpgsql AS $$
DECLARE
	d text;
	h text;
BEGIN
	PERFORM sorted_window.why_not(query);
	RETURN QUERY VALUES ('no error', '');
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS d = PG_EXCEPTION_DETAIL, h = PG_EXCEPTION_HINT;
	RETURN QUERY VALUES (SQLSTATE, SQLERRM), ('detail', d), ('hint', h);
END $$;
\pset null '(null)'
SELECT * FROM try(NULL);
SELECT * FROM try('');
SELECT * FROM try('   -- nothing');
SELECT * FROM try(';');
SELECT * FROM try('SELECT 1; SELECT 2');
SELECT * FROM try('SELECT rank() OVER (); DROP TABLE t');
SELECT * FROM try('DROP TABLE t');
SELECT * FROM try('EXPLAIN SELECT rank() OVER ()');
SELECT * FROM try('SELECT id, rank() OVER () INTO new_table FROM t');
SELECT * FROM try('CREATE TABLE new_table AS SELECT id, rank() OVER () FROM t');
SELECT * FROM try('DECLARE c CURSOR FOR SELECT rank() OVER ()');
SELECT * FROM try('COPY (SELECT rank() OVER ()) TO STDOUT');
SELECT * FROM try('BEGIN');
SELECT * FROM try('CALL something()');
SELECT * FROM try('EXECUTE something');
SELECT * FROM try('PREPARE p AS SELECT rank() OVER ()');
SELECT * FROM try('SET sorted_window.enabled = off');
SELECT * FROM try('VACUUM');
SELECT * FROM try('DO $x$ BEGIN END $x$');
SELECT * FROM try('SELEC 1');
SELECT * FROM try('SELECT rank() OVER (');
SELECT * FROM try('SELECT no_such_column FROM t');
SELECT * FROM try('SELECT * FROM no_such_table');
SELECT * FROM try('SELECT rank(1) OVER ()');
SELECT * FROM try('SELECT rank() OVER no_such_window FROM t');
SELECT * FROM try('SELECT lag(lag(1) OVER ()) OVER ()');
SELECT * FROM try('SELECT $1');
\set VERBOSITY terse
SELECT why_not();
SELECT why_not(1);
\set VERBOSITY default
-- rules
CREATE RULE notice AS ON DELETE TO t DO ALSO NOTIFY gone;
SELECT * FROM try('DELETE FROM t');
CREATE RULE instead AS ON INSERT TO t DO INSTEAD SELECT rank() OVER (ORDER BY id), NEW.id FROM t;
SELECT * FROM why_not('INSERT INTO t VALUES (1000)');
DROP RULE notice ON t;
DROP RULE instead ON t;
-- sessions go on after an error
SELECT streams FROM why_not('SELECT rank() OVER ()');
SELECT plan_of('SELECT rank() OVER () FROM t');
-- in a read-only transaction
BEGIN READ ONLY;
SELECT streams FROM why_not('SELECT rank() OVER ()');
SELECT streams FROM why_not('INSERT INTO t SELECT rank() OVER () FROM t');
ROLLBACK;
