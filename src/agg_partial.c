/*-------------------------------------------------------------------------
 *
 * agg_partial.c
 *	  Combine, serialize and deserialize: aggregation in parts.
 *
 * A serialized state is a bytea that holds the ordering, which tells the
 * layout, and then the state itself, its pointers turned into offsets:
 *
 *		varlena header | padding | ordering | padding | prefix | state
 *
 * Datums travel as they are.  They stay within one query, whose snapshot
 * keeps toasted values and whose workers share anonymous record types, and a
 * type's send and receive functions need not exist.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "fmgr.h"

#include "agg_state.h"
#include "compat.h"

PG_FUNCTION_INFO_V1(sw_combine);
PG_FUNCTION_INFO_V1(sw_serialize);
PG_FUNCTION_INFO_V1(sw_deserialize);

#define SW_ORDERING_AT	MAXALIGN(VARHDRSZ)

/* Returns how many of the state's bytes are in use, from its beginning. */
static Size
used_size(const SwState *state)
{
	const SwOrdering *ordering = sw_state_ordering(state);
	const SwColumn *columns = sw_ordering_columns(ordering);
	const Datum *datums;
	Size		datums_at = sw_state_datums_at(ordering->ncolumns);
	Size		used = datums_at + ordering->ncolumns * sizeof(Datum);

	/* The bytes of the last by-reference column are the last ones. */
	datums = sw_state_datums(state, datums_at);
	for (int column = ordering->ncolumns - 1; column >= 0; column--)
	{
		SwType		type = {columns[column].typlen, columns[column].typbyval};

		if (type.typbyval || sw_state_isnull(state, column))
			continue;
		used = (char *) DatumGetPointer(datums[column]) - (char *) state +
			MAXALIGN(sw_datum_size(datums[column], &type));
		break;
	}
	return used;
}

/*
 * Rebase the by-reference datums of "state": what they hold is relative to
 * the address "from" and shall be to the address "to".
 */
static void
rebase(SwState *state, const SwOrdering *ordering, const void *from,
	   const void *to)
{
	const SwColumn *columns = sw_ordering_columns(ordering);
	Datum	   *datums = sw_state_datums(state,
										 sw_state_datums_at(ordering->ncolumns));

	for (int column = 0; column < ordering->ncolumns; column++)
		if (!columns[column].typbyval && !sw_state_isnull(state, column))
			datums[column] = datums[column] - PointerGetDatum(from) +
				PointerGetDatum(to);
}

/*
 * combine(internal, internal) returns internal
 *
 * The second state competes like a row that arrived later.  Its storage is
 * another function's, so the winner is copied.
 */
Datum
sw_combine(PG_FUNCTION_ARGS)
{
	SwPicker   *picker = fcinfo->flinfo->fn_extra;
	SwState    *state = NULL;
	SwState    *other;
	const Datum *datums;

	if (!PG_ARGISNULL(0))
		state = (SwState *) PG_GETARG_POINTER(0);
	if (PG_ARGISNULL(1))
	{
		if (state == NULL)
			PG_RETURN_NULL();
		PG_RETURN_POINTER(state);
	}
	other = (SwState *) PG_GETARG_POINTER(1);

	if (unlikely(picker == NULL))
	{
		picker = sw_picker_make(sw_state_ordering(other), true,
								fcinfo->flinfo->fn_mcxt);
		fcinfo->flinfo->fn_extra = picker;
	}
	datums = sw_state_datums(other, picker->datums_at);
	for (uint32 column = 0; column < picker->ncolumns; column++)
	{
		picker->row[column].value = datums[column];
		picker->row[column].isnull = sw_state_isnull(other, column);
	}
	if (state == NULL || sw_row_wins(picker, state, picker->row))
		state = sw_state_keep(picker, state, picker->row, fcinfo);
	PG_RETURN_POINTER(state);
}

/* serialize(internal) returns bytea, in the current memory context */
Datum
sw_serialize(PG_FUNCTION_ARGS)
{
	SwState    *state = (SwState *) PG_GETARG_POINTER(0);
	const SwOrdering *ordering;
	Size		ordering_size;
	Size		state_at;
	Size		used;
	char	   *result;
	SwState    *copy;

	/* Such a state comes from an executor node that isn't a partial one. */
	if (!state->has_ordering)
		elog(ERROR, "state without ordering");
	ordering = sw_state_ordering(state);
	ordering_size = VARSIZE(ordering);
	state_at = SW_ORDERING_AT + MAXALIGN(ordering_size) + SW_STATE_PREFIX;
	used = used_size(state);
	result = palloc(state_at + used);
	copy = (SwState *) (result + state_at);

	SET_VARSIZE(result, state_at + used);
	memset(result + VARHDRSZ, 0, state_at - VARHDRSZ);
	memcpy(result + SW_ORDERING_AT, ordering, ordering_size);
	memcpy(copy, state, used);
	rebase(copy, ordering, state, NULL);
	PG_RETURN_BYTEA_P(result);
}

/*
 * deserialize(bytea, internal) returns internal
 *
 * The state lives in the current memory context, along with its ordering.
 */
Datum
sw_deserialize(PG_FUNCTION_ARGS)
{
	bytea	   *serialized = PG_GETARG_BYTEA_PP(0);
	Size		size = VARSIZE_ANY_EXHDR(serialized);
	char	   *copy;
	SwOrdering *ordering;
	SwState    *state;

	if (!AggCheckCallContext(fcinfo, NULL))
		elog(ERROR, "aggregate function called in non-aggregate context");

	/* A tuple may hold it unaligned, behind a short header. */
	copy = palloc(VARHDRSZ + size);
	memcpy(copy + VARHDRSZ, VARDATA_ANY(serialized), size);
	ordering = (SwOrdering *) (copy + SW_ORDERING_AT);
	state = (SwState *) ((char *) ordering + MAXALIGN(VARSIZE(ordering)) +
						 SW_STATE_PREFIX);
	rebase(state, ordering, NULL, state);
	sw_state_set_ordering(state, ordering);
	PG_RETURN_POINTER(state);
}
