/* sorted_window--1.0.sql */

-- complain if this script is run by psql instead of CREATE EXTENSION
\echo Use "CREATE EXTENSION sorted_window" to load this file. \quit

CREATE FUNCTION why_not(query text,
						OUT "window" text,
						OUT functions text,
						OUT streams boolean,
						OUT reason text)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'sw_why_not'
LANGUAGE C VOLATILE PARALLEL UNSAFE;

COMMENT ON FUNCTION why_not(text) IS
'for each window clause of a query: whether SortedWindow streams it, and if not, why; plans the query and does not execute it';

-- everybody may call what is in here
GRANT USAGE ON SCHEMA @extschema@ TO PUBLIC;
