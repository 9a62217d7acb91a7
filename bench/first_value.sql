-- title: first_value(int)
-- table: bigint
-- sizes: 1 2 1000 all
-- below: Index Only Scan using t_int
-- bounds: 3.2 1.30
\if :child
SELECT count(v)
FROM (SELECT v FROM t ORDER BY k, ts OFFSET 0) AS s;
\else
SELECT count(a)
FROM (SELECT first_value(v) OVER (PARTITION BY k ORDER BY ts) AS a FROM t OFFSET 0) AS s;
\endif
