-- title: lead(int), a text column passed through
-- table: bigint
-- sizes: 1 2 1000 all
-- below: Index Only Scan using t_text
-- bounds: 2.4 1.45 2.5
\if :child
SELECT count(v), count(txt)
FROM (SELECT v, txt FROM t ORDER BY k, ts OFFSET 0) AS s;
\else
SELECT count(l), count(txt)
FROM (SELECT lead(v) OVER (PARTITION BY k ORDER BY ts) AS l, txt FROM t OFFSET 0) AS s;
\endif
