\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- Compiled expressions give the same rows.  (Without LLVM nothing differs.)
--
CREATE TABLE t (id int, g int, f float8, s text, n numeric, d date);
INSERT INTO t SELECT i, i % 7, i / 3.0, nullif('s' || i, 's5'), i * 1.10, date '2024-01-01' + i FROM generate_series(1, 100) i;
ANALYZE t;
SET jit = on;
SET jit_above_cost = 0;
SET jit_inline_above_cost = -1;
SET jit_optimize_above_cost = -1;
SELECT same($$
SELECT id, row_number() OVER w, rank() OVER w, dense_rank() OVER w, lag(s || g) OVER w, lead(f * 2, 3, 1.5) OVER w,
	lag(n, 2, n + 1) OVER w, lead(d, 1, d + g) OVER w - d, lag(t) OVER w
FROM t WINDOW w AS (PARTITION BY g ORDER BY s, id) $$);
SELECT same($$ SELECT id + 1, lag(id) OVER (ORDER BY n) + 1 FROM t WHERE f > 3 $$);
SELECT same($$ SELECT * FROM (SELECT id, row_number() OVER (PARTITION BY g ORDER BY n) AS rn, lead(s) OVER (PARTITION BY g ORDER BY n) AS l FROM t) x WHERE rn <= 3.5 AND l > 's2' $$);
SELECT same($$ SELECT id, lag(100 / (id - 50)) OVER (ORDER BY id) FROM t $$);
SELECT same($$ SELECT x.*, y.* FROM generate_series(1, 3) x, LATERAL (SELECT lead(n * x) OVER (ORDER BY id DESC), sum(id) OVER (ORDER BY id), lag(g, x % 2 - x % 2) OVER (ORDER BY id) FROM t WHERE g = x) y $$);
-- many columns, with gaps
DO $$
BEGIN
	EXECUTE 'CREATE TABLE wide AS SELECT i AS id, ' || (SELECT string_agg(format('CASE WHEN (i + %1$s) %% 5 > 0 THEN %2$s END AS c%1$s', n, CASE n % 3 WHEN 0 THEN 'i::text' WHEN 1 THEN 'i' ELSE 'i::numeric' END), ', ') FROM generate_series(1, 100) n) || ' FROM generate_series(1, 50) i';
END $$;
SELECT same($$ SELECT w.*, lag(c99) OVER v, lead(c3, 2, c6) OVER v, lead(c100, 1, -1) OVER v, lag(w, 3) OVER v FROM wide w WINDOW v AS (PARTITION BY c1 % 3 ORDER BY c2, id) $$);
SELECT same($$ SELECT c100, c1, lead(c50) OVER (ORDER BY id) FROM wide w $$);
