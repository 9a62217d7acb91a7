-- title: row_number + rank + dense_rank + lag
-- table: bigint
-- sizes: 1 2 1000 all
-- below: Index Only Scan using t_int
-- bounds: 4.0 1.50 2.5
\if :child
SELECT count(k), count(ts), count(v), count(v)
FROM (SELECT k, ts, v FROM t ORDER BY k, ts OFFSET 0) AS s;
\else
SELECT count(n), count(r), count(d), count(l)
FROM (SELECT row_number() OVER w AS n, rank() OVER w AS r,
             dense_rank() OVER w AS d, lag(v) OVER w AS l FROM t WINDOW w AS (PARTITION BY k ORDER BY ts) OFFSET 0) AS s;
\endif
