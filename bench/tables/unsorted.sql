-- Rows in no order, and no index.
DROP TABLE IF EXISTS t;
CREATE TABLE t AS
SELECT i / :size AS k,
       '2000-01-01'::timestamptz + i * interval '1 second' AS ts,
       (i * 7919 % 1000003)::int AS v
FROM (SELECT n * 15485863 % :rows AS i
      FROM generate_series(0, :rows - 1::bigint) AS n) AS s;
