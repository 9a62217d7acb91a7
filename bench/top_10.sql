-- title: row_number <= 10 against LIMIT 10
-- table: unsorted
-- sizes: all
-- below: Sort
-- bounds: - 1.20
\if :child
SELECT count(v)
FROM (SELECT v FROM t ORDER BY v LIMIT 10) AS s;
\else
SELECT count(v)
FROM (SELECT v, row_number() OVER (ORDER BY v) AS n FROM t) AS s
WHERE n <= 10;
\endif
