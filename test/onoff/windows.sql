--
-- What a client sees is the same with the extension on and off: rows and
-- their sequence, NOTICEs and errors, cursors, what statements write.
--
CREATE TYPE pair AS (a int, b text);
CREATE TABLE t (id int PRIMARY KEY, g int, k numeric, s text, p pair);
INSERT INTO t
SELECT i, nullif(i % 4, 3), (ARRAY[1, 1.0, 2, 'NaN', NULL]::numeric[])[1 + i % 5],
	repeat('s' || i, 1 + i % 3), CASE WHEN i % 6 > 0 THEN (i, 'p' || i)::pair END
FROM generate_series(1, 24) i;
ANALYZE t;

-- every function, in one window and in several
SELECT id, g, row_number() OVER w, rank() OVER (PARTITION BY g ORDER BY k),
	dense_rank() OVER (PARTITION BY g ORDER BY k), lag(s) OVER w,
	lead(p, 2, (0, 'none')::pair) OVER w, lag(k, 3, id) OVER w, lead(id, 0) OVER w
FROM t WINDOW w AS (PARTITION BY g ORDER BY id) ORDER BY id;
SELECT id, lag(s, -1, 'end') OVER a, lead(s, NULL, 'x') OVER b, sum(id) OVER a, row_number() OVER b
FROM t WINDOW a AS (ORDER BY id), b AS (ORDER BY k DESC NULLS LAST, id) ORDER BY id;
SELECT * FROM (SELECT id, g, k, rank() OVER (PARTITION BY g ORDER BY k DESC) AS r FROM t) x WHERE r <= 2 ORDER BY g, r, id;
SELECT * FROM (SELECT id, row_number() OVER (ORDER BY k, id) AS rn, lead(s) OVER (ORDER BY k, id) FROM t) x WHERE rn < 5;

-- NOTICEs of arguments and defaults
CREATE FUNCTION noted(what text, v int) RETURNS int LANGUAGE plpgsql STABLE AS $$
BEGIN
	RAISE NOTICE '% %', what, v;
	RETURN v;
END $$;
SELECT id, lag(noted('argument', id), 1, noted('default', g)) OVER (PARTITION BY g ORDER BY id) FROM t WHERE id < 9;
SELECT id, lead(noted('argument', id), 2, noted('default', g)) OVER (PARTITION BY g ORDER BY id) FROM t WHERE id < 9 LIMIT 3;

-- errors
SELECT id, lag(10 / (id - 3)) OVER (ORDER BY id) FROM t;
SELECT id, lead(10 / (id - 3)) OVER (ORDER BY id) FROM t WHERE id >= 3;
SELECT id, lag(id, 1, 10 / (id - 1)) OVER (ORDER BY id) FROM t;
SELECT lag(id) OVER (ORDER BY id ROWS -1 PRECEDING) FROM t;

-- cursors
BEGIN;
DECLARE c SCROLL CURSOR FOR SELECT id, lag(s) OVER w, lead(s, 3) OVER w FROM t WINDOW w AS (ORDER BY id);
FETCH 3 FROM c;
MOVE 10 IN c;
FETCH 2 FROM c;
FETCH BACKWARD 4 FROM c;
FETCH LAST FROM c;
CLOSE c;
DECLARE c NO SCROLL CURSOR WITH HOLD FOR SELECT id, lead(s, 2, 'end') OVER (ORDER BY id DESC) FROM t;
FETCH 1 FROM c;
COMMIT;
FETCH 2 FROM c;

-- generic plans
SET plan_cache_mode = force_generic_plan;
PREPARE shifted(int, int) AS
SELECT * FROM (SELECT id, lag(s, $1, 'none') OVER w AS l, row_number() OVER w AS rn FROM t WINDOW w AS (ORDER BY id)) x WHERE rn <= $2;
EXECUTE shifted(1, 3);
EXECUTE shifted(-2, 2);
EXECUTE shifted(NULL, 2);
EXECUTE shifted(2147483647, 2);
EXECUTE shifted(1, NULL);

-- statements that write
CREATE TABLE made AS SELECT id, lead(s) OVER (PARTITION BY g ORDER BY id) AS next, row_number() OVER (PARTITION BY g ORDER BY id) AS rn FROM t;
UPDATE made SET next = x.l FROM (SELECT id, lag(s, 2) OVER (ORDER BY id) AS l FROM t) x WHERE x.id = made.id AND made.next IS NULL;
DELETE FROM made USING (SELECT id, row_number() OVER (ORDER BY id DESC) AS r FROM t) x WHERE x.id = made.id AND r <= 5 RETURNING made.id;
COPY (SELECT * FROM made ORDER BY id) TO STDOUT;
DROP TABLE made, t;
DROP FUNCTION noted;
DROP TYPE pair;
