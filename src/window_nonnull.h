/*-------------------------------------------------------------------------
 *
 * window_nonnull.h
 *	  The functions of the SortedWindow node with IGNORE NULLS.
 *
 * Values that aren't NULL are counted as they come, and those that can still
 * be asked for are kept: of LAG the last ones, as many as its offset; of
 * functions that look at the frame, which begins with the partition, one.
 * Only columns come here, of which nobody can tell how often they are read.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_WINDOW_NONNULL_H
#define SW_WINDOW_NONNULL_H

#include "window_functions.h"

/* Returns the value "kept". */
static inline Datum
kept_datum(const SwRetained *kept, bool *isnull)
{
	*isnull = kept->isnull;
	return kept->value;
}

/*
 * Returns the value of LAG for the current row, and counts that row's own.
 * That one may take the place of an older one, but not of what is returned:
 * the ring has a place more than the offset.
 */
static Datum
nonnull_lag(SwScanState *state, SwFunc *func, SwRow current, bool *isnull)
{
	uint64		places = func->shift + 1;
	int			column = func->arg.column[SW_PLACE_HELD];
	Datum		value = current.values[column];
	bool		value_isnull = current.nulls[column];
	Datum		result;

	if (state->row_number == 1)
		func->nonnull_count = 0;
	if (func->always_null)
	{
		*isnull = true;
		return (Datum) 0;
	}
	if (func->shift == 0)
	{
		*isnull = value_isnull;
		return value;
	}
	if (func->nonnull_count >= func->shift)
		result = kept_datum(&func->nonnulls[(func->nonnull_count -
											 func->shift) % places], isnull);
	else
		result = default_value(state, func, current, isnull);
	if (!value_isnull)
		sw_retain(&func->nonnulls[func->nonnull_count++ % places],
				  &func->type, value, false, state->context);
	return result;
}

/*
 * Returns the value of first_value, last_value or nth_value for the frame of
 * the current row, after counting the rows that are new in it.
 */
static Datum
nonnull_in_frame(SwScanState *state, SwFunc *func, SwRow current,
				 bool *isnull)
{
	SwRetained *kept = &func->nonnulls[0];

	if (state->row_number == 1)
	{
		func->nonnull_count = 0;
		func->nonnull_upto = 1;
		kept->isnull = true;
	}
	if (unlikely(func->always_null))
	{
		*isnull = true;
		return (Datum) 0;
	}
	if (unlikely(func->shift <= 0))
		report_nth_value();
	for (; func->nonnull_upto < state->frame.beyond; func->nonnull_upto++)
	{
		SwRowQueue *queue;
		SwRow		row = frame_row(state, current, func->nonnull_upto,
									func->reader, &queue);
		int			column =
			func->arg.column[frame_row_place(state, func->nonnull_upto)];

		CHECK_FOR_INTERRUPTS();
		if (row.nulls[column])
			continue;
		func->nonnull_count++;
		if (func->kind == SW_LAST_VALUE ||
			func->nonnull_count == func->shift)
			sw_retain(kept, &func->type, row.values[column], false,
					  state->context);
	}
	return kept_datum(kept, isnull);
}

/* Returns the value of a function with IGNORE NULLS for the current row. */
static Datum
nonnull_value(SwScanState *state, SwFunc *func, SwRow current, bool *isnull)
{
	return sw_looks_at_frame(func->kind) ?
		nonnull_in_frame(state, func, current, isnull) :
		nonnull_lag(state, func, current, isnull);
}

#endif							/* SW_WINDOW_NONNULL_H */
