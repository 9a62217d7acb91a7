/*-------------------------------------------------------------------------
 *
 * window_start.c
 *	  The SortedWindow executor node: what is settled at the first row.
 *
 * The offsets of functions and frames may be parameters, which EXPLAIN of a generic
 * plan doesn't have.  So what depends on them, which rows are kept and which
 * of their columns, is settled when the first row is asked for.  So are the
 * limits of row bounds, which may change from one rescan to the next.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/sysattr.h"
#include "executor/executor.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"

#include "compat.h"
#include "window_exec.h"

/* Add the child's columns that stand in "node" to "columns". */
Bitmapset *
sw_add_columns(SwScanState *state, Bitmapset *columns, Node *node)
{
	Bitmapset  *attnos = NULL;
	int			i = -1;

	pull_varattnos(node, INDEX_VAR, &attnos);
	while ((i = bms_next_member(attnos, i)) >= 0)
	{
		int			attno = i + FirstLowInvalidHeapAttributeNumber;

		if (attno <= state->nchild)
			columns = bms_add_member(columns, attno);
	}
	bms_free(attnos);
	return columns;
}

/* Set up a slot for rows of the scan tuple's shape, all columns NULL. */
static void
clear_columns(TupleTableSlot *slot)
{
	ExecClearTuple(slot);
	memset(slot->tts_isnull, true, slot->tts_tupleDescriptor->natts);
	ExecStoreVirtualTuple(slot);
}

/* Returns whether LAG or LEAD reads past rows. */
static bool
looks_back(const SwFunc *func)
{
	return !func->always_null && !func->ignores_nulls && func->shift < 0;
}

/*
 * Settle which columns of which rows are kept: "shown" is what stands in the
 * result, "current" what else is read from the current row, and "back" and
 * "ahead" what is read from others.  Returns, palloc'd, where each
 * of the child's columns stands in the current row.
 */
static int *
start_queues(SwScanState *state, Bitmapset *shown, Bitmapset *current,
			 Bitmapset *back, Bitmapset *ahead)
{
	TupleDesc	rowdesc = state->css.ss.ss_ScanTupleSlot->tts_tupleDescriptor;
	Bitmapset  *columns = bms_union(bms_union(shown, current),
									bms_union(back, ahead));
	int		   *place = palloc(sizeof(int) * Max(state->nchild, 1));
	Bitmapset  *scan;
	int			attno;

	/* where a column stands in the current row */
	for (int i = 0; i < state->nchild; i++)
		place[i] = i;
	if (state->max_ahead > 0 || state->hold_peers)
	{
		/* readers: the current row, one a function, two for aggregates */
		state->held = sw_queue_begin(rowdesc, columns, NULL,
									 state->nfuncs + 3, &state->memory,
									 state->context);
		for (int i = 0; i < state->held->ncolumns; i++)
			place[state->held->attnos[i] - 1] = i;
	}
	if (state->max_back > 0)
		state->gone = sw_queue_begin(rowdesc, back, place, state->nfuncs + 2,
									 &state->memory, state->context);

	for (int i = 0; i < state->nfuncs; i++)
	{
		SwFunc	   *func = &state->funcs[i];

		if (func->kind != SW_LAG && func->kind != SW_LEAD)
			continue;
		sw_argument_place(&func->default_arg, place, NULL);
		sw_argument_place(&func->arg, place, looks_back(func) ?
						  state->gone : NULL);
		/* reader 0 of the held rows is the current row */
		func->reader = func->shift > 0 ? i + 1 : i;
	}

	sw_start_frame_places(state, place);

	/* the scan slot: what expressions see of the current row */
	scan = bms_union(shown, current);
	state->scan = palloc(sizeof(SwCopy) * Max(bms_num_members(scan), 1));
	attno = -1;
	while ((attno = bms_next_member(scan, attno)) >= 0)
	{
		SwCopy		copy = {attno - 1, place[attno - 1]};

		state->scan[state->nscan++] = copy;
	}

	/* how much of the child's rows is read */
	state->ncompared = state->npartition +
		(state->needs_peers ? state->norder : 0);
	for (int i = 0; i < state->ncompared; i++)
		columns = bms_add_member(columns, state->keys[i].column + 1);
	attno = -1;
	while ((attno = bms_next_member(columns, attno)) >= 0)
		state->natts_needed = attno;

	return place;
}

/*
 * Settle how the result row is filled if it is direct.  A function's value
 * goes to its column at once, except for those that want it again.
 */
static void
start_direct_result(SwScanState *state, const int *place)
{
	TupleTableSlot *slot = state->css.ss.ps.ps_ResultTupleSlot;
	List	   *tlist = state->css.ss.ps.plan->targetlist;
	int			n = Max(list_length(tlist), 1);
	ListCell   *lc;

	state->result = palloc(sizeof(SwCopy) * n);
	state->result_again = palloc(sizeof(SwCopy) * n);
	state->result_consts = palloc(sizeof(SwCopy) * n);
	state->consts = palloc(sizeof(NullableDatum) * n);
	foreach(lc, tlist)
	{
		Expr	   *expr = lfirst_node(TargetEntry, lc)->expr;
		SwCopy		copy = {foreach_current_index(lc), 0};

		if (IsA(expr, Const))
		{
			NullableDatum *con = &state->consts[state->nresult_consts];

			con->value = ((Const *) expr)->constvalue;
			con->isnull = ((Const *) expr)->constisnull;
			copy.from = state->nresult_consts;
			state->result_consts[state->nresult_consts++] = copy;
		}
		else if (((Var *) expr)->varattno <= state->nchild)
		{
			copy.from = place[((Var *) expr)->varattno - 1];
			state->result[state->nresult++] = copy;
		}
		else
		{
			SwFunc	   *func;

			copy.from = ((Var *) expr)->varattno - state->nchild - 1;
			func = &state->funcs[copy.from];
			if (state->fill_scan || func->value)
				state->result_again[state->nresult_again++] = copy;
			else
			{
				func->value = &slot->tts_values[copy.to];
				func->isnull = &slot->tts_isnull[copy.to];
			}
		}
	}
}

/*
 * Settle what the first row needs, in the query's memory context.
 */
void
sw_start_window(SwScanState *state)
{
	PlanState  *ps = &state->css.ss.ps;
	MemoryContext oldcontext = MemoryContextSwitchTo(ps->state->es_query_cxt);
	Bitmapset  *shown = NULL;
	Bitmapset  *current = NULL;
	Bitmapset  *back = NULL;
	Bitmapset  *ahead = NULL;
	bool		evaluates = false;
	bool		evaluates_current = false;
	TupleTableSlot *scan_slot = state->css.ss.ss_ScanTupleSlot;
	int		   *place;

	sw_start_reach(state);

	shown = sw_add_columns(state, shown, (Node *) ps->plan->targetlist);
	shown = sw_add_columns(state, shown, (Node *) ps->plan->qual);
	shown = sw_add_columns(state, shown, (Node *) state->run_condition);
	sw_start_frame_columns(state, &current, &back);
	for (int i = 0; i < state->nfuncs; i++)
	{
		SwFunc	   *func = &state->funcs[i];
		Bitmapset **read;

		if (sw_looks_at_frame(func->kind))
		{
			/* any row may be read, the current one too */
			if (func->arg.expr ||
				(func->aggregate && func->aggregate->evaluates))
				evaluates = evaluates_current = true;
			if (func->aggregate && func->aggregate->has_final)
				state->reset_context = true;
			if (func->ignores_nulls)
				func->nonnulls = palloc0(sizeof(SwRetained));
		}
		if ((func->kind != SW_LAG && func->kind != SW_LEAD) ||
			func->always_null)
			continue;
		if (func->ignores_nulls)
			func->nonnulls = palloc0(sizeof(SwRetained) * (func->shift + 1));
		if (func->shift == 0 || func->ignores_nulls)
			read = &current;
		else
			read = looks_back(func) ? &back : &ahead;
		*read = sw_add_columns(state, *read, linitial(func->args));
		if (list_length(func->args) > 2)
			current = sw_add_columns(state, current, lthird(func->args));
		if (func->arg.expr)
		{
			evaluates = true;
			if (func->shift == 0)
				evaluates_current = true;
		}
		if (func->default_arg.expr)
			evaluates = evaluates_current = true;
	}
	place = start_queues(state, shown, current, back, ahead);

	state->fill_scan = !state->direct || ps->qual || state->run_qual ||
		evaluates_current;
	state->reset_context |= state->fill_scan || evaluates;
	if (state->direct)
		start_direct_result(state, place);
	pfree(place);

	/* values that don't go to the result at once go to the scan slot */
	clear_columns(scan_slot);
	for (int i = 0; i < state->nfuncs; i++)
	{
		SwFunc	   *func = &state->funcs[i];

		if (func->value == NULL)
		{
			func->value = &scan_slot->tts_values[state->nchild + i];
			func->isnull = &scan_slot->tts_isnull[state->nchild + i];
		}
	}
	if (evaluates)
	{
		state->past = ExecInitExtraTupleSlot(ps->state,
											 scan_slot->tts_tupleDescriptor,
											 &TTSOpsVirtual);
		clear_columns(state->past);
	}
	state->started = true;
	MemoryContextSwitchTo(oldcontext);
}

/*
 * Find out which values of the counters meet the run condition's row bounds.
 * They can't change during a scan; a rescan evaluates them again.
 */
void
sw_evaluate_bounds(SwScanState *state)
{
	ListCell   *lc;

	state->max_row_number = PG_INT64_MAX;
	state->max_rank = PG_INT64_MAX;
	state->max_dense_rank = PG_INT64_MAX;
	foreach(lc, state->bounds)
	{
		SwBound    *bound = lfirst(lc);
		bool		isnull;
		Datum		limit;
		int64		value;

		limit = ExecEvalExprSwitchContext(bound->limit,
										  state->css.ss.ps.ps_ExprContext,
										  &isnull);
		value = sw_row_bound_value(&bound->clause, limit, isnull);
		switch (bound->kind)
		{
			case SW_ROW_NUMBER:
				state->max_row_number = Min(state->max_row_number, value);
				break;
			case SW_RANK:
				state->max_rank = Min(state->max_rank, value);
				break;
			case SW_DENSE_RANK:
				state->max_dense_rank = Min(state->max_dense_rank, value);
				break;
			default:
				elog(ERROR, "row bound on a function that isn't a counter");
		}
	}
	state->bounds_known = true;
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
void
sw_bound_input(SwScanState *state)
{
	int64		needed = -1;

	if (!state->top_window || state->npartition > 0 ||
		state->bounds == NIL)
		return;
	if (!state->hold_peers && bounds_are_safe(state))
	{
		sw_evaluate_bounds(state);

		/* the scan ends at the first row beyond, with those it waits for */
		if (state->max_row_number < PG_INT64_MAX - state->max_ahead - 1)
			needed = state->max_row_number + 1 + state->max_ahead;
	}
	ExecSetTupleBound(needed, state->child);
}
