-- title: row_number
-- table: bigint
-- sizes: 1 2 1000 all
-- below: Index Only Scan using t_int
-- bounds: 3.0 1.20 2.1
\if :child
SELECT count(k)
FROM (SELECT k FROM t ORDER BY k, ts OFFSET 0) AS s;
\else
SELECT count(n)
FROM (SELECT row_number() OVER (PARTITION BY k ORDER BY ts) AS n FROM t OFFSET 0) AS s;
\endif
