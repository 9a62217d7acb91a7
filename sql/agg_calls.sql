\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set aggregates :abs_srcdir '/sql/include/aggregates.psql'
\set ECHO none
\i :helpers
\set ECHO none
\i :aggregates
--
-- first_value and last_value: which row, in both spellings.
--
CREATE TABLE reading (id int, zone text, at int, temp int);
INSERT INTO reading VALUES
	(1, 'a', 3, 10), (2, 'a', 1, NULL), (3, 'a', 7, 30), (4, 'a', NULL, 40),
	(5, 'b', NULL, 50), (6, 'b', NULL, NULL),
	(7, 'c', 2, 70), (8, 'c', 2, 80), (9, 'c', 2, 90),
	(10, 'd', 4, NULL);
ANALYZE reading;

-- the same as array_agg, with all placements of NULL
SELECT zone,
	sorted_window.first_value(temp ORDER BY at, id) IS NOT DISTINCT FROM f AS ok,
	sorted_window.first_value(temp ORDER BY at, id) AS first,
	sorted_window.last_value(temp ORDER BY at, id) AS last,
	sorted_window.first_value(temp ORDER BY at DESC, id) AS first_desc,
	sorted_window.last_value(temp ORDER BY at NULLS FIRST, id) AS last_nulls_first,
	sorted_window.first_value(id ORDER BY at DESC NULLS LAST, id DESC) AS first_of_two
FROM reading JOIN (
	SELECT zone, (array_agg(temp ORDER BY at, id))[1] f FROM reading GROUP BY 1) a USING (zone)
GROUP BY zone, f ORDER BY zone;

-- keys as arguments: ascending, a NULL key loses in both directions
SELECT zone,
	sorted_window.first_value(id, at) AS first,
	sorted_window.last_value(id, at) AS last,
	sorted_window.first_value(id ORDER BY at ASC NULLS LAST) AS first_ordered,
	sorted_window.last_value(id ORDER BY at ASC NULLS FIRST) AS last_ordered
FROM reading GROUP BY zone ORDER BY zone;

-- rows that tie: the first to arrive is first, the last to arrive is last
SELECT sorted_window.first_value(id, at), sorted_window.last_value(id, at),
	sorted_window.first_value(id ORDER BY at), sorted_window.last_value(id ORDER BY at),
	sorted_window.first_value(id ORDER BY at DESC), sorted_window.last_value(id ORDER BY at DESC)
FROM reading WHERE zone = 'c';

-- one argument, no order: as the rows come
SELECT sorted_window.first_value(id), sorted_window.last_value(id)
FROM (SELECT id FROM reading ORDER BY id DESC) r;

-- constants decide nothing, whatever their type
SELECT sorted_window.first_value(id, 'x'), sorted_window.last_value(id, NULL),
	sorted_window.last_value(id, 1, at, 'x'::text), sorted_window.first_value(id ORDER BY 'x', at DESC NULLS LAST, NULL)
FROM reading;

-- no rows at all, none in the group's filter, a filter that is NULL
SELECT sorted_window.first_value(id ORDER BY at), sorted_window.last_value(id, at), sorted_window.last_value(id)
FROM reading WHERE false;
SELECT zone, sorted_window.first_value(id ORDER BY at) FROM reading WHERE false GROUP BY zone;
SELECT zone, sorted_window.first_value(id ORDER BY at) FILTER (WHERE temp > 60) AS over_60,
	sorted_window.last_value(id, at) FILTER (WHERE temp IS NOT NULL) AS not_null,
	sorted_window.last_value(id, at) FILTER (WHERE NULL) AS none
FROM reading GROUP BY zone ORDER BY zone;

-- DISTINCT, and an order on top of keys
SELECT sorted_window.last_value(DISTINCT temp ORDER BY temp DESC), sorted_window.first_value(DISTINCT temp),
	sorted_window.last_value(id, at ORDER BY id DESC) FROM reading WHERE zone = 'c';

-- grouping sets, HAVING, ORDER BY, nested in expressions
SELECT zone, at > 2 AS late, grouping(zone, at > 2), sorted_window.first_value(id ORDER BY temp DESC NULLS LAST, id)
FROM reading GROUP BY CUBE (zone, at > 2) ORDER BY 3, 1, 2;
SELECT zone FROM reading GROUP BY zone HAVING sorted_window.last_value(id, at) > 4
ORDER BY -sorted_window.last_value(id ORDER BY at NULLS FIRST), zone;
SELECT sum(l) FROM (SELECT 2 * sorted_window.last_value(id, at) + max(at) AS l FROM reading GROUP BY zone) s;

-- as window aggregates, where the state lives on after each answer
SELECT id, sorted_window.first_value(temp, at) OVER w, sorted_window.last_value('t' || temp, at) OVER w,
	sorted_window.last_value(id, at) FILTER (WHERE temp > 20) OVER w AS filtered,
	sorted_window.last_value(id, at) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS moving,
	sorted_window.first_value(id) OVER w AS first
FROM reading WINDOW w AS (PARTITION BY zone ORDER BY id) ORDER BY id;

-- MERGE, INSERT, UPDATE, DELETE
CREATE TABLE latest (zone text, id int);
INSERT INTO latest SELECT zone, sorted_window.first_value(id, at) FROM reading WHERE zone < 'c' GROUP BY zone;
MERGE INTO latest l USING (SELECT zone, sorted_window.last_value(id ORDER BY at NULLS FIRST) AS id FROM reading GROUP BY zone) s
ON l.zone = s.zone WHEN MATCHED THEN UPDATE SET id = s.id WHEN NOT MATCHED THEN INSERT VALUES (s.zone, s.id);
UPDATE latest SET id = -(SELECT sorted_window.last_value(r.id, r.at) FROM reading r WHERE r.zone = latest.zone) WHERE zone = 'a';
DELETE FROM latest WHERE id = (SELECT sorted_window.first_value(id ORDER BY id DESC) FROM reading);
SELECT * FROM latest ORDER BY zone;

-- what can't be called
SELECT q, sqlstate_of(q) FROM unnest(ARRAY[
	'SELECT sorted_window.first_value() FROM reading',
	'SELECT sorted_window.first_value(*) FROM reading',
	'SELECT sorted_window.first_value(''lit'', at) FROM reading',
	'SELECT sorted_window.last_value(id, VARIADIC ARRAY[at, temp]) FROM reading',
	'SELECT sorted_window.last_value(id ORDER BY at) OVER () FROM reading',
	'SELECT sorted_window.pick1(NULL, id, at) FROM reading',
	'SELECT sorted_window.pick1(''last $1''::sorted_window.ordering, id, at) FROM reading']) q;
-- with an argument of type internal: which error it is depends on the minor
SELECT q, sqlstate_of(q) IN ('42883', '0A000') AS refused FROM unnest(ARRAY[
	'SELECT sorted_window.first_trans(NULL, 1)',
	'SELECT sorted_window.value_final(NULL, 1)',
	'SELECT sorted_window.combine(NULL, NULL)',
	'SELECT sorted_window.deserialize(''\x00'', NULL)']) q;
SELECT sorted_window.last_value(id, VARIADIC ARRAY[at, temp]) FROM reading;
SELECT 'x'::sorted_window.ordering;
