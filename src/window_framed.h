/*-------------------------------------------------------------------------
 *
 * window_framed.h
 *	  The functions of the SortedWindow node that look at the frame of the
 *	  current row.
 *
 * A row of the frame is found by its number in the partition: past rows are
 * in the queue "gone", the current one and those behind it in "held".  Where
 * the frame starts with the partition or the peer group, first_value and
 * nth_value keep what they need of the one row they are after.
 *
 * Aggregates go from row to row as WindowAgg does, with the frame of four
 * rows moving by one:
 *
 *		rows	1	2	3	4	5	6	7
 *		before		base			upto
 *		now				first			beyond
 *
 * In moving mode the rows from "base" to "first" are removed from the state;
 * without, or if that fails, the state starts over with "first".  Then rows up
 * to "beyond" are added.  A frame that grows with the current row needs none of
 * that: each row is added once.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_WINDOW_FRAMED_H
#define SW_WINDOW_FRAMED_H

#include "miscadmin.h"
#include "window_functions.h"

/* Raise the error for a row number that nth_value doesn't take. */
static pg_noinline void
report_nth_value(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_ARGUMENT_FOR_NTH_VALUE),
			 errmsg("argument of nth_value must be greater than zero")));
}

/*
 * Returns row "number" of the partition, of which the reader's columns are
 * read, and in "*queue" where it is: NULL for the current one.  "reader" is a
 * reader of the past rows; that of the held ones is the next.
 */
static pg_attribute_always_inline SwRow
frame_row(SwScanState *state, SwRow current, int64 number, int reader,
		  SwRowQueue **queue)
{
	int64		distance = number - state->row_number;

	if (likely(distance == 0))
	{
		*queue = NULL;
		return current;
	}
	if (distance > 0)
	{
		*queue = state->held;
		return sw_queue_row(state->held, reader + 1, distance);
	}
	*queue = state->gone;
	return sw_queue_row(state->gone, reader,
						state->gone->count - 1 + distance);
}

/* Returns where columns of row "number" of the partition stand. */
static pg_attribute_always_inline SwRowPlace
frame_row_place(const SwScanState *state, int64 number)
{
	return number < state->row_number ? SW_PLACE_GONE : SW_PLACE_HELD;
}

/* needs what is above */
#include "window_nonnull.h"

/*
 * Keep what first_value or nth_value needs of the current row, which is the
 * one that it is after.
 */
static pg_attribute_always_inline void
keep_current(SwScanState *state, SwFunc *func, SwRow current)
{
	const int	column = func->arg.column[SW_PLACE_HELD];

	if (func->arg.attno > 0)
		sw_retain(&func->kept_value, &func->type, current.values[column],
				  current.nulls[column], state->context);
	else if (func->arg.expr)
	{
		sw_queue_clear(func->kept_row);
		sw_queue_push(func->kept_row, current);
	}
}

/*
 * Returns the value of first_value, last_value or nth_value for the current
 * row.
 */
static pg_attribute_always_inline Datum
frame_value(SwScanState *state, SwFunc *func, SwRow current, bool *isnull)
{
	const SwFrame *frame = &state->frame;
	SwRowQueue *queue;
	SwRow		row;
	int64		number;
	Datum		value;

	if (func->kind == SW_LAST_VALUE)
		number = frame->beyond - 1;
	else
	{
		if (unlikely(func->always_null))
		{
			*isnull = true;
			return (Datum) 0;
		}
		if (unlikely(func->shift <= 0))
			report_nth_value();
		number = frame->first + func->shift - 1;
		if (func->keeps && number == state->row_number)
			keep_current(state, func, current);
	}
	if (number < frame->first || number >= frame->beyond)
	{
		*isnull = true;
		return (Datum) 0;
	}

	if (func->keeps && number < state->row_number)
	{
		if (likely(func->arg.attno > 0))
		{
			*isnull = func->kept_value.isnull;
			return func->kept_value.value;
		}
		if (func->arg.expr == NULL)
		{
			*isnull = func->arg.constant.isnull;
			return func->arg.constant.value;
		}
		queue = func->kept_row;
		row = sw_queue_row(queue, 0, 0);
	}
	else
	{
		row = frame_row(state, current, number, func->reader, &queue);
		if (likely(sw_argument_known(&func->arg, row,
									 frame_row_place(state, number), &value,
									 isnull)))
			return value;
	}
	return evaluate(state, func, func->arg.expr, row_slot(state, queue, row),
					isnull);
}

/* Remove the rows from "base" up to the frame's first from those who can. */
static void
remove_from_aggregates(SwScanState *state, SwRow current)
{
	for (int64 n = state->agg_base; n < state->frame.first; n++)
	{
		SwRowQueue *queue;
		SwRow		row;
		TupleTableSlot *slot = NULL;
		bool		any = false;

		for (int i = 0; i < state->naggs; i++)
			any |= !state->aggs[i]->restart;
		if (!any)
			return;
		row = frame_row(state, current, n, state->nfuncs + 1, &queue);
		if (state->aggs_evaluate)
			slot = row_slot(state, queue, row);
		for (int i = 0; i < state->naggs; i++)
		{
			SwAggregate *agg = state->aggs[i];

			if (!agg->restart &&
				!sw_aggregate_remove(agg, row, frame_row_place(state, n),
									 slot))
				agg->restart = true;
		}
	}
}

/*
 * The frame's start has moved, or there is nothing in common with the frame
 * before: make the aggregates' states such that they contain rows from the
 * frame's first on.  Returns whether one has started over.
 */
static pg_noinline bool
move_aggregates(SwScanState *state, SwRow current)
{
	int64		first = state->frame.first;
	bool		restarted = false;

	for (int i = 0; i < state->naggs; i++)
	{
		SwAggregate *agg = state->aggs[i];

		agg->restart = state->row_number == 1 || state->agg_upto <= first ||
			!agg->has_inverse;
	}
	if (state->row_number > 1)
		remove_from_aggregates(state, current);
	for (int i = 0; i < state->naggs; i++)
	{
		SwAggregate *agg = state->aggs[i];

		if (!agg->restart)
			continue;
		sw_aggregate_reset(agg);
		restarted = true;
	}
	state->agg_base = first;
	return restarted;
}

/* Add the rows from number "n" up to the frame's end to the aggregates. */
static pg_attribute_always_inline void
add_to_aggregates(SwScanState *state, SwRow current, int64 n)
{
	const int64 upto = state->agg_upto;

	for (; n < state->frame.beyond; n++)
	{
		SwRowQueue *queue;
		SwRow		row = frame_row(state, current, n, state->nfuncs, &queue);
		TupleTableSlot *slot = NULL;

		if (unlikely(queue != NULL))
			CHECK_FOR_INTERRUPTS();
		if (state->aggs_evaluate)
			slot = row_slot(state, queue, row);
		for (int i = 0; i < state->naggs; i++)
		{
			SwAggregate *agg = state->aggs[i];

			/* who hasn't started over knows the rows before "upto" */
			if (n >= upto || agg->restart)
				sw_aggregate_add(agg, row, frame_row_place(state, n), slot);
		}
	}
}

/* Add the current row and those behind it up to the frame's end. */
static pg_attribute_always_inline void
grow_aggregates(SwScanState *state, SwRow current)
{
	if (state->row_number == 1)
	{
		for (int i = 0; i < state->naggs; i++)
			sw_aggregate_reset(state->aggs[i]);
	}
	for (int i = 0; i < state->naggs; i++)
		sw_aggregate_add(state->aggs[i], current, SW_PLACE_HELD,
						 state->css.ss.ss_ScanTupleSlot);
	if (unlikely(state->frame.beyond > state->row_number + 1))
	{
		state->agg_upto = 0;
		add_to_aggregates(state, current, state->row_number + 1);
	}
}

/*
 * Compute the aggregates for the current row, of which "flags" tell what it
 * begins.
 */
static pg_attribute_always_inline void
compute_aggregates(SwScanState *state, SwRow current, uint8 flags)
{
	const SwFrame *frame = &state->frame;
	const int	naggs = state->naggs;
	MemoryContext per_row =
		state->css.ss.ps.ps_ExprContext->ecxt_per_tuple_memory;

	/* peers have the same frame, and the results are still there */
	bool		same_frame = frame->end == SW_BOUND_PEERS &&
		!(flags & SW_BEGINS_PEERS);

	if (!same_frame)
	{
		if (likely(frame->grows))
			grow_aggregates(state, current);
		else
		{
			int64		from = state->agg_upto;

			if (state->row_number == 1 || state->agg_base != frame->first ||
				from <= frame->first)
			{
				if (state->row_number == 1)
					state->agg_upto = 1;
				if (move_aggregates(state, current))
					from = frame->first;
			}
			add_to_aggregates(state, current, from);
			state->agg_upto = Max(from, frame->beyond);
		}
	}
	for (int i = 0; i < naggs; i++)
	{
		SwAggregate *agg = state->aggs[i];
		SwFunc	   *func = state->agg_funcs[i];

		if (!same_frame)
		{
			sw_aggregate_finish(agg, per_row);
			if (unlikely(agg->keeps_result) && frame->end == SW_BOUND_PEERS)
				sw_aggregate_keep_result(agg);
		}
		*func->value = agg->result;
		*func->isnull = agg->result_isnull;
	}
}

/*
 * Settle the frame of the current row, of which "flags" tell what it begins,
 * and behind which "ahead" rows of its partition are held.
 */
static pg_attribute_always_inline void
move_frame(SwScanState *state, uint8 flags, int64 ahead)
{
	SwFrame    *frame = &state->frame;

	if (!state->hold_peers)
		frame->peers_beyond = state->row_number + 1;
	else if (flags & SW_BEGINS_PEERS)
		frame->peers_beyond = state->row_number +
			(state->starts.count > 0 ?
			 sw_starts_distance(&state->starts, state->held) :
			 state->held->count);
	sw_frame_move(frame, state->row_number, state->rank,
				  state->row_number + ahead);
}

#endif							/* SW_WINDOW_FRAMED_H */
