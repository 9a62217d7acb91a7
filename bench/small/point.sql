-- title: a row by its key, no window
-- transactions: 6000
-- bound: 1.02
\set id random(1, 200000)
SELECT author, ts, body FROM feed WHERE id = :id;
