-- title: the top 20 of a feed with the time since the post before
-- transactions: 3000
-- bound: 1.05
\set author random(0, 999)
SELECT id, ts, body, ts - lead(ts) OVER (ORDER BY ts DESC) AS since
FROM feed WHERE author = :author ORDER BY ts DESC LIMIT 20;
