-- Rows in index order, partitioned by :key, an expression over the number p.
DROP TABLE IF EXISTS t;
CREATE TABLE t AS
SELECT :key AS k,
       '2000-01-01'::timestamptz + i * interval '1 second' AS ts,
       (i * 7919 % 1000)::int AS v,
       'value ' || (i * 7919 % 100000) AS txt
FROM (SELECT i, i / :size AS p FROM generate_series(0, :rows - 1::bigint) AS i) AS s;
CREATE INDEX t_int ON t (k, ts) INCLUDE (v);
CREATE INDEX t_text ON t (k, ts) INCLUDE (v, txt);
