\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- Running a scan again, in part, in pieces, or in a plan that is kept.
--
CREATE TABLE t (id int PRIMARY KEY, g int, k int, s text);
INSERT INTO t SELECT i, i % 5, nullif(i * 7 % 11, 3), 's' || i FROM generate_series(1, 40) i;
ANALYZE t;

-- LATERAL and correlated subqueries: other rows each time
SELECT plan_and_rows($$
SELECT o.x, s.* FROM generate_series(0, 6) o (x), LATERAL (SELECT id, row_number() OVER w, lag(s) OVER w, lead(s, 2, 'end' || o.x) OVER w, rank() OVER w FROM t WHERE t.g = o.x WINDOW w AS (PARTITION BY k % 2 ORDER BY id)) s $$);
SELECT same($$
SELECT o.x, s.* FROM generate_series(0, 6) o (x), LATERAL (SELECT id, lag(s, 3) OVER (ORDER BY id), lead(s, 3) OVER (ORDER BY id) FROM t WHERE t.g = o.x LIMIT 3) s $$);
SELECT same($$
SELECT o.x, s.* FROM generate_series(6, 0, -1) o (x), LATERAL (SELECT id, lag(id, 2, o.x) OVER w, lead(id * o.x) OVER w, dense_rank() OVER (ORDER BY k % (o.x + 1)) FROM t WHERE id < 9 WINDOW w AS (ORDER BY k, id)) s $$);
SELECT same($$
SELECT x.id, (SELECT string_agg(l, ',') FROM (SELECT lead(s) OVER (ORDER BY id DESC) AS l FROM t WHERE t.g = x.g AND t.id <= x.id) q) FROM t x $$);
SELECT same($$
SELECT x.id, ARRAY(SELECT lag(t.id, x.id % 3) OVER (ORDER BY t.id) FROM t WHERE t.g = x.g) FROM t x $$);
SELECT same($$
SELECT x.id FROM t x WHERE EXISTS (SELECT FROM (SELECT id, lag(k) OVER (ORDER BY id) AS p FROM t) q WHERE q.id = x.id AND q.p > x.k) $$);
SET enable_material = off;
SET enable_hashjoin = off;
SET enable_mergejoin = off;
SET enable_memoize = off;
SELECT same($$
SELECT a.x, b.* FROM generate_series(1, 3) a (x) LEFT JOIN (SELECT id, lead(s, 30) OVER (ORDER BY id) AS l, row_number() OVER () FROM t) b ON b.id % 5 = a.x $$);
RESET enable_material;
RESET enable_hashjoin;
RESET enable_mergejoin;
RESET enable_memoize;

-- A run condition on an outer column, below a node that keeps its rows for as
-- long as nothing below depends on that column.  Core 15 to 19 is wrong here:
-- it forgets that WindowAgg does, and finds no row.
SELECT plan_of($$
SELECT o.x, q.* FROM generate_series(1, 4) o (x), LATERAL (SELECT r.id, r.n FROM generate_series(1, 1000) y JOIN (SELECT id, row_number() OVER (ORDER BY id DESC) AS n FROM t) r ON r.id = y.y WHERE r.n < o.x OFFSET 0) q $$);
SELECT o.x, q.* FROM generate_series(1, 4) o (x), LATERAL (SELECT r.id, r.n FROM generate_series(1, 1000) y JOIN (SELECT id, row_number() OVER (ORDER BY id DESC) AS n FROM t) r ON r.id = y.y WHERE r.n < o.x OFFSET 0) q ORDER BY x, n;

-- cursors
BEGIN;
DECLARE c CURSOR FOR SELECT id, lag(s) OVER w, lead(s, 2) OVER w FROM t WINDOW w AS (ORDER BY id);
FETCH 2 FROM c;
SELECT same('SELECT lead(s, 3) OVER (ORDER BY id) FROM t');
FETCH 3 FROM c;
MOVE 30 IN c;
FETCH ALL FROM c;
FETCH NEXT FROM c;
FETCH BACKWARD 1 FROM c;
ROLLBACK;
BEGIN;
EXPLAIN (COSTS OFF) DECLARE c SCROLL CURSOR FOR SELECT id, lag(s) OVER (ORDER BY id) FROM t;
DECLARE c SCROLL CURSOR FOR SELECT id, lag(s) OVER w, lead(s, 2) OVER w FROM t WINDOW w AS (ORDER BY id);
FETCH 3 FROM c;
FETCH BACKWARD 2 FROM c;
FETCH LAST FROM c;
FETCH ABSOLUTE 5 FROM c;
FETCH PRIOR FROM c;
CLOSE c;
DECLARE h CURSOR WITH HOLD FOR SELECT id, lead(s, 2, 'end') OVER (ORDER BY id DESC) FROM t;
FETCH 1 FROM h;
COMMIT;
FETCH 1 FROM h;
FETCH LAST FROM h;
CLOSE h;
BEGIN;
DECLARE cur CURSOR FOR SELECT id, row_number() OVER (ORDER BY id) FROM t;
FETCH 1 FROM cur;
UPDATE t SET s = '' WHERE CURRENT OF cur;
ROLLBACK;

-- a loop with commits
DO $$
DECLARE
	r record;
	n int := 0;
BEGIN
	FOR r IN SELECT id, lead(s, 3) OVER (ORDER BY id) AS l FROM t LOOP
		n := n + 1 + length(coalesce(r.l, ''));
		COMMIT;
	END LOOP;
	ASSERT n = (SELECT 40 + sum(length(s)) FROM t WHERE id > 3);
END $$;

-- LIMIT, OFFSET, WITH TIES
SELECT plan_and_rows($$ SELECT id, lead(id, 5) OVER (ORDER BY id) FROM t LIMIT 3 $$);
SELECT same($$ SELECT id, lead(id, 5) OVER (ORDER BY id) FROM t LIMIT 0 $$);
SELECT same($$ SELECT id, lead(id, 5) OVER (ORDER BY id) FROM t OFFSET 37 LIMIT 10 $$);
SELECT same($$ SELECT id, rank() OVER (ORDER BY g) AS r FROM t ORDER BY r FETCH FIRST 3 ROWS WITH TIES $$);
SELECT same($$ SELECT id, row_number() OVER (ORDER BY id DESC) AS r FROM t ORDER BY r DESC LIMIT 3 $$);

-- kept plans
PREPARE few(int) AS SELECT id, lag(s) OVER w, lead(s, 2, 'end') OVER w FROM t WHERE g = $1 AND id < 20 WINDOW w AS (ORDER BY id);
SET plan_cache_mode = force_generic_plan;
EXECUTE few(1);
EXECUTE few(2);
EXECUTE few(NULL);
-- a setting doesn't change a plan that is kept
SET sorted_window.enabled = off;
SELECT plan_of('EXECUTE few(1)');
EXECUTE few(1);
RESET sorted_window.enabled;
-- another table does
ALTER TABLE t ALTER s TYPE varchar(10), ADD extra int;
SELECT same('EXECUTE few(1)');
DROP TABLE t CASCADE;
EXECUTE few(1);
RESET plan_cache_mode;

-- functions in plpgsql and SQL, called often
CREATE TABLE t (id int PRIMARY KEY, g int);
INSERT INTO t SELECT i, i % 5 FROM generate_series(1, 40) i;
ANALYZE t;
CREATE FUNCTION third(grp int) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
	RETURN (SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS r FROM t WHERE g = grp) q WHERE r <= 3 ORDER BY r DESC LIMIT 1);
END $$;
CREATE FUNCTION previous(grp int, back int) RETURNS SETOF int LANGUAGE sql AS $$
	SELECT lag(id, back, -1) OVER (ORDER BY id) FROM t WHERE g = grp
$$;
SELECT i, third(i % 6) FROM generate_series(1, 8) i;
SELECT i, array_agg(p) FROM generate_series(1, 8) i, previous(i % 6, i) p GROUP BY i ORDER BY i;
-- a query that runs itself
CREATE FUNCTION deep(n int) RETURNS int LANGUAGE plpgsql STABLE AS $$
BEGIN
	RETURN CASE WHEN n > 0 THEN (SELECT max(l) FROM (SELECT lead(id + deep(n - 1), 1, 0) OVER (ORDER BY id) AS l FROM t WHERE id <= 3) q) ELSE 0 END;
END $$;
SELECT deep(4);

-- subtransactions that are rolled back halfway
DO $$
DECLARE
	r record;
BEGIN
	FOR i IN 1 .. 3 LOOP
		BEGIN
			FOR r IN SELECT id, lead(repeat('x', 1000), 5) OVER (ORDER BY id) AS l FROM t LOOP
				IF r.id = 10 THEN
					RAISE EXCEPTION 'enough';
				END IF;
			END LOOP;
		EXCEPTION WHEN raise_exception THEN
			NULL;
		END;
	END LOOP;
END $$;
