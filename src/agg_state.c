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
 * all in "context".  New states get a pointer to it as told.  Raises an error if a key can't be compared, as with an
 * indeterminate collation.
 */
SwPicker *
sw_picker_make(const SwOrdering *ordering, bool states_have_ordering,
			   MemoryContext context)
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
	picker->prefix = states_have_ordering ? SW_STATE_PREFIX : 0;
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
		picker->nbyref++;
	}

	picker->keys = palloc0(copy->nkeys * sizeof(SwPickerKey));
	picker->varlena_keys = palloc0(copy->nkeys * sizeof(uint32));
	for (int i = 0; i < copy->nkeys; i++)
	{
		const SwKey *key = &sw_ordering_keys(copy)[i];

		prepare_key(&picker->keys[i], key, context);
		if (columns[key->column].typlen == -1)
			picker->varlena_keys[picker->nvarlena_keys++] = key->column;
	}
	if (picker->nkeys == 1 && picker->ncolumns <= 32 &&
		(picker->keys[0].method == SW_COMPARE_INT4 ||
		 picker->keys[0].method == SW_COMPARE_INT8))
	{
		picker->plain = true;
		picker->column = picker->keys[0].column;
		picker->int4 = picker->keys[0].method == SW_COMPARE_INT4;
		picker->greater = picker->last != picker->keys[0].reverse;
	}

	MemoryContextSwitchTo(old);
	return picker;
}

/* Returns the order of two keys in the terms of the sort operator. */
static pg_attribute_always_inline int
compare_key(const SwPickerKey *key, Datum a, bool a_isnull,
			   Datum b, bool b_isnull)
{
	int			order = 0;

	if (unlikely(a_isnull || b_isnull))
	{
		if (a_isnull && b_isnull)
			return 0;
		return a_isnull == key->nulls_first ? -1 : 1;
	}
	if (key->method == SW_COMPARE_INT8)
		order = (DatumGetInt64(a) > DatumGetInt64(b)) -
			(DatumGetInt64(a) < DatumGetInt64(b));
	else if (key->method == SW_COMPARE_INT4)
		order = (DatumGetInt32(a) > DatumGetInt32(b)) -
			(DatumGetInt32(a) < DatumGetInt32(b));
	else if (key->method == SW_COMPARE_FLOAT8)
	{
		float8		x = DatumGetFloat8(a);
		float8		y = DatumGetFloat8(b);

		/* NaN equals NaN and is greater than all else */
		if (unlikely(x != x || y != y))
			order = (x != x) - (y != y);
		else
			order = (x > y) - (x < y);
	}
	else
		order = key->sort->comparator(a, b, key->sort);

	/* not a negation: the comparator may have returned INT_MIN */
	if (key->reverse)
		return order < 0 ? 1 : -(order > 0);
	return order;
}

/* sw_row_wins() for any number of keys of any type. */
bool
sw_row_wins_general(const SwPicker *picker, const SwState *state,
					const NullableDatum *row)
{
	const Datum *datums = sw_state_datums(state, picker->datums_at);
	const SwPickerKey *end = picker->keys + picker->nkeys;

	for (const SwPickerKey *key = picker->keys; key < end; key++)
	{
		uint32		column = key->column;
		int			order;

		order = compare_key(key, row[column].value, row[column].isnull,
							datums[column], sw_state_isnull(state, column));
		if (order != 0)
			return (order > 0) == picker->last;
	}
	return picker->last;
}

/* Returns how many bytes the by-reference datums of "row" take in a state. */
static Size
measure_row(const SwPicker *picker, const NullableDatum *row)
{
	Size		needed = 0;

	for (uint32 i = 0; i < picker->nbyref; i++)
	{
		const SwPickerByref *byref = &picker->byref[i];
		const NullableDatum *value = &row[byref->column];

		if (!value->isnull)
			needed += MAXALIGN(sw_datum_size(value->value, &byref->type));
	}
	return needed;
}

/*
 * Returns a state with room for "row": "state" itself where it serves, else
 * a new one in the aggregate's memory context with only ordering and capacity
 * filled in, and "state" is freed.  Both were made by this picker.
 */
static pg_noinline SwState *
make_room(const SwPicker *picker, SwState *state, const NullableDatum *row,
		  FunctionCallInfo fcinfo)
{
	Size		current = 0;
	Size		fixed = picker->prefix + picker->bytes_at;
	Size		size = fixed;
	char	   *chunk;
	SwState    *larger;
	MemoryContext context;

	if (state)
		current = fixed + sw_state_capacity(state);
	if (picker->nbyref > 0)
		size = sw_buffer_capacity(current, size + measure_row(picker, row));
	if (size == current)
		return state;

	if (!AggCheckCallContext(fcinfo, &context))
		elog(ERROR, "aggregate function called in non-aggregate context");
	chunk = MemoryContextAllocHuge(context, size);
	larger = (SwState *) (chunk + picker->prefix);
	larger->has_ordering = false;
	larger->capacity = (size - fixed) / MAXIMUM_ALIGNOF;
	if (picker->prefix > 0)
		sw_state_set_ordering(larger, picker->ordering);
	if (state)
		pfree((char *) state - picker->prefix);
	return larger;
}

/* sw_state_keep() for all kinds of columns and for a group's first row. */
SwState *
sw_state_keep_general(SwPicker *picker, SwState *state, NullableDatum *row,
					  FunctionCallInfo fcinfo)
{
	/*
	 * A key that is stored out of line or compressed would have to be fetched
	 * again for every later row.
	 */
	for (uint32 i = 0; i < picker->nvarlena_keys; i++)
	{
		NullableDatum *value = &row[picker->varlena_keys[i]];

		if (!value->isnull)
			value->value =
				PointerGetDatum(PG_DETOAST_DATUM_PACKED(value->value));
	}

	/* Usually the row fits.  A large buffer may have become too large. */
	if (likely(state != NULL) &&
		likely(sw_state_capacity(state) < SW_SHRINK_ABOVE) &&
		likely(sw_state_write(picker, state, row, false)))
		return state;

	state = make_room(picker, state, row, fcinfo);
	if (!sw_state_write(picker, state, row, false))
		elog(ERROR, "row does not fit into its state");
	return state;
}
