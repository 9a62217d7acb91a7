-- title: avg(int), 6 PRECEDING to CURRENT ROW
-- table: bigint
-- sizes: 1 2 1000 all
-- below: Index Only Scan using t_int
-- bounds: 2.5 -
\if :child
SELECT count(v)
FROM (SELECT v FROM t ORDER BY k, ts OFFSET 0) AS s;
\else
SELECT count(a)
FROM (SELECT avg(v) OVER (PARTITION BY k ORDER BY ts ROWS 6 PRECEDING) AS a FROM t OFFSET 0) AS s;
\endif
