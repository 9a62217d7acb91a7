-- title: sum(int), no ORDER BY
-- table: bigint
-- sizes: 1 2 1000 all
-- below: Index Only Scan using t_int
-- bounds: - -
\if :child
SELECT count(v)
FROM (SELECT v FROM t ORDER BY k OFFSET 0) AS s;
\else
SELECT count(a)
FROM (SELECT sum(v) OVER (PARTITION BY k) AS a FROM t OFFSET 0) AS s;
\endif
