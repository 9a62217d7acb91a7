\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set aggregates :abs_srcdir '/sql/include/aggregates.psql'
\set ECHO none
\i :helpers
\set ECHO none
\i :aggregates
--
-- Values: any type comes back as it went in.
--
CREATE TYPE pair AS (a int, b text);
CREATE TYPE nest AS (p pair, n numeric[], d date);
CREATE DOMAIN opair AS pair CHECK ((VALUE).a >= 0);
CREATE TABLE v (k int, c pair, x nest, d opair, w text, u uuid, j json, ar text[]);
ALTER TABLE v ALTER w SET STORAGE EXTERNAL;
INSERT INTO v VALUES
	(1, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	(2, (NULL, NULL), (NULL, NULL, NULL), (0, NULL), '', '00000000-0000-0000-0000-000000000001', '{}', '{}'),
	(3, (3, 'c'), ((3, repeat('n', 200)), '{1.50,NULL}', '2024-01-01'), (3, 'd'), repeat('w', 9000), 'ffffffff-ffff-ffff-ffff-ffffffffffff', '[3]', ARRAY['a', repeat('b', 4000)]);
ANALYZE v;
SELECT k, bool_and(g IS NOT DISTINCT FROM w) AS ok FROM (
	SELECT k % 3 AS k,
		sorted_window.last_value(c, k)::text || sorted_window.last_value(x ORDER BY k)::text || sorted_window.first_value(d ORDER BY k DESC)::text ||
		md5(sorted_window.last_value(w, k)) || sorted_window.last_value(u, k) || sorted_window.last_value(j, k) || md5(sorted_window.last_value(ar, k)::text) AS g,
		(array_agg(c::text || x::text || d::text || md5(w) || u || j || md5(ar::text) ORDER BY k DESC))[1] AS w
	FROM v GROUP BY v.k % 3) s GROUP BY k ORDER BY k;
SELECT sorted_window.first_value(c, k) IS NULL AS null_composite, sorted_window.first_value(c ORDER BY k)::text AS text,
	sorted_window.last_value(c ORDER BY k DESC)::text IS NULL AS by_desc,
	sorted_window.first_value(c, k) FILTER (WHERE k = 2) IS NULL AS row_of_nulls, sorted_window.first_value(c, k) FILTER (WHERE k = 2)::text AS text
FROM v;
SELECT pg_typeof(sorted_window.last_value(d, k)), pg_typeof(sorted_window.last_value(ROW(k, d), k)), pg_typeof(sorted_window.last_value(k::varchar(3), k)),
	pg_typeof(sorted_window.last_value(ROW(k, w)::pair, k)), pg_typeof(sorted_window.last_value(v, k)) FROM v;

-- ROW(): fields are kept apart and put together in the end
SELECT calls($$ SELECT sorted_window.last_value(ROW(k, w) ORDER BY k), sorted_window.first_value(ROW(ROW(k, u)::pair, NULL, d)::nest, k)
	FROM (SELECT k, w, u::text, NULL::date AS d FROM v) s $$);
SELECT sorted_window.first_value(ROW(k, c, ROW(k, d)) ORDER BY k DESC) AS nested, sorted_window.last_value(ROW(ROW(k, 'p')::pair, ARRAY[k], NULL)::nest, k) AS named,
	row_to_json(sorted_window.last_value(ROW(k, u) ORDER BY k)) AS names, sorted_window.last_value(ROW(), k) AS empty,
	sorted_window.last_value(ROW(1, k)::pair, k) = ROW(1, '3')::pair AS equal, sorted_window.last_value(ROW(k, k)::opair, k)
FROM v;
SELECT sorted_window.last_value(ROW(k, u), k) FROM v WHERE false;
-- one field of it: only that is kept
SELECT calls($$ SELECT (sorted_window.last_value(ROW(k, w)::pair, k)).b FROM v $$)
UNION ALL SELECT calls($$ SELECT ((sorted_window.last_value(ROW(ROW(k, w)::pair, NULL, d)::nest, k)).p).a FROM (SELECT k, w, NULL::date AS d FROM v) s $$)
UNION ALL SELECT calls($$ SELECT (sorted_window.last_value(v, k)).u FROM v $$)
UNION ALL SELECT calls($$ SELECT (sorted_window.last_value(c, k)).b FROM v $$);
SELECT length((sorted_window.last_value(ROW(k, w)::pair, k)).b) AS b, ((sorted_window.last_value(ROW(ROW(k, 'p')::pair, NULL, NULL)::nest, k)).p).a AS a,
	(sorted_window.last_value(v, k)).u, (sorted_window.last_value(c, k)).b, (sorted_window.last_value(d, k)).a AS of_domain FROM v;
SELECT (sorted_window.last_value(v, v.k)).u, (sorted_window.last_value(v, g)).k FROM generate_series(3, 4) g LEFT JOIN v ON v.k = g;

-- more fields than an aggregate has arguments
DO $$
DECLARE
	row_value text := 'ROW(' || (SELECT string_agg('k + ' || i, ', ') FROM generate_series(1, 120) i) || ')';
BEGIN
	EXECUTE format('CREATE VIEW many AS SELECT sorted_window.last_value(%s, k)::text AS got, (array_agg(%s::text ORDER BY k DESC))[1] AS want FROM v', row_value, row_value);
END
$$;
SELECT got = want AS ok, length(got) FROM many;
-- more NULL bits than a word has
SELECT bool_and(got = want) AS ok FROM (
	SELECT sorted_window.first_value(ROW(NULL::int, k, NULL::int, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, NULL::text, w, NULL::int, 7), -k)::text AS got,
		(array_agg(ROW(NULL::int, k, NULL::int, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, NULL::text, w, NULL::int, 7)::text ORDER BY -k))[1] AS want
	FROM v GROUP BY k % 2) s;

-- columns that went and came, also of a type
ALTER TABLE v DROP COLUMN u;
ALTER TABLE v ADD COLUMN late int DEFAULT 5;
ALTER TYPE pair ADD ATTRIBUTE z int;
SELECT sorted_window.last_value(c, k), (sorted_window.last_value(v, k)).late, (sorted_window.last_value(v ORDER BY k)).c, sorted_window.last_value(ROW(k, 'x', 9)::pair, k) FROM v;
ALTER TYPE pair DROP ATTRIBUTE a CASCADE;
SELECT sorted_window.last_value(c, k), sorted_window.last_value(ROW('x', 9)::pair, k), (sorted_window.last_value(ROW('y', 8)::pair, k)).z FROM v;

-- arrays and records that PL/pgSQL builds are objects of their own in memory
CREATE FUNCTION grown(n int) RETURNS int[] LANGUAGE plpgsql AS $$
DECLARE
	a int[] := '{}';
BEGIN
	FOR i IN 1 .. n LOOP a[i] := i; END LOOP;
	RETURN a;
END
$$;
CREATE FUNCTION made(n int) RETURNS pair LANGUAGE plpgsql AS $$
DECLARE
	p pair;
BEGIN
	p.b := repeat('m', n);
	p.z := n;
	RETURN p;
END
$$;
SELECT array_length(sorted_window.last_value(grown(n), n), 1) AS last, sorted_window.first_value(grown(n) ORDER BY n) AS first,
	sorted_window.first_value(made(n) ORDER BY n), length((sorted_window.last_value(made(n), grown(n))).b) FROM generate_series(1, 100) n;
