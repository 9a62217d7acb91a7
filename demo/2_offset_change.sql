-- By how much did each change move the clocks?
SELECT zone, valid_from, abbreviation,
       utc_offset - lag(utc_offset) OVER (PARTITION BY zone ORDER BY valid_from) AS moved_by
FROM RULES
