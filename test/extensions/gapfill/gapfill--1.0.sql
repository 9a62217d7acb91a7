/* gapfill--1.0.sql */

-- groups by this are what the node gets above
CREATE FUNCTION gapfill_bucket(int) RETURNS int LANGUAGE plpgsql
IMMUTABLE STRICT AS 'BEGIN RETURN $1 / 10; END';
