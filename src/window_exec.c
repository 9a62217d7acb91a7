/*-------------------------------------------------------------------------
 *
 * window_exec.c
 *	  The SortedWindow executor node: rows in, rows out.
 *
 * The input is sorted by the window's partition and order keys, so whether a
 * row begins a partition or a peer group shows in comparison with the row
 * before, and that row's keys are all of it that has to be kept:
 *
 *		k	v		row_number	rank	lag(v)	lead(v)
 *		1	10		1			1		-		10		begins a partition
 *		1	10		2			1		10		20
 *		1	20		3			3		10		-		begins a peer group
 *		2	50		1			1		-		-		begins a partition
 *
 * Where no function looks ahead, each input row is at once the current row:
 * the result is its columns, borrowed from the child's slot, and the functions'
 * values.  Of past rows, what LAG and moving frames read is kept in a queue of
 * as many rows as they look back.
 *
 * Otherwise input rows are copied to a queue, and the oldest one becomes the
 * current row as soon as all rows that its functions look at are there, as
 * many as the largest offset, or up to its last peer; or it is known that there
 * are none: because the input has ended, or the newest row begins another
 * partition.  At most one row of that partition is held together with those
 * of the one before.
 *
 * When the run condition turns false, the rest of the partition can't meet
 * it either.  A window without PARTITION BY is done then; otherwise rows are
 * skipped up to the next partition, or, if other windows above still need
 * them, passed on without values.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "miscadmin.h"

#include "compat.h"
#include "window_framed.h"
#include "window_input.h"

/* Fill the scan slot with the current row, for expressions to look at. */
static void
fill_scan_row(SwScanState *state, SwRow current)
{
	TupleTableSlot *slot = state->css.ss.ss_ScanTupleSlot;

	for (int i = 0; i < state->nscan; i++)
	{
		slot->tts_values[state->scan[i].to] =
			current.values[state->scan[i].from];
		slot->tts_isnull[state->scan[i].to] =
			current.nulls[state->scan[i].from];
	}
	state->css.ss.ps.ps_ExprContext->ecxt_scantuple = slot;
}

/*
 * Make the result slot a valid virtual one, with the result's constants.
 */
static void
prepare_result(SwScanState *state)
{
	TupleTableSlot *slot = state->css.ss.ps.ps_ResultTupleSlot;

	ExecClearTuple(slot);
	for (int i = 0; i < state->nresult_consts; i++)
	{
		SwCopy		copy = state->result_consts[i];

		slot->tts_values[copy.to] = state->consts[copy.from].value;
		slot->tts_isnull[copy.to] = state->consts[copy.from].isnull;
	}
	ExecStoreVirtualTuple(slot);
}

/*
 * Make the result slot ready for new values in the columns that aren't
 * constant.  That's nothing to do, unless it is new, or somebody above has
 * emptied or materialized it since it was returned.
 */
static pg_attribute_always_inline void
refill_result(SwScanState *state)
{
	TupleTableSlot *slot = state->css.ss.ps.ps_ResultTupleSlot;

	if (unlikely(slot->tts_flags & (TTS_FLAG_EMPTY | TTS_FLAG_SHOULDFREE)))
		prepare_result(state);
}

/*
 * Returns a result row made of columns and constants, in the result slot,
 * where constants and functions' values stand already.
 */
static pg_attribute_always_inline TupleTableSlot *
direct_result(SwScanState *state, SwRow current)
{
	TupleTableSlot *slot = state->css.ss.ps.ps_ResultTupleSlot;
	Datum	   *values = slot->tts_values;
	bool	   *nulls = slot->tts_isnull;
	const SwCopy *copy;

	copy = state->result;
	for (int n = state->nresult; n > 0; n--, copy++)
	{
		values[copy->to] = current.values[copy->from];
		nulls[copy->to] = current.nulls[copy->from];
	}
	copy = state->result_again;
	for (int n = state->nresult_again; unlikely(n > 0); n--, copy++)
	{
		values[copy->to] = *state->funcs[copy->from].value;
		nulls[copy->to] = *state->funcs[copy->from].isnull;
	}
	return slot;
}

/*
 * Compute all functions for the current row, of which "flags" tell what it
 * begins, and behind which "ahead" rows of its partition are held.  Aggregates
 * come last, as they do in core.
 */
static pg_attribute_always_inline void
compute_functions(SwScanState *state, SwRow current, uint8 flags, int64 ahead,
				  const bool lookback, const bool framed)
{
	SwFunc	  **winfunc = state->winfuncs;

	if (lookback)
	{
		SwRowQueue *gone = state->gone;

		if ((int64) gone->count > state->max_back)
			sw_queue_pop(gone);
		sw_queue_push(gone, current);
	}
	if (framed)
		move_frame(state, flags, ahead);
	for (int n = state->nwinfuncs; n > 0; n--, winfunc++)
	{
		SwFunc	   *func = *winfunc;

		if (func->kind == SW_ROW_NUMBER)
		{
			*func->value = Int64GetDatum(state->row_number);
			*func->isnull = false;
		}
		else if (func->kind == SW_RANK)
		{
			*func->value = Int64GetDatum(state->rank);
			*func->isnull = false;
		}
		else if (func->kind == SW_DENSE_RANK)
		{
			*func->value = Int64GetDatum(state->dense_rank);
			*func->isnull = false;
		}
		else if (framed && unlikely(func->ignores_nulls))
			*func->value = nonnull_value(state, func, current, func->isnull);
		else if (framed && sw_looks_at_frame(func->kind))
			*func->value = frame_value(state, func, current, func->isnull);
		else
			*func->value = lag_lead_value(state, func, current, ahead,
										  func->isnull);
	}
	if (framed && state->naggs > 0)
		compute_aggregates(state, current, flags);
}

/*
 * Returns whether the current row meets the run condition.  The scan slot is
 * filled if there is more to it than row bounds.
 */
static pg_attribute_always_inline bool
meets_run_condition(SwScanState *state)
{
	if (state->bounds != NIL)
	{
		if (unlikely(!state->bounds_known))
			sw_evaluate_bounds(state);
		if (state->row_number > state->max_row_number ||
			state->rank > state->max_rank ||
			state->dense_rank > state->max_dense_rank)
			return false;
	}
	return state->run_qual == NULL ||
		ExecQual(state->run_qual, state->css.ss.ps.ps_ExprContext);
}

/* Leave SW_RUN, since the current row doesn't meet the run condition. */
static void
run_condition_failed(SwScanState *state)
{
	if (!state->top_window)
		state->phase = SW_PASS;
	else if (state->npartition > 0)
		state->phase = SW_SKIP;
	else
		state->phase = SW_DONE;
}

/*
 * Returns the next result row, or NULL.  The parameters are constants where
 * that pays: whether rows are held, whether arguments of past ones are kept,
 * whether the result is direct and no expression looks at the current row, and
 * whether functions look at the frame.
 */
static pg_attribute_always_inline TupleTableSlot *
next_result(SwScanState *state, const bool lookahead, const bool lookback,
			const bool simple, const bool framed)
{
	PlanState  *ps = &state->css.ss.ps;

	while (state->phase != SW_DONE)
	{
		TupleTableSlot *slot;
		SwRow		current;
		uint8		flags;
		int64		ahead = 0;
		SwPhase		phase;

		CHECK_FOR_INTERRUPTS();
		if (!lookahead)
		{
			if (state->reset_context)
				ResetExprContext(ps->ps_ExprContext);
			slot = next_input(state, &flags);
			if (slot == NULL)
				break;
			current.values = slot->tts_values;
			current.nulls = slot->tts_isnull;
		}
		else
		{
			if (!hold_rows(state))
				break;
			if (state->reset_context)
				ResetExprContext(ps->ps_ExprContext);
			flags = sw_starts_take(&state->starts, state->held);
			ahead = state->held->count - 1;
			if (ahead > 0 && state->newest_begins)
				ahead--;
			state->emitted = true;
		}

		if (flags & SW_BEGINS_PARTITION)
			state->phase = SW_RUN;
		if (state->phase == SW_SKIP)
			continue;
		if (lookahead)
			current = sw_queue_row(state->held, 0, 0);

		/* only a row in SW_RUN can be the one at which that ends */
		phase = state->phase;
		if (!simple && state->fill_scan)
			fill_scan_row(state, current);
		if (simple || state->direct)
			refill_result(state);
		if (phase == SW_RUN)
		{
			advance_counters(state, flags, lookback);
			compute_functions(state, current, flags, ahead, lookback, framed);
		}
		else
			null_functions(state);

		/* evaluating arguments may have set another row */
		if (!simple)
			ps->ps_ExprContext->ecxt_scantuple = state->css.ss.ss_ScanTupleSlot;
		if (phase == SW_RUN && !meets_run_condition(state))
		{
			run_condition_failed(state);
			if (state->phase != SW_PASS)
				continue;
		}

		if (simple)
			return direct_result(state, current);
		if (ps->qual && !ExecQual(ps->qual, ps->ps_ExprContext))
		{
			InstrCountFiltered1(state, 1);
			continue;
		}
		if (state->direct)
			return direct_result(state, current);
		return ExecProject(ps->ps_ProjInfo);
	}
	state->phase = SW_DONE;
	return NULL;
}

/* ExecProcNode for the combinations of next_result()'s parameters. */
static TupleTableSlot *
exec_counters(PlanState *ps)
{
	return next_result((SwScanState *) ps, false, false, true, false);
}

static TupleTableSlot *
exec_lag(PlanState *ps)
{
	return next_result((SwScanState *) ps, false, true, true, false);
}

static TupleTableSlot *
exec_lead(PlanState *ps)
{
	return next_result((SwScanState *) ps, true, false, true, false);
}

static TupleTableSlot *
exec_lag_lead(PlanState *ps)
{
	return next_result((SwScanState *) ps, true, true, true, false);
}

static TupleTableSlot *
exec_framed(PlanState *ps)
{
	return next_result((SwScanState *) ps, false, false, true, true);
}

static TupleTableSlot *
exec_framed_back(PlanState *ps)
{
	return next_result((SwScanState *) ps, false, true, true, true);
}

static TupleTableSlot *
exec_framed_ahead(PlanState *ps)
{
	return next_result((SwScanState *) ps, true, false, true, true);
}

static TupleTableSlot *
exec_framed_both(PlanState *ps)
{
	return next_result((SwScanState *) ps, true, true, true, true);
}

static TupleTableSlot *
exec_general(PlanState *ps)
{
	SwScanState *state = (SwScanState *) ps;

	return next_result(state, state->held != NULL, state->gone != NULL,
					   false, state->framed);
}

/*
 * Returns the ExecProcNode function for a scan that has been started.
 */
ExecProcNodeMtd
sw_window_variant(const SwScanState *state)
{
	if (!state->direct || state->fill_scan)
		return exec_general;
	if (state->framed)
	{
		if (state->held)
			return state->gone ? exec_framed_both : exec_framed_ahead;
		return state->gone ? exec_framed_back : exec_framed;
	}
	if (state->held)
		return state->gone ? exec_lag_lead : exec_lead;
	return state->gone ? exec_lag : exec_counters;
}
