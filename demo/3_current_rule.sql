-- Which rule is in force in each zone now?
SELECT zone, abbreviation, utc_offset, is_dst, valid_from
FROM (SELECT *, row_number() OVER (PARTITION BY zone ORDER BY valid_from DESC) AS n
      FROM RULES
      WHERE valid_from <= now()) AS r
WHERE n = 1
