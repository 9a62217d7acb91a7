-- title: a join with GROUP BY, no window
-- transactions: 800
-- bound: 1.02
\set author random(0, 999)
SELECT a.author, date_trunc('hour', a.ts) AS hour, count(*), max(b.ts)
FROM feed a JOIN feed b ON b.id = a.id + 1
WHERE a.author = :author AND a.ts < '2024-01-05'
GROUP BY 1, 2 ORDER BY 2 LIMIT 10;
