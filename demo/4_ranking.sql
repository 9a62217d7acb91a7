-- Which zones changed their rules most often?
-- The window sees one row a zone: nearly all of the time goes into counting.
SELECT zone, changes,
       rank() OVER most AS rank,
       dense_rank() OVER most AS dense_rank
FROM (SELECT zone, count(*) AS changes FROM RULES GROUP BY zone) AS z
WINDOW most AS (ORDER BY changes DESC)
