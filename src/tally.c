/*-------------------------------------------------------------------------
 *
 * tally.c
 *	  Which aggregates are counts, sums and averages that tally.h can compute.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "utils/array.h"
#include "utils/fmgrprotos.h"

#include "tally.h"

/* The state an aggregate has before its first row. */
typedef enum Beginning
{
	BEGINS_NULL,
	BEGINS_ZERO,				/* a bigint */
	BEGINS_ZEROS				/* an array of two */
} Beginning;

/* An aggregate of core's, in one of its modes. */
typedef struct Known
{
	SwTallied	tallied;
	SwTallyResult makes;
	PGFunction	transition;
	bool		strict;			/* skips NULLs by that */
	PGFunction	inverse;		/* the only one to go with it, if any does */
	PGFunction	final;
	Beginning	begins;
} Known;

static const Known known[] = {
	{SW_TALLIES_ROWS, SW_TALLY_COUNT,
	int8inc, true, int8dec, NULL, BEGINS_ZERO},
	{SW_TALLIES_NOT_NULL, SW_TALLY_COUNT,
	int8inc_any, true, int8dec_any, NULL, BEGINS_ZERO},
	{SW_TALLIES_INT2, SW_TALLY_SUM,
	int2_sum, false, NULL, NULL, BEGINS_NULL},
	{SW_TALLIES_INT4, SW_TALLY_SUM,
	int4_sum, false, NULL, NULL, BEGINS_NULL},
	{SW_TALLIES_INT2, SW_TALLY_SUM,
	int2_avg_accum, true, int2_avg_accum_inv, int2int4_sum, BEGINS_ZEROS},
	{SW_TALLIES_INT4, SW_TALLY_SUM,
	int4_avg_accum, true, int4_avg_accum_inv, int2int4_sum, BEGINS_ZEROS},
	{SW_TALLIES_INT2, SW_TALLY_AVERAGE,
	int2_avg_accum, true, int2_avg_accum_inv, int8_avg, BEGINS_ZEROS},
	{SW_TALLIES_INT4, SW_TALLY_AVERAGE,
	int4_avg_accum, true, int4_avg_accum_inv, int8_avg, BEGINS_ZEROS},
};

/* Returns whether a state that begins with "initial" begins as "begins" says. */
static bool
begins_with(NullableDatum initial, Beginning begins)
{
	ArrayType  *array;
	int64	   *elements;

	if (initial.isnull || begins == BEGINS_NULL)
		return initial.isnull && begins == BEGINS_NULL;
	if (begins == BEGINS_ZERO)
		return DatumGetInt64(initial.value) == 0;
	array = DatumGetArrayTypeP(initial.value);
	if (ARR_NDIM(array) != 1 || ARR_DIMS(array)[0] != 2 ||
		ARR_HASNULL(array) || ARR_ELEMTYPE(array) != INT8OID)
		return false;
	elements = (int64 *) ((char *) array + ARR_OVERHEAD_NONULLS(1));
	return elements[0] == 0 && elements[1] == 0;
}

/*
 * Returns whether "function" is "expected", or missing where none is.  It
 * isn't if something wants to see its calls: fmgr_hook, SECURITY DEFINER, SET.
 */
static bool
is_function(const FmgrInfo *function, PGFunction expected)
{
	return function == NULL ? expected == NULL : function->fn_addr == expected;
}

/*
 * Set "tally" up if an aggregate of "functions", called with a column, a
 * constant or nothing, and whose state is "initial" before the first row, is
 * one that can be tallied.  Otherwise it will tally nothing.  What it needs
 * later is allocated in the current memory context.
 */
void
sw_tally_begin(SwTally *tally, SwTallyFunctions functions,
			   const SwArgument *args, int nargs, NullableDatum initial)
{
	tally->context = CurrentMemoryContext;
	for (size_t i = 0; i < lengthof(known); i++)
	{
		const Known *aggregate = &known[i];

		if (!is_function(functions.transition, aggregate->transition) ||
			functions.transition->fn_strict != aggregate->strict ||
			!is_function(functions.final, aggregate->final) ||
			(functions.inverse != NULL &&
			 !is_function(functions.inverse, aggregate->inverse)) ||
			nargs != (aggregate->tallied != SW_TALLIES_ROWS) ||
			!begins_with(initial, aggregate->begins))
			continue;

		tally->tallied = aggregate->tallied;
		tally->makes = aggregate->makes;
		if (nargs > 0 && args[0].attno <= 0)
		{
			/* a constant: of these only count(1) is worth the while */
			if (tally->tallied == SW_TALLIES_NOT_NULL &&
				!args[0].constant.isnull)
				tally->tallied = SW_TALLIES_ROWS;
			else
				tally->tallied = SW_TALLIES_NOTHING;
		}
		return;
	}
}

/*
 * Returns the average of what has been tallied, at least one value, in
 * "per_row".
 */
Datum
sw_tally_average(SwTally *tally, MemoryContext per_row)
{
	MemoryContext oldcontext;
	Datum		result;

	/* a moving frame has the same number of rows nearly always */
	if (tally->divisor == NULL || tally->divisor_count != tally->count)
	{
		oldcontext = MemoryContextSwitchTo(tally->context);
		if (tally->divisor)
			pfree(tally->divisor);
		tally->divisor = NULL;
		tally->divisor = int64_to_numeric(tally->count);
		tally->divisor_count = tally->count;
		MemoryContextSwitchTo(oldcontext);
	}
	oldcontext = MemoryContextSwitchTo(per_row);
	result = DirectFunctionCall2(numeric_div,
								 NumericGetDatum(int64_to_numeric(tally->sum)),
								 NumericGetDatum(tally->divisor));
	MemoryContextSwitchTo(oldcontext);
	return result;
}
