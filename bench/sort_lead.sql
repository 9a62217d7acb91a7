-- title: lead(int) over a Sort
-- table: unsorted
-- sizes: 1 2 1000 all
-- below: Sort
-- bounds: 1.0 - 1.0
\if :child
SELECT count(v)
FROM (SELECT v FROM t ORDER BY k, ts OFFSET 0) AS s;
\else
SELECT count(l)
FROM (SELECT lead(v) OVER (PARTITION BY k ORDER BY ts) AS l FROM t OFFSET 0) AS s;
\endif
