/*-------------------------------------------------------------------------
 *
 * agg_trans.c
 *	  Transition functions of first_value, last_value and pick1 .. pickN.
 *
 * A row costs one comparison; if it wins, also one store or memcpy for each
 * column.  None of the functions is strict, because a NULL value is a value.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "fmgr.h"

#include "agg_state.h"
#include "compat.h"

PG_FUNCTION_INFO_V1(sw_first_trans);
PG_FUNCTION_INFO_V1(sw_last_trans);
PG_FUNCTION_INFO_V1(sw_pick_trans);

/* Raise an error unless called as part of an aggregate. */
static void
check_aggregate_context(FunctionCallInfo fcinfo)
{
	if (!AggCheckCallContext(fcinfo, NULL))
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("aggregate function called in non-aggregate context")));
}

/* The first call of first_value or last_value in a query. */
static pg_noinline SwPicker *
begin_call(FunctionCallInfo fcinfo, bool last)
{
	SwPicker   *picker;

	check_aggregate_context(fcinfo);
	picker = sw_picker_make(sw_ordering_of_call(fcinfo, last), true,
							fcinfo->flinfo->fn_mcxt);
	fcinfo->flinfo->fn_extra = picker;
	return picker;
}

/* The first call of a pick aggregate in a query. */
static pg_noinline SwPicker *
begin_pick(FunctionCallInfo fcinfo)
{
	SwOrdering *ordering;
	SwPicker   *picker;

	check_aggregate_context(fcinfo);
	if (PG_ARGISNULL(1))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("ordering must not be null"),
				 errhint("Call sorted_window.first_value or sorted_window.last_value.")));
	ordering = (SwOrdering *) PG_GETARG_VARLENA_P(1);
	picker = sw_picker_make(ordering, sw_ordering_of_final(fcinfo) == NULL,
							fcinfo->flinfo->fn_mcxt);
	if (picker->ncolumns + 2 != (uint32) PG_NARGS())
		elog(ERROR, "ordering has %u columns for %d arguments",
			 picker->ncolumns, PG_NARGS() - 2);
	fcinfo->flinfo->fn_extra = picker;
	return picker;
}

/*
 * Returns the state after the row that "fcinfo" carries, whose column 0 is
 * argument "first_arg".
 */
static pg_attribute_always_inline Datum
advance(SwPicker *picker, FunctionCallInfo fcinfo, int first_arg)
{
	NullableDatum *row = &fcinfo->args[first_arg];
	SwState    *state = NULL;

	if (likely(!PG_ARGISNULL(0)))
	{
		state = (SwState *) PG_GETARG_POINTER(0);
		if (!sw_row_wins(picker, state, row))
			PG_RETURN_POINTER(state);
	}
	PG_RETURN_POINTER(sw_state_keep(picker, state, row, fcinfo));
}

/*
 * first_trans(internal, value [, keys ...]) returns internal
 *
 * Without keys, rows are taken as they arrive, which is after the sort if
 * the call has an ORDER BY that the planner left in place.
 */
Datum
sw_first_trans(PG_FUNCTION_ARGS)
{
	SwPicker   *picker = fcinfo->flinfo->fn_extra;

	if (unlikely(picker == NULL))
		picker = begin_call(fcinfo, false);
	return advance(picker, fcinfo, 1);
}

/* last_trans(internal, value [, keys ...]) returns internal */
Datum
sw_last_trans(PG_FUNCTION_ARGS)
{
	SwPicker   *picker = fcinfo->flinfo->fn_extra;

	if (unlikely(picker == NULL))
		picker = begin_call(fcinfo, true);
	return advance(picker, fcinfo, 1);
}

/* pick_trans(internal, ordering, columns ...) returns internal */
Datum
sw_pick_trans(PG_FUNCTION_ARGS)
{
	SwPicker   *picker = fcinfo->flinfo->fn_extra;

	if (unlikely(picker == NULL))
		picker = begin_pick(fcinfo);
	return advance(picker, fcinfo, 2);
}
