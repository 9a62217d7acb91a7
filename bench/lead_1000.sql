-- title: lead(int, 1000)
-- table: bigint
-- sizes: 1 2 1000 all
-- below: Index Only Scan using t_int
-- bounds: 2.5 1.30 2.5
\if :child
SELECT count(v)
FROM (SELECT v FROM t ORDER BY k, ts OFFSET 0) AS s;
\else
SELECT count(l)
FROM (SELECT lead(v, 1000) OVER (PARTITION BY k ORDER BY ts) AS l FROM t OFFSET 0) AS s;
\endif
