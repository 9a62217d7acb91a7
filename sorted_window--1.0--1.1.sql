/* sorted_window--1.0--1.1.sql */

-- complain if this script is run by psql instead of CREATE or ALTER EXTENSION
\echo Use "ALTER EXTENSION sorted_window UPDATE TO '1.1'" to load this file. \quit

CREATE FUNCTION @extschema@.preload("on" boolean DEFAULT true)
RETURNS text
AS 'MODULE_PATHNAME', 'sw_preload'
LANGUAGE C VOLATILE PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp;

COMMENT ON FUNCTION @extschema@.preload(boolean) IS
'adds the library to session_preload_libraries of the current database, or removes it; returns what was done';
