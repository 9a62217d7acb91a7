-- title: lag(text)
-- table: bigint
-- sizes: 1 2 1000 all
-- below: Index Only Scan using t_text
-- bounds: 3.0 1.30 2.5
\if :child
SELECT count(txt)
FROM (SELECT txt FROM t ORDER BY k, ts OFFSET 0) AS s;
\else
SELECT count(l)
FROM (SELECT lag(txt) OVER (PARTITION BY k ORDER BY ts) AS l FROM t OFFSET 0) AS s;
\endif
