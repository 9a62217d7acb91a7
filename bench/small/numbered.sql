-- title: the newest 3 of one author, numbered
-- transactions: 800
-- bound: 1.05
\set author random(0, 999)
SELECT * FROM (
	SELECT id, ts, body, row_number() OVER (ORDER BY ts DESC) AS n
	FROM feed WHERE author = :author) s
WHERE n <= 3;
