-- How did each zone's clocks begin, and what do they show now?
-- First and last in one pass over the rows.
SELECT zone, sorted_window.first_value(abbreviation ORDER BY valid_from) AS first,
       sorted_window.last_value(abbreviation ORDER BY valid_from) AS last,
       sorted_window.last_value(utc_offset ORDER BY valid_from) AS utc_offset
FROM RULES
GROUP BY zone
ORDER BY zone
-- instead of
SELECT zone, (array_agg(abbreviation ORDER BY valid_from))[1] AS first,
       (array_agg(abbreviation ORDER BY valid_from))[count(*)] AS last,
       (array_agg(utc_offset ORDER BY valid_from))[count(*)] AS utc_offset
FROM RULES
GROUP BY zone
ORDER BY zone
