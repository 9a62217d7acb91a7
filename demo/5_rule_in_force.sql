-- Which rule was in force in each zone when the century began, as one value?
-- last_value() keeps the latest rule of each zone, in whatever order rows come.
-- DISTINCT ON needs an order, and here has an index made for this question.
SELECT zone, sorted_window.last_value(ROW(utc_offset, abbreviation, is_dst) ORDER BY valid_from) AS rule
FROM RULES
WHERE valid_from < '2000-01-01'
GROUP BY zone
ORDER BY zone
-- instead of
SELECT DISTINCT ON (zone) zone, ROW(utc_offset, abbreviation, is_dst) AS rule
FROM RULES
WHERE valid_from < '2000-01-01'
ORDER BY zone, valid_from DESC
