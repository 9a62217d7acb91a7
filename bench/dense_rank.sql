-- title: dense_rank
-- table: bigint
-- sizes: 1 2 1000 all
-- below: Index Only Scan using t_int
-- bounds: 3.5 1.25 2.5
\if :child
SELECT count(k)
FROM (SELECT k FROM t ORDER BY k, ts OFFSET 0) AS s;
\else
SELECT count(n)
FROM (SELECT dense_rank() OVER (PARTITION BY k ORDER BY ts) AS n FROM t OFFSET 0) AS s;
\endif
