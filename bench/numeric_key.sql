-- title: row_number, numeric key
-- table: numeric
-- sizes: 1 2 1000 all
-- below: Index Only Scan using t_int
-- bounds: 2.8 1.45 2.5
\if :child
SELECT count(k)
FROM (SELECT k FROM t ORDER BY k, ts OFFSET 0) AS s;
\else
SELECT count(n)
FROM (SELECT row_number() OVER (PARTITION BY k ORDER BY ts) AS n FROM t OFFSET 0) AS s;
\endif
