-- From when until when was each rule in force?
SELECT zone, abbreviation, utc_offset, valid_from,
       lead(valid_from, 1, 'infinity') OVER (PARTITION BY zone ORDER BY valid_from) AS valid_until
FROM RULES
