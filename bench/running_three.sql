-- title: row_number + sum(int), ROWS + lag
-- table: bigint
-- sizes: 1 2 1000 all
-- below: Index Only Scan using t_int
-- bounds: 3.5 -
\if :child
SELECT count(k), count(v), count(ts)
FROM (SELECT k, v, ts FROM t ORDER BY k, ts OFFSET 0) AS s;
\else
SELECT count(n), count(a), count(l)
FROM (SELECT row_number() OVER w AS n, sum(v) OVER w AS a, lag(v) OVER w AS l FROM t
      WINDOW w AS (PARTITION BY k ORDER BY ts ROWS UNBOUNDED PRECEDING) OFFSET 0) AS s;
\endif
