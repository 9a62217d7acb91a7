\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set ECHO none
\i :helpers
--
-- PARTITION BY: sizes of partitions, and what partitions are made of.
--
CREATE TYPE pair AS (a int, b text);
CREATE TABLE sizes (kind text, g int, h text, p pair, id int, v int);
CREATE FUNCTION fill(kind text, sizes int[]) RETURNS void LANGUAGE sql AS $$
	INSERT INTO sizes
	SELECT kind, nullif(n, 3), CASE WHEN n % 5 > 0 THEN 'h' || n END,
		CASE WHEN n % 7 > 0 THEN (n, nullif('p' || n, 'p4'))::pair END,
		(random() * 1000000)::int, nullif(i % 5, 2)
	FROM unnest(sizes) WITH ORDINALITY u(size, n), generate_series(1, size) i
$$;
SELECT setseed(0.5);
SELECT fill('ones', array_fill(1, ARRAY[200]));
SELECT fill('twos', array_fill(2, ARRAY[100]));
SELECT fill('mixed', ARRAY[1, 5, 2, 2, 1, 1, 40, 3, 1, 2, 17, 1]);
SELECT fill('geometric', ARRAY[1, 2, 4, 8, 16, 32, 64, 128, 256]);
SELECT fill('one', ARRAY[2500]);
SELECT fill('none', ARRAY[]::int[]);
ALTER TABLE sizes ADD n int GENERATED ALWAYS AS IDENTITY;
ANALYZE sizes;

SELECT kind, p, same(format($$
SELECT n, row_number() OVER w, rank() OVER w, dense_rank() OVER w,
	lag(v) OVER w, lag(h, 3, 'none') OVER w, lag(p) OVER w, lag(n, 1024) OVER w
FROM sizes WHERE kind = %L WINDOW w AS (%s ORDER BY id, n) $$, kind, p)),
same(format($$
SELECT n, lead(v) OVER w, lead(h, 3, 'end') OVER w, lead(p, 2) OVER w,
	lead(n, 1024, -1) OVER w, lead(n, 0) OVER w, rank() OVER w
FROM sizes WHERE kind = %L WINDOW w AS (%s ORDER BY id, n) $$, kind, p)),
same(format($$
SELECT n, v, rank() OVER w, dense_rank() OVER w
FROM sizes WHERE kind = %L WINDOW w AS (%s ORDER BY v DESC NULLS LAST) $$, kind, p))
FROM unnest('{ones,twos,mixed,geometric,one,none}'::text[]) WITH ORDINALITY k(kind, o),
	unnest(ARRAY['', 'PARTITION BY g', 'PARTITION BY g, h', 'PARTITION BY p',
		'PARTITION BY g % 10, v']) WITH ORDINALITY u(p, q)
ORDER BY o, q;

-- plans
SELECT plan_of($$ SELECT lead(v) OVER (PARTITION BY g, h ORDER BY id) FROM sizes $$);
SELECT plan_of($$ SELECT lead(v) OVER (PARTITION BY p ORDER BY id) FROM sizes $$);
SELECT plan_of($$ SELECT lead(v) OVER (PARTITION BY g % 10, v + 1 ORDER BY id) FROM sizes $$);

-- nothing of a partition is seen by the next one
SELECT g, id, row_number() OVER w, lag(v, 1, -1) OVER w, lead(v, 1, -1) OVER w, lag(v, 2, -2) OVER w, lead(v, 2, -2) OVER w
FROM (VALUES (1, 1, 11), (1, 2, 12), (2, 1, 21), (3, 1, 31), (3, 2, 32), (3, 3, 33), (NULL, 1, 91), (NULL, 2, 92)) t (g, id, v)
WINDOW w AS (PARTITION BY g ORDER BY id);
-- keys that are equal after NULLs, and the same order keys on both sides
SELECT same($$
SELECT g, h, k, row_number() OVER w, rank() OVER w, lag(k) OVER w, lead(k) OVER w
FROM (VALUES (1, NULL, 1), (1, NULL, 1), (NULL, 1, 1), (NULL, NULL, 1), (NULL, NULL, NULL), (2, NULL, NULL)) t (g, h, k)
WINDOW w AS (PARTITION BY g, h ORDER BY k) $$);
