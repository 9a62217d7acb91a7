-- One row for each change of rules, from zdump's lines by way of demo/run.
CREATE EXTENSION sorted_window;

CREATE TABLE rules (
    zone         text COLLATE "C",
    valid_from   timestamptz,
    utc_offset   int,           -- seconds east of UTC
    is_dst       bool,
    abbreviation text
);

\copy rules FROM pstdin

CREATE INDEX ON rules (zone, valid_from);
VACUUM (FREEZE, ANALYZE) rules;

-- The same history many times over, for times that mean something.
CREATE TABLE many_rules AS
SELECT zone || ' ' || copy AS zone, valid_from, utc_offset, is_dst, abbreviation
FROM rules, generate_series(1, (:rows + (SELECT count(*) FROM rules) - 1)
                               / (SELECT count(*) FROM rules)) AS copy;

CREATE INDEX many_rules_oldest_first ON many_rules (zone, valid_from)
    INCLUDE (utc_offset, is_dst, abbreviation);
CREATE INDEX many_rules_newest_first ON many_rules (zone, valid_from DESC)
    INCLUDE (utc_offset, is_dst, abbreviation);
VACUUM (FREEZE, ANALYZE) many_rules;
