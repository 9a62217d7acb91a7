-- Composite within composite, and jsonb.
DROP TABLE IF EXISTS t;
DROP TYPE IF EXISTS reading, place;
CREATE TYPE place AS (lat float8, lon float8, name text);
CREATE TYPE reading AS (id bigint, unit text, value float8, place place);
CREATE TABLE t AS
SELECT floor(i / :size)::bigint AS k,
       '2000-01-01'::timestamptz + i * interval '1 second' AS ts,
       ROW(i, 'unit ' || i % 100, i / 3.0,
           ROW(i % 90, i % 180, 'place ' || i % 1000)::place)::reading AS c,
       jsonb_build_object('id', i, 'tags', jsonb_build_array('a', 'b', i % 10),
                          'note', repeat('n', (i % 50)::int)) AS j
FROM generate_series(0, :rows - 1::bigint) AS i;
CREATE INDEX t_key ON t (k, ts);
