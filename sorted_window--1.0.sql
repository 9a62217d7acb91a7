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

/* The aggregates first_value and last_value */

CREATE TYPE ordering;

CREATE FUNCTION ordering_in(cstring) RETURNS ordering
AS 'MODULE_PATHNAME', 'sw_ordering_in'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ordering_out(ordering) RETURNS cstring
AS 'MODULE_PATHNAME', 'sw_ordering_out'
LANGUAGE C STABLE STRICT PARALLEL SAFE;

CREATE TYPE ordering (
	INPUT = ordering_in,
	OUTPUT = ordering_out,
	INTERNALLENGTH = VARIABLE,
	ALIGNMENT = int4,
	STORAGE = plain
);

COMMENT ON TYPE ordering IS
'internal: what first_value and last_value keep of which row; only the planner makes values of it';
COMMENT ON FUNCTION ordering_in(cstring) IS 'internal: I/O';
COMMENT ON FUNCTION ordering_out(ordering) IS 'internal: I/O';

CREATE FUNCTION first_trans(internal, anyelement) RETURNS internal
AS 'MODULE_PATHNAME', 'sw_first_trans'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION first_trans(internal, anyelement, VARIADIC "any")
RETURNS internal
AS 'MODULE_PATHNAME', 'sw_first_trans'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION last_trans(internal, anyelement) RETURNS internal
AS 'MODULE_PATHNAME', 'sw_last_trans'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION last_trans(internal, anyelement, VARIADIC "any")
RETURNS internal
AS 'MODULE_PATHNAME', 'sw_last_trans'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION pick_trans(internal, ordering, anyelement, VARIADIC "any")
RETURNS internal
AS 'MODULE_PATHNAME', 'sw_pick_trans'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION value_final(internal, anyelement) RETURNS anyelement
AS 'MODULE_PATHNAME', 'sw_value_final'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION value_final(internal, anyelement, VARIADIC "any")
RETURNS anyelement
AS 'MODULE_PATHNAME', 'sw_value_final'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION combine(internal, internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sw_combine'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

CREATE FUNCTION serialize(internal) RETURNS bytea
AS 'MODULE_PATHNAME', 'sw_serialize'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION deserialize(bytea, internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sw_deserialize'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION first_trans(internal, anyelement) IS
'internal: transition function of first_value';
COMMENT ON FUNCTION first_trans(internal, anyelement, VARIADIC "any") IS
'internal: transition function of first_value';
COMMENT ON FUNCTION last_trans(internal, anyelement) IS
'internal: transition function of last_value';
COMMENT ON FUNCTION last_trans(internal, anyelement, VARIADIC "any") IS
'internal: transition function of last_value';
COMMENT ON FUNCTION
pick_trans(internal, ordering, anyelement, VARIADIC "any") IS
'internal: transition function of first_value and last_value as rewritten by the planner';
COMMENT ON FUNCTION value_final(internal, anyelement) IS
'internal: final function of first_value and last_value';
COMMENT ON FUNCTION value_final(internal, anyelement, VARIADIC "any") IS
'internal: final function of first_value and last_value';
COMMENT ON FUNCTION combine(internal, internal) IS
'internal: combine function of first_value and last_value';
COMMENT ON FUNCTION serialize(internal) IS
'internal: serialization function of first_value and last_value';
COMMENT ON FUNCTION deserialize(bytea, internal) IS
'internal: deserialization function of first_value and last_value';

-- In input order: no combine function, as partial input has no such order.
CREATE AGGREGATE @extschema@.first_value(anyelement) (
	SFUNC = first_trans,
	STYPE = internal,
	SSPACE = 64,
	FINALFUNC = value_final,
	FINALFUNC_EXTRA,
	PARALLEL = SAFE
);

CREATE AGGREGATE @extschema@.last_value(anyelement) (
	SFUNC = last_trans,
	STYPE = internal,
	SSPACE = 64,
	FINALFUNC = value_final,
	FINALFUNC_EXTRA,
	PARALLEL = SAFE
);

CREATE AGGREGATE @extschema@.first_value(anyelement, VARIADIC "any") (
	SFUNC = first_trans,
	STYPE = internal,
	SSPACE = 64,
	FINALFUNC = value_final,
	FINALFUNC_EXTRA,
	COMBINEFUNC = combine,
	SERIALFUNC = serialize,
	DESERIALFUNC = deserialize,
	PARALLEL = SAFE
);

CREATE AGGREGATE @extschema@.last_value(anyelement, VARIADIC "any") (
	SFUNC = last_trans,
	STYPE = internal,
	SSPACE = 64,
	FINALFUNC = value_final,
	FINALFUNC_EXTRA,
	COMBINEFUNC = combine,
	SERIALFUNC = serialize,
	DESERIALFUNC = deserialize,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE @extschema@.first_value(anyelement) IS
'value of the first row in the order of ORDER BY, or in input order';
COMMENT ON AGGREGATE @extschema@.last_value(anyelement) IS
'value of the last row in the order of ORDER BY, or in input order';
COMMENT ON AGGREGATE @extschema@.first_value(anyelement, VARIADIC "any") IS
'value of the row with the smallest keys, compared one after the other; a NULL key loses';
COMMENT ON AGGREGATE @extschema@.last_value(anyelement, VARIADIC "any") IS
'value of the row with the greatest keys, compared one after the other; a NULL key loses';

-- What the planner makes of the above. They differ in the final function
-- only, so calls with the same arguments share one state. SW_MAX_OUTPUTS.
DO $do$
BEGIN
	FOR n IN 1 .. 16 LOOP
		EXECUTE format($sql$
			CREATE FUNCTION @extschema@.pick%1$s_final(
				internal, @extschema@.ordering, anyelement, VARIADIC "any")
			RETURNS anyelement
			AS 'MODULE_PATHNAME', 'sw_pick%1$s_final'
			LANGUAGE C IMMUTABLE PARALLEL SAFE;

			CREATE AGGREGATE @extschema@.pick%1$s(
				@extschema@.ordering, anyelement, VARIADIC "any") (
				SFUNC = @extschema@.pick_trans,
				STYPE = internal,
				SSPACE = 64,
				FINALFUNC = @extschema@.pick%1$s_final,
				FINALFUNC_EXTRA,
				COMBINEFUNC = @extschema@.combine,
				SERIALFUNC = @extschema@.serialize,
				DESERIALFUNC = @extschema@.deserialize,
				PARALLEL = SAFE
			);

			COMMENT ON FUNCTION @extschema@.pick%1$s_final(
				internal, @extschema@.ordering, anyelement, VARIADIC "any") IS
			'internal: final function of pick%1$s';
			COMMENT ON AGGREGATE @extschema@.pick%1$s(
				@extschema@.ordering, anyelement, VARIADIC "any") IS
			'internal: answer %1$s of first_value and last_value calls that share an ordering';
		$sql$, n);
	END LOOP;
END
$do$;

-- everybody may call what is in here
GRANT USAGE ON SCHEMA @extschema@ TO PUBLIC;
