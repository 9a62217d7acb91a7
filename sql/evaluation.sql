\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- How often arguments and defaults are evaluated, and for which rows: as
-- often as core does, in the same sequence.
--
CREATE TABLE t (id int, g int, x int);
INSERT INTO t VALUES (1, 1, 10), (2, 1, 20), (3, 1, 0), (4, 2, 5), (5, 2, NULL), (6, 3, 0);
ANALYZE t;

CREATE TABLE calls (n int GENERATED ALWAYS AS IDENTITY, what text);
CREATE FUNCTION noted(what text, v int) RETURNS int
LANGUAGE plpgsql STABLE AS $$
BEGIN
	RAISE NOTICE '% %', what, v;
	RETURN v;
END $$;
SET client_min_messages = notice;

-- the NOTICEs of core, then ours
PREPARE lagging AS
SELECT id, lag(noted('arg', x), 1, noted('default', id)) OVER (PARTITION BY g ORDER BY id) FROM t;
PREPARE ahead AS
SELECT id, lead(noted('arg', x), 1, noted('default', id)) OVER (PARTITION BY g ORDER BY id) FROM t;
PREPARE shifted AS
SELECT id, lead(noted('lead', x), 2) OVER w, lag(noted('lag', x), 2) OVER w
FROM t WINDOW w AS (ORDER BY id);
PREPARE none AS
SELECT id, lead(noted('lead', x), NULL, noted('default', id)) OVER w,
	lag(noted('lag', x), 100) OVER w, lead(noted('zero', x), 0) OVER w
FROM t WINDOW w AS (ORDER BY id);
SET sorted_window.enabled = off;
EXECUTE lagging;
EXECUTE ahead;
EXECUTE shifted;
EXECUTE none;
SET sorted_window.enabled = on;
DISCARD PLANS;
SELECT plan_of('EXECUTE ahead');
EXECUTE lagging;
EXECUTE ahead;
EXECUTE shifted;
EXECUTE none;
DEALLOCATE ALL;
SET client_min_messages = warning;

-- errors occur for the rows for which they do in core
SELECT same($$ SELECT id, lag(100 / x) OVER (PARTITION BY g ORDER BY id) FROM t $$);
SELECT same($$ SELECT id, lead(100 / x) OVER (PARTITION BY g ORDER BY id) FROM t $$);
SELECT same($$ SELECT id, lag(100 / x) OVER (ORDER BY id) FROM t WHERE id < 4 $$);
SELECT same($$ SELECT id, lead(100 / x) OVER (ORDER BY id) FROM t WHERE id IN (3, 4) $$);
SELECT same($$ SELECT id, lead(100 / x, 2) OVER (ORDER BY id) FROM t WHERE id >= 2 $$);
SELECT same($$ SELECT id, lag(100 / x, 5) OVER (ORDER BY id) FROM t $$);
SELECT same($$ SELECT id, lag(x, 1, 100 / x) OVER (PARTITION BY g ORDER BY id) FROM t $$);
SELECT same($$ SELECT id, lag(x, 1, 100 / x) OVER (ORDER BY id) FROM t $$);
SELECT same($$ SELECT id, lead(x, 1, 100 / x) OVER (ORDER BY id) FROM t $$);
SELECT same($$ SELECT id, lead(x, 1, 100 / x) OVER (ORDER BY id) FROM t WHERE id < 5 $$);
SELECT same($$ SELECT id, lag(100 / x, NULL) OVER (ORDER BY id) FROM t $$);
SELECT same($$ SELECT id, lag(100 / x, 1, 1 / 0) OVER (ORDER BY id) FROM t $$);
SELECT same($$ SELECT id, lag(x, 1, 1 / 0) OVER (ORDER BY id) FROM t WHERE false $$);
-- early end: rows that LIMIT leaves out aren't looked at
SELECT same($$ SELECT id, lead(100 / x) OVER (ORDER BY id) FROM t LIMIT 1 $$);
SELECT same($$ SELECT id, lag(100 / x) OVER (ORDER BY id) FROM t LIMIT 3 $$);
SELECT same($$ SELECT id, lag(100 / x) OVER (ORDER BY id) FROM t LIMIT 4 $$);
SELECT same($$
SELECT * FROM (SELECT id, row_number() OVER (ORDER BY id) AS rn,
	lag(100 / x) OVER (ORDER BY id) AS l FROM t) s WHERE rn <= 3 $$);
SELECT same($$
SELECT * FROM (SELECT id, row_number() OVER (ORDER BY id) AS rn,
	lead(100 / x) OVER (ORDER BY id) AS l FROM t) s WHERE rn <= 1 $$);

-- volatile arguments are left to core, which calls them for each function
CREATE SEQUENCE s;
SELECT plan_of($$ SELECT lag(nextval('s')) OVER (ORDER BY id) FROM t $$);
SELECT id, lag(nextval('s')) OVER (ORDER BY id) FROM t;
SELECT currval('s');
SELECT plan_of($$ SELECT lag(x, 1, random()) OVER (ORDER BY id) FROM t $$);
-- volatile functions elsewhere are called once a row
SELECT setval('s', 100);
SELECT plan_of($$ SELECT id, n, lag(n) OVER (ORDER BY id), lead(n) OVER (ORDER BY id)
FROM (SELECT id, nextval('s') AS n FROM t OFFSET 0) x $$);
SELECT id, n, lag(n) OVER (ORDER BY id), lead(n) OVER (ORDER BY id)
FROM (SELECT id, nextval('s') AS n FROM t ORDER BY id OFFSET 0) x;
SELECT currval('s');
SELECT setval('s', 200);
SELECT id, nextval('s'), rank() OVER (ORDER BY g) FROM t;
SELECT currval('s');
