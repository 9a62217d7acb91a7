-- title: lead(timestamptz), composite and jsonb columns
-- table: nested
-- sizes: 1 2.2
-- below: Index Scan using t_key
-- bounds: 1.0 - 1.0
\if :child
SELECT count(ts), count(c), count(j)
FROM (SELECT ts, c, j FROM t ORDER BY k, ts OFFSET 0) AS s;
\else
SELECT count(ts), count(c), count(j), count(x)
FROM (SELECT ts, c, j, lead(ts) OVER (PARTITION BY k ORDER BY ts) AS x FROM t OFFSET 0) AS s;
\endif
