/*-------------------------------------------------------------------------
 *
 * window_reach.c
 *	  The SortedWindow executor node: how far functions look from the current
 *	  row, and where they find what they look at.
 *
 * Rows they may look at behind the current one have to be there before it
 * leaves; columns of past ones are kept.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "executor/executor.h"

#include "compat.h"
#include "window_exec.h"

/* The scan looks back as far as "rows", and ahead if that is negative. */
static void
look_back(SwScanState *state, int64 rows)
{
	state->max_back = Max(state->max_back, rows);
	state->max_ahead = Max(state->max_ahead, -rows);
}

/*
 * Evaluate the offset of LAG or LEAD, or the number of nth_value.  Raises what
 * evaluating a parameter raises.
 */
static void
start_shift(SwScanState *state, SwFunc *func)
{
	bool		isnull = false;
	int64		shift = 1;

	if (func->offset)
		shift = DatumGetInt32(ExecEvalExpr(func->offset,
										   state->css.ss.ps.ps_ExprContext,
										   &isnull));
	func->always_null = isnull;
	if (!isnull)
		func->shift = func->kind == SW_LAG ? -shift : shift;
}

/* Note how far a function that looks at the frame reaches. */
static void
reach_in_frame(SwScanState *state, SwFunc *func)
{
	const SwFrame *frame = &state->frame;

	/* where first_value has its row doesn't depend on the frame's end */
	if (func->kind != SW_FIRST_VALUE || func->ignores_nulls)
	{
		if (frame->end == SW_BOUND_ROW)
			look_back(state, -frame->end_shift);
		else if (frame->end == SW_BOUND_PEERS)
			state->hold_peers = true;
	}
	if (func->kind == SW_LAST_VALUE)
		return;
	if (frame->start == SW_BOUND_ROW)
	{
		look_back(state, -frame->start_shift);
		/* the row that leaves the frame leaves the aggregates */
		if (func->kind == SW_AGGREGATE)
			look_back(state, 1 - frame->start_shift);
	}
	if (frame->start == SW_BOUND_PEERS)
		state->needs_peers = true;
}

/*
 * Find out how far the functions look.  Raises an error if the frame has an
 * offset that isn't allowed, and what evaluating a parameter raises.
 */
void
sw_start_reach(SwScanState *state)
{
	sw_frame_start(&state->frame, state->css.ss.ps.ps_ExprContext);
	for (int i = 0; i < state->nfuncs; i++)
	{
		SwFunc	   *func = &state->funcs[i];

		switch (func->kind)
		{
			case SW_LAG:
			case SW_LEAD:
				start_shift(state, func);
				if (func->ignores_nulls)
					func->shift = -func->shift;
				else
					look_back(state, -func->shift);
				break;
			case SW_FIRST_VALUE:
			case SW_NTH_VALUE:
				start_shift(state, func);
				reach_in_frame(state, func);
				break;
			case SW_LAST_VALUE:
				func->shift = 1;
				reach_in_frame(state, func);
				break;
			case SW_AGGREGATE:
				reach_in_frame(state, func);
				break;
			default:
				break;
		}
	}
	if (state->hold_peers)
		state->needs_peers = true;
}

/*
 * Add the columns that functions that look at the frame read, to those of the
 * current and later rows and to those of past ones.
 */
void
sw_start_frame_columns(SwScanState *state, Bitmapset **current,
					   Bitmapset **back)
{
	for (int i = 0; i < state->nfuncs; i++)
	{
		SwFunc	   *func = &state->funcs[i];
		Bitmapset  *columns;

		if (!sw_looks_at_frame(func->kind))
			continue;
		columns = sw_add_columns(state, NULL,
								 func->kind == SW_AGGREGATE ?
								 (Node *) func->args :
								 (Node *) linitial(func->args));
		columns = sw_add_columns(state, columns, (Node *) func->filter);
		*current = bms_add_members(*current, columns);
		*back = bms_add_members(*back, columns);
		bms_free(columns);
	}
}

/*
 * Settle where functions that look at the frame find what they read; "place"
 * says where each of the child's columns stands in the current row.
 */
void
sw_start_frame_places(SwScanState *state, const int *place)
{
	TupleDesc	rowdesc = state->css.ss.ss_ScanTupleSlot->tts_tupleDescriptor;

	for (int i = 0; i < state->nfuncs; i++)
	{
		SwFunc	   *func = &state->funcs[i];

		if (!sw_looks_at_frame(func->kind))
			continue;
		func->reader = i;
		if (func->kind == SW_AGGREGATE)
		{
			for (int j = 0; j < func->aggregate->nargs; j++)
				sw_argument_place(&func->aggregate->args[j], place,
								  state->gone);
			continue;
		}
		sw_argument_place(&func->arg, place, state->gone);

		/* the first row of the partition or of the peers, for as long as it
		 * takes */
		if (state->frame.start == SW_BOUND_ROW ||
			func->kind == SW_LAST_VALUE || func->ignores_nulls)
			continue;
		func->keeps = true;
		if (func->arg.expr)
			func->kept_row = sw_queue_begin(rowdesc,
											sw_add_columns(state, NULL,
														   linitial(func->args)),
											place, 1, &state->memory,
											state->context);
	}
}
