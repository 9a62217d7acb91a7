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
 * Without LEAD, each input row is at once the current row: the result is
 * its columns, borrowed from the child's slot, and the functions' values.
 * The arguments of LAG go to a queue of as many rows as the largest offset.
 *
 * With LEAD, input rows are copied to a queue, and the oldest one becomes the
 * current row as soon as the row that its largest offset leads to is there,
 * or it is known that there is none: because the input has ended, or the
 * newest row begins another partition.  At most one row of that partition is
 * held together with those of the one before.
 *
 * Arguments that are more than a column are evaluated where core would: for
 * the row found, when it is found.  Their inputs are kept, not their values.
 *
 * When the run condition turns false, the rest of the partition can't meet
 * it either.  A window without PARTITION BY is done then; otherwise rows are
 * skipped up to the next partition, or, if other windows above still need
 * them, passed on without values.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "executor/executor.h"
#include "miscadmin.h"
#include "utils/expandeddatum.h"

#include "compat.h"
#include "window_exec.h"

/* What is known of a row since it came. */
#define SW_BEGINS_PARTITION		0x01
#define SW_BEGINS_PEERS			0x02

static Node *sw_create_window_state(CustomScan *cscan);
static TupleTableSlot *sw_exec_window(CustomScanState *node);
static void sw_end_window(CustomScanState *node);
static void sw_rescan_window(CustomScanState *node);

const CustomScanMethods sw_scan_methods = {
	.CustomName = "SortedWindow",
	.CreateCustomScanState = sw_create_window_state,
};

static const CustomExecMethods sw_exec_methods = {
	.CustomName = "SortedWindow",
	.BeginCustomScan = sw_begin_window,
	.ExecCustomScan = sw_exec_window,
	.EndCustomScan = sw_end_window,
	.ReScanCustomScan = sw_rescan_window,
	.ExplainCustomScan = sw_explain_window,
};

/* Called once, at library load; parallel workers find the node by name. */
void
sw_register_scan(void)
{
	RegisterCustomScanMethods(&sw_scan_methods);
}

/* Returns whether "cscan" is a SortedWindow. */
bool
sw_is_our_scan(CustomScan *cscan)
{
	return cscan->methods == &sw_scan_methods;
}

/* The CreateCustomScanState callback. */
static Node *
sw_create_window_state(CustomScan *cscan)
{
	SwScanState *state = palloc0(sizeof(SwScanState));

	NodeSetTag(state, T_CustomScanState);
	state->css.methods = &sw_exec_methods;
	return (Node *) state;
}

/* Returns whether the keys of "row" equal those kept. */
static pg_attribute_always_inline bool
keys_equal(const SwKeys *keys, SwRow row)
{
	SwKey	   *key = keys->keys;

	for (int n = keys->nkeys; n > 0; n--, key++)
	{
		if (row.nulls[key->column] != key->kept.isnull)
			return false;
		if (!key->kept.isnull && !sw_equal(&key->equality, key->kept.value,
										   row.values[key->column]))
			return false;
	}
	return true;
}

/* Keep the keys of "row" in memory of "context". */
static pg_attribute_always_inline void
keys_keep(const SwKeys *keys, SwRow row, MemoryContext context)
{
	SwKey	   *key = keys->keys;

	for (int n = keys->nkeys; n > 0; n--, key++)
		sw_retain(&key->kept, &key->equality.type, row.values[key->column],
				  row.nulls[key->column], context);
}

/*
 * Returns what "row" begins, compared with the one before, and keeps its keys
 * if that is anything.
 */
static pg_attribute_always_inline uint8
compare_keys(SwScanState *state, SwRow row)
{
	if (likely(state->any_row) && keys_equal(&state->partition, row))
	{
		if (!state->needs_peers || keys_equal(&state->order, row))
			return 0;
		keys_keep(&state->order, row, state->context);
		return SW_BEGINS_PEERS;
	}
	state->any_row = true;
	keys_keep(&state->partition, row, state->context);
	if (state->needs_peers)
		keys_keep(&state->order, row, state->context);
	return SW_BEGINS_PARTITION | SW_BEGINS_PEERS;
}

/*
 * Returns the next row of the input, and in "*flags" what it begins; NULL at
 * the end of the input.  The row is valid until the next call.
 */
static pg_attribute_always_inline TupleTableSlot *
next_input(SwScanState *state, uint8 *flags)
{
	TupleTableSlot *slot = ExecProcNode(state->child);
	SwRow		row;

	if (TupIsNull(slot))
	{
		state->input_done = true;
		return NULL;
	}
	slot_getsomeattrs(slot, state->natts_needed);
	row.values = slot->tts_values;
	row.nulls = slot->tts_isnull;
	*flags = compare_keys(state, row);
	return slot;
}

/*
 * Hold input rows until the oldest one can be the current row.  Returns false
 * if there are no more.
 */
static pg_attribute_always_inline bool
hold_rows(SwScanState *state)
{
	SwRowQueue *held = state->held;

	if (state->emitted)
	{
		sw_queue_pop(held);
		state->emitted = false;
	}
	/* what is left of a partition that is skipped */
	if (unlikely(state->phase == SW_SKIP) && !state->newest_begins)
		sw_queue_clear(held);
	while ((int64) held->count <= state->max_ahead && !state->input_done &&
		   !(held->count > 1 && state->newest_begins))
	{
		TupleTableSlot *slot;
		SwRow		row;
		uint8		flags;

		if (state->reset_context)
			ResetExprContext(state->css.ss.ps.ps_ExprContext);
		CHECK_FOR_INTERRUPTS();
		slot = next_input(state, &flags);
		if (slot == NULL)
			break;
		state->newest_begins = (flags & SW_BEGINS_PARTITION) != 0;
		/* when the rest of the partition is left out, so is this */
		if (unlikely(state->phase == SW_SKIP) && held->count == 0 &&
			!state->newest_begins)
			continue;
		row.values = slot->tts_values;
		row.nulls = slot->tts_isnull;
		sw_queue_push(held, row, flags);
		if (held->count > state->peak_held)
			state->peak_held = held->count;
	}
	return held->count > 0;
}

/* Fill the slot "past" with the row "row" of "queue", for expressions. */
static void
fill_past(SwScanState *state, const SwRowQueue *queue, SwRow row)
{
	TupleTableSlot *slot = state->past;

	for (int i = 0; i < queue->ncolumns; i++)
	{
		slot->tts_values[queue->attnos[i] - 1] = row.values[i];
		slot->tts_isnull[queue->attnos[i] - 1] = row.nulls[i];
	}
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
	switch (func->default_kind)
	{
		case SW_DEFAULT_CONST:
			*isnull = func->default_value.isnull;
			return func->default_value.value;
		case SW_DEFAULT_COLUMN:
			*isnull = current.nulls[func->default_column];
			return current.values[func->default_column];
		case SW_DEFAULT_EXPR:
			break;
	}
	return evaluate(state, func, func->default_expr,
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
		if (unlikely(func->arg != NULL))
			return evaluate(state, func, func->arg,
							state->css.ss.ss_ScanTupleSlot, isnull);
		queue = NULL;
		row = current;
	}

	if (likely(func->arg_attno > 0))
	{
		*isnull = row.nulls[func->column];
		return row.values[func->column];
	}
	if (func->arg == NULL)
	{
		*isnull = func->arg_value.isnull;
		return func->arg_value.value;
	}
	fill_past(state, queue, row);
	return evaluate(state, func, func->arg, state->past, isnull);
}

/* Compute all functions for the current row. */
static pg_attribute_always_inline void
compute_functions(SwScanState *state, SwRow current, int64 ahead,
				  const bool lookback)
{
	const SwFunc *func = state->funcs;

	if (lookback)
	{
		SwRowQueue *gone = state->gone;

		if ((int64) gone->count > state->max_back)
			sw_queue_pop(gone);
		sw_queue_push(gone, current, 0);
	}
	for (int n = state->nfuncs; n > 0; n--, func++)
	{
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
		else
			*func->value = lag_lead_value(state, func, current, ahead,
										  func->isnull);
	}
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
	else if (state->partition.nkeys > 0)
		state->phase = SW_SKIP;
	else
		state->phase = SW_DONE;
}

/*
 * Returns the next result row, or NULL.  The parameters are constants where
 * that pays: whether rows are held for LEAD, whether arguments are kept for
 * LAG, and whether the result is direct and no expression looks at the
 * current row.
 */
static pg_attribute_always_inline TupleTableSlot *
next_result(SwScanState *state, const bool lookahead, const bool lookback,
			const bool simple)
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
			flags = sw_queue_flags(state->held, 0);
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
			compute_functions(state, current, ahead, lookback);
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
	return next_result((SwScanState *) ps, false, false, true);
}

static TupleTableSlot *
exec_lag(PlanState *ps)
{
	return next_result((SwScanState *) ps, false, true, true);
}

static TupleTableSlot *
exec_lead(PlanState *ps)
{
	return next_result((SwScanState *) ps, true, false, true);
}

static TupleTableSlot *
exec_lag_lead(PlanState *ps)
{
	return next_result((SwScanState *) ps, true, true, true);
}

static TupleTableSlot *
exec_general(PlanState *ps)
{
	SwScanState *state = (SwScanState *) ps;

	return next_result(state, state->held != NULL, state->gone != NULL,
					   false);
}

/*
 * Returns whether the limits of all row bounds can be evaluated before there
 * is any row: one that is the result of a subplan can't, because evaluating
 * it may raise an error, which core wouldn't raise over an empty input.
 */
static bool
bounds_are_safe(SwScanState *state)
{
	ListCell   *lc;

	foreach(lc, state->bounds)
	{
		Param	   *param = (Param *) ((SwBound *) lfirst(lc))->clause.limit;

		if (IsA(param, Param) && param->paramkind == PARAM_EXEC &&
			state->css.ss.ps.ps_ExprContext->ecxt_param_exec_vals[param->paramid].execPlan != NULL)
			return false;
	}
	return true;
}

/*
 * If the run condition tells how many rows will be fetched, tell the child,
 * so that a Sort keeps no more than those.
 */
static void
bound_input(SwScanState *state)
{
	int64		needed = -1;

	if (!state->top_window || state->partition.nkeys > 0 ||
		state->bounds == NIL)
		return;
	if (bounds_are_safe(state))
	{
		sw_evaluate_bounds(state);

		/* the scan ends at the first row beyond, with its LEAD rows held */
		if (state->max_row_number < PG_INT64_MAX - state->max_ahead - 1)
			needed = state->max_row_number + 1 + state->max_ahead;
	}
	ExecSetTupleBound(needed, state->child);
}

/*
 * The first call: settle what depends on parameter values, and have the
 * executor call the variant that fits from then on.
 */
static TupleTableSlot *
exec_first(PlanState *ps)
{
	SwScanState *state = (SwScanState *) ps;
	ExecProcNodeMtd variant;

	if (!state->started)
	{
		sw_start_window(state);
		bound_input(state);
	}
	if (!state->direct || state->fill_scan)
		variant = exec_general;
	else if (state->held)
		variant = state->gone ? exec_lag_lead : exec_lead;
	else
		variant = state->gone ? exec_lag : exec_counters;
	ExecSetExecProcNode(ps, variant);
	return variant(ps);
}

/*
 * The ExecCustomScan callback, which is called once: the node's own
 * ExecProcNode saves a call a row after that.
 */
static TupleTableSlot *
sw_exec_window(CustomScanState *node)
{
	return exec_first(&node->ss.ps);
}

/* The EndCustomScan callback. */
static void
sw_end_window(CustomScanState *node)
{
	SwScanState *state = (SwScanState *) node;

	if (state->held)
		sw_queue_end(state->held);
	if (state->gone)
		sw_queue_end(state->gone);
	MemoryContextDelete(state->context);
	ExecEndNode(state->child);
}

/* The ReScanCustomScan callback. */
static void
sw_rescan_window(CustomScanState *node)
{
	SwScanState *state = (SwScanState *) node;

	state->phase = SW_RUN;
	state->input_done = false;
	state->any_row = false;
	state->newest_begins = false;
	state->emitted = false;
	state->bounds_known = false;
	if (state->held)
		sw_queue_clear(state->held);
	if (state->gone)
		sw_queue_clear(state->gone);

	/* the bound has to be there before the child starts over */
	if (state->started)
		bound_input(state);
	if (node->ss.ps.chgParam != NULL)
		UpdateChangedParamSet(state->child, node->ss.ps.chgParam);
	if (state->child->chgParam == NULL)
		ExecReScan(state->child);
}
