\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- Nondeterministic collations: different bytes that are equal.
--
SELECT count(*) = 0 AS no_icu FROM pg_collation WHERE collprovider = 'i' \gset
\if :no_icu
\quit
\endif
CREATE COLLATION regardless (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TABLE t (n int, x text COLLATE regardless, y text COLLATE "C");
INSERT INTO t SELECT n, x, x FROM unnest('{a,A,b,B,a,NULL,"",ä,A,NULL,c}'::text[]) WITH ORDINALITY u(x, n);
ANALYZE t;
SELECT x, rank() OVER (ORDER BY x), dense_rank() OVER (ORDER BY x) FROM t WHERE x IN ('a', 'c');
SELECT plan_and_rows($$ SELECT n, x, rank() OVER (ORDER BY x), dense_rank() OVER (ORDER BY y) FROM t $$);
SELECT plan_and_rows($$ SELECT n, x, row_number() OVER w, lag(x) OVER w, lead(n, 1, 0) OVER w FROM t WINDOW w AS (PARTITION BY x ORDER BY n) $$);
SELECT same($$ SELECT n, x, row_number() OVER w, lag(x) OVER w FROM t WINDOW w AS (PARTITION BY y ORDER BY n) $$);
SELECT plan_and_rows($$ SELECT n, row_number() OVER w FROM t WINDOW w AS (PARTITION BY y COLLATE regardless ORDER BY n) $$);
SELECT same($$ SELECT n, rank() OVER w FROM t WINDOW w AS (PARTITION BY x COLLATE "C" ORDER BY x COLLATE regardless) $$);
SELECT same($$ SELECT n, x, row_number() OVER w, rank() OVER w FROM t WINDOW w AS (PARTITION BY ROW(x) ORDER BY n) $$);
SELECT same($$ SELECT n, dense_rank() OVER (ORDER BY ARRAY[x]) FROM t $$);
SELECT same($$ SELECT n, dense_rank() OVER (ORDER BY x COLLATE "C"), dense_rank() OVER (ORDER BY x) FROM t $$);
