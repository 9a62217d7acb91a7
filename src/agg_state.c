/*-------------------------------------------------------------------------
 *
 * agg_state.c
 *	  The winning row of one group: see agg_state.h.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "fmgr.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

#include "agg_state.h"
#include "compat.h"

/* Returns where in a state of "ncolumns" columns the datums begin. */
Size
sw_state_datums_at(int ncolumns)
{
	return MAXALIGN(offsetof(SwState, nulls) +
					sizeof(uint32) * (SW_NULL_WORD(ncolumns - 1) + 1));
}

/*
 * Operators that are compared in line, told from their functions.  Which way
 * an operator sorts is told likewise, since any family can contain it.
 */
static const struct
{
	RegProcedure less;
	RegProcedure greater;
	SwKeyMethod method;
}			inline_operators[] =
{
	{F_INT4LT, F_INT4GT, SW_COMPARE_INT4},
	{F_DATE_LT, F_DATE_GT, SW_COMPARE_INT4},
	{F_INT8LT, F_INT8GT, SW_COMPARE_INT8},
	{F_TIMESTAMP_LT, F_TIMESTAMP_GT, SW_COMPARE_INT8},
	{F_TIMESTAMPTZ_LT, F_TIMESTAMPTZ_GT, SW_COMPARE_INT8},
	{F_TIME_LT, F_TIME_GT, SW_COMPARE_INT8},
	{F_FLOAT8LT, F_FLOAT8GT, SW_COMPARE_FLOAT8},
};

/* Prepare the comparison by "key". */
static void
prepare_key(SwPickerKey *prepared, const SwKey *key, MemoryContext context)
{
	RegProcedure function = get_opcode(key->sortop);

	prepared->column = key->column;
	prepared->nulls_first = key->nulls_first;
	for (size_t i = 0; i < lengthof(inline_operators); i++)
		if (function == inline_operators[i].less ||
			function == inline_operators[i].greater)
		{
			prepared->method = inline_operators[i].method;
			prepared->reverse = function == inline_operators[i].greater;
			return;
		}

	prepared->method = SW_COMPARE_SORTSUPPORT;
	prepared->sort = MemoryContextAllocZero(context, sizeof(SortSupportData));
	prepared->sort->ssup_cxt = context;
	prepared->sort->ssup_collation = key->collation;
	prepared->sort->ssup_nulls_first = key->nulls_first;
	PrepareSortSupportFromOrderingOp(key->sortop, prepared->sort);
	prepared->reverse = prepared->sort->ssup_reverse;
}

/*
 * Returns what is needed to work on states of "ordering", which is copied,
 * all in "context".  Raises an error if a key can't be compared, as with an
 * indeterminate collation.
 */
SwPicker *
sw_picker_make(const SwOrdering *ordering, MemoryContext context)
{
	MemoryContext old = MemoryContextSwitchTo(context);
	SwPicker   *picker = palloc0(sizeof(SwPicker));
	SwOrdering *copy = palloc(VARSIZE(ordering));
	const SwColumn *columns;

	memcpy(copy, ordering, VARSIZE(ordering));
	picker->ordering = copy;
	picker->ncolumns = copy->ncolumns;
	picker->nkeys = copy->nkeys;
	picker->last = copy->last;
	picker->datums_at = sw_state_datums_at(copy->ncolumns);
	picker->bytes_at = picker->datums_at + copy->ncolumns * sizeof(Datum);
	picker->row = palloc0(copy->ncolumns * sizeof(NullableDatum));

	picker->byref = palloc0(copy->ncolumns * sizeof(SwPickerByref));
	columns = sw_ordering_columns(copy);
	for (int column = 0; column < copy->ncolumns; column++)
	{
		SwPickerByref *byref = &picker->byref[picker->nbyref];

		if (columns[column].typbyval)
			continue;
		byref->column = column;
		byref->type.typlen = columns[column].typlen;
		byref->type.typbyval = false;
		for (int i = 0; i < copy->nkeys; i++)
			if (sw_ordering_keys(copy)[i].column == column)
				byref->is_key = true;
		picker->nbyref++;
	}

	picker->keys = palloc0(copy->nkeys * sizeof(SwPickerKey));
	for (int i = 0; i < copy->nkeys; i++)
		prepare_key(&picker->keys[i], &sw_ordering_keys(copy)[i], context);

	MemoryContextSwitchTo(old);
	return picker;
}

/*
 * Returns a state with room for "needed" bytes of by-reference datums:
 * "state" itself where it serves, else a new one in the aggregate's memory
 * context with only ordering and capacity filled in, and "state" is freed.
 */
SwState *
sw_state_fit(SwPicker *picker, SwState *state, Size needed,
			 FunctionCallInfo fcinfo)
{
	Size		current = 0;
	Size		size;
	SwState    *larger;
	MemoryContext context;

	if (state)
		current = picker->bytes_at + sw_state_capacity(state);
	if (picker->nbyref > 0)
		size = sw_buffer_capacity(current, picker->bytes_at + needed);
	else
		size = picker->bytes_at;
	if (size == current)
		return state;

	if (!AggCheckCallContext(fcinfo, &context))
		elog(ERROR, "aggregate function called in non-aggregate context");
	larger = MemoryContextAllocHuge(context, size);
	larger->ordering = picker->ordering;
	larger->capacity = (size - picker->bytes_at) / MAXIMUM_ALIGNOF;
	if (state)
		pfree(state);
	return larger;
}
