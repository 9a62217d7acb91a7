/*-------------------------------------------------------------------------
 *
 * window_functions.h
 *	  The window functions of the SortedWindow node, for the current row.
 *
 * For those in here the window's frame clause doesn't matter; for the others
 * see window_framed.h.  All of this is inlined into the variants of the node's
 * main loop in window_exec.c, its only user.
 *
 * Arguments that are more than a column are evaluated where core would: for
 * the row found, when it is found.  Their inputs are kept, not their values.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_WINDOW_FUNCTIONS_H
#define SW_WINDOW_FUNCTIONS_H

#include "executor/executor.h"
#include "utils/expandeddatum.h"
#include "window_exec.h"

/*
 * Returns a slot in which expressions find "row" of "queue", which is NULL for
 * the current row.  It is the same slot for all rows but that one.
 */
static TupleTableSlot *
row_slot(SwScanState *state, const SwRowQueue *queue, SwRow row)
{
	TupleTableSlot *slot = state->past;

	if (queue == NULL)
		return state->css.ss.ss_ScanTupleSlot;
	for (int i = 0; i < queue->ncolumns; i++)
	{
		slot->tts_values[queue->attnos[i] - 1] = row.values[i];
		slot->tts_isnull[queue->attnos[i] - 1] = row.nulls[i];
	}
	return slot;
}

/*
 * Returns the value of "expr" for the row in "slot".  It lives in per-tuple
 * memory, and nobody may scribble on it.
 */
static Datum
evaluate(SwScanState *state, const SwFunc *func, ExprState *expr,
		 TupleTableSlot *slot, bool *isnull)
{
	ExprContext *econtext = state->css.ss.ps.ps_ExprContext;
	Datum		value;

	econtext->ecxt_scantuple = slot;
	value = ExecEvalExprSwitchContext(expr, econtext, isnull);
	return MakeExpandedObjectReadOnly(value, *isnull, func->type.typlen);
}

/* Returns the default of LAG or LEAD for the current row. */
static pg_attribute_always_inline Datum
default_value(SwScanState *state, const SwFunc *func, SwRow current,
			  bool *isnull)
{
	Datum		value;

	if (likely(sw_argument_known(&func->default_arg, current, SW_PLACE_HELD,
								 &value, isnull)))
		return value;
	return evaluate(state, func, func->default_arg.expr,
					state->css.ss.ss_ScanTupleSlot, isnull);
}

/*
 * Returns the value of LAG or LEAD for the current row, behind which "ahead"
 * rows of its partition are held.
 */
static pg_attribute_always_inline Datum
lag_lead_value(SwScanState *state, const SwFunc *func, SwRow current,
			   int64 ahead, bool *isnull)
{
	SwRowQueue *queue;
	SwRow		row;
	SwRowPlace	place = SW_PLACE_HELD;
	Datum		value;

	if (unlikely(func->always_null))
	{
		*isnull = true;
		return (Datum) 0;
	}
	if (func->shift < 0)
	{
		if (state->row_number + func->shift < 1)
			return default_value(state, func, current, isnull);
		queue = state->gone;
		place = SW_PLACE_GONE;
		/* the current row's own argument is the queue's newest */
		row = sw_queue_row(queue, func->reader,
						   queue->count - 1 + func->shift);
	}
	else if (func->shift > 0)
	{
		if (func->shift > ahead)
			return default_value(state, func, current, isnull);
		queue = state->held;
		row = sw_queue_row(queue, func->reader, func->shift);
	}
	else
	{
		queue = NULL;
		row = current;
	}

	if (likely(sw_argument_known(&func->arg, row, place, &value, isnull)))
		return value;
	return evaluate(state, func, func->arg.expr, row_slot(state, queue, row),
					isnull);
}

/* Make all functions NULL for the current row. */
static void
null_functions(SwScanState *state)
{
	for (int i = 0; i < state->nfuncs; i++)
		*state->funcs[i].isnull = true;
}

/* Make the counters those of a new current row. */
static pg_attribute_always_inline void
advance_counters(SwScanState *state, uint8 flags, const bool lookback)
{
	if (flags & SW_BEGINS_PARTITION)
	{
		state->row_number = 0;
		state->dense_rank = 0;
		if (lookback)
			sw_queue_clear(state->gone);
	}
	state->row_number++;
	if (flags & SW_BEGINS_PEERS)
	{
		state->rank = state->row_number;
		state->dense_rank++;
	}
}

#endif							/* SW_WINDOW_FUNCTIONS_H */
