-- Twenty columns.
DROP TABLE IF EXISTS t;
CREATE TABLE t AS
SELECT i / :size AS k,
       '2000-01-01'::timestamptz + i * interval '1 second' AS ts,
       i::int AS i1, i::int AS i2, i::int AS i3, i::int AS i4, i::int AS i5, i::int AS i6,
       i AS b1, i AS b2, i AS b3, i AS b4, i AS b5, i AS b6,
       i::float8 AS f1, i::float8 AS f2,
       'text ' || i AS t1, 'text ' || i AS t2, 'text ' || i AS t3, 'text ' || i AS t4
FROM generate_series(0, :rows - 1::bigint) AS i;
CREATE INDEX t_key ON t (k, ts);
