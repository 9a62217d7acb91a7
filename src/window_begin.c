/*-------------------------------------------------------------------------
 *
 * window_begin.c
 *	  The SortedWindow executor node: from plan node to running scan.
 *
 * What needs no values is prepared when the executor starts.  The offsets of
 * LAG and LEAD may be parameters, which EXPLAIN of a generic plan doesn't
 * have; so what depends on them (which rows are kept, and which columns of
 * them) is settled when the first row is asked for.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/sysattr.h"
#include "catalog/pg_proc.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "utils/acl.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

#include "compat.h"
#include "scan_spec.h"
#include "window_exec.h"

/*
 * Returns the expression below relabellings that change no bits, such as
 * that of varchar to text.
 */
static Expr *
strip_relabel(Expr *expr)
{
	while (expr && IsA(expr, RelabelType))
		expr = ((RelabelType *) expr)->arg;
	return expr;
}

/* Prepare the keys of one clause from its items in the plan node. */
static void
begin_keys(SwKeys *keys, List *columns, List *eqops, List *collations,
		   TupleDesc rowdesc, MemoryContext scratch)
{
	keys->nkeys = list_length(columns);
	keys->keys = palloc0(sizeof(SwKey) * Max(keys->nkeys, 1));
	for (int i = 0; i < keys->nkeys; i++)
	{
		int			attno = list_nth_int(columns, i);

		keys->keys[i].column = attno - 1;
		sw_equality_init(&keys->keys[i].equality, list_nth_oid(eqops, i),
						 list_nth_oid(collations, i),
						 sw_type_of_attr(rowdesc, attno), scratch);
	}
}

/* Prepare the argument and the default of LAG or LEAD. */
static void
begin_lag_lead(SwScanState *state, SwFunc *func)
{
	PlanState  *ps = &state->css.ss.ps;
	Expr	   *arg = strip_relabel(linitial(func->args));
	Expr	   *def = list_length(func->args) > 2 ?
		strip_relabel(lthird(func->args)) : NULL;

	if (IsA(arg, Var))
		func->arg_attno = ((Var *) arg)->varattno;
	else if (IsA(arg, Const))
	{
		func->arg_value.value = ((Const *) arg)->constvalue;
		func->arg_value.isnull = ((Const *) arg)->constisnull;
	}
	else
		func->arg = ExecInitExpr(linitial(func->args), ps);

	if (list_length(func->args) > 1)
		func->offset = ExecInitExpr(lsecond(func->args), ps);

	if (def == NULL)
	{
		func->default_kind = SW_DEFAULT_CONST;
		func->default_value.isnull = true;
	}
	else if (IsA(def, Const))
	{
		func->default_kind = SW_DEFAULT_CONST;
		func->default_value.value = ((Const *) def)->constvalue;
		func->default_value.isnull = ((Const *) def)->constisnull;
	}
	else if (IsA(def, Var))
	{
		func->default_kind = SW_DEFAULT_COLUMN;
		func->default_attno = ((Var *) def)->varattno;
	}
	else
	{
		func->default_kind = SW_DEFAULT_EXPR;
		func->default_expr = ExecInitExpr(lthird(func->args), ps);
	}
}

/*
 * Prepare the window functions.  Raises an error if the user may not execute
 * one of them, as WindowAgg does.
 */
static void
begin_functions(SwScanState *state, List *functions, List *arguments,
				TupleDesc rowdesc)
{
	state->nfuncs = list_length(functions);
	state->funcs = palloc0(sizeof(SwFunc) * Max(state->nfuncs, 1));
	for (int i = 0; i < state->nfuncs; i++)
	{
		SwFunc	   *func = &state->funcs[i];
		Oid			funcid = list_nth_oid(functions, i);
		AclResult	aclresult = sw_function_aclcheck(funcid, GetUserId(),
													 ACL_EXECUTE);

		if (aclresult != ACLCHECK_OK)
			aclcheck_error(aclresult, OBJECT_FUNCTION,
						   get_func_name(funcid));
		func->kind = sw_function_kind(funcid);
		func->args = list_nth(arguments, i);
		func->type = sw_type_of_attr(rowdesc, state->nchild + i + 1);
		switch (func->kind)
		{
			case SW_ROW_NUMBER:
				break;
			case SW_RANK:
			case SW_DENSE_RANK:
				state->needs_peers = true;
				break;
			case SW_LAG:
			case SW_LEAD:
				begin_lag_lead(state, func);
				break;
			case SW_UNKNOWN_FUNCTION:
				elog(ERROR, "SortedWindow can't compute function %u", funcid);
		}
	}
}

/*
 * Divide the run condition into row bounds, which are compared without
 * evaluating an expression a row, and the rest.
 */
static void
begin_run_condition(SwScanState *state, List *clauses)
{
	PlanState  *ps = &state->css.ss.ps;
	List	   *others = NIL;
	ListCell   *lc;

	state->run_condition = clauses;
	foreach(lc, clauses)
	{
		SwRowBound	clause;
		Var		   *counter;

		if (sw_match_row_bound(lfirst(lc), &clause) &&
			IsA(clause.counter, Var) &&
			(counter = (Var *) clause.counter)->varattno > state->nchild)
		{
			SwBound    *bound = palloc(sizeof(SwBound));

			bound->clause = clause;
			bound->kind =
				state->funcs[counter->varattno - state->nchild - 1].kind;
			bound->limit = ExecInitExpr(clause.limit, ps);
			state->bounds = lappend(state->bounds, bound);
		}
		else
			others = lappend(others, lfirst(lc));
	}
	state->run_qual = ExecInitQual(others, ps);
}

/* Returns whether result rows are scan tuple columns and constants only. */
static bool
is_direct(List *targetlist)
{
	ListCell   *lc;

	foreach(lc, targetlist)
	{
		Expr	   *expr = lfirst_node(TargetEntry, lc)->expr;

		if (!IsA(expr, Const) &&
			!(IsA(expr, Var) && ((Var *) expr)->varno == INDEX_VAR))
			return false;
	}
	return true;
}

/*
 * The BeginCustomScan callback.  All state lives in the query's memory
 * context; what is kept across rows has a child of it.
 */
void
sw_begin_window(CustomScanState *node, EState *estate, int eflags)
{
	SwScanState *state = (SwScanState *) node;
	CustomScan *cscan = castNode(CustomScan, node->ss.ps.plan);
	List	   *private = cscan->custom_private;
	TupleDesc	rowdesc = node->ss.ss_ScanTupleSlot->tts_tupleDescriptor;
	MemoryContext scratch;

	Assert(!(eflags & (EXEC_FLAG_BACKWARD | EXEC_FLAG_MARK)));

	state->child = ExecInitNode(linitial(cscan->custom_plans), estate, eflags);
	node->custom_ps = list_make1(state->child);
	state->context = AllocSetContextCreate(CurrentMemoryContext,
										   "SortedWindow",
										   ALLOCSET_DEFAULT_SIZES);
	scratch = AllocSetContextCreate(state->context, "SortedWindow key comparison",
									ALLOCSET_SMALL_SIZES);

	state->top_window = boolVal(list_nth(private, SW_SPEC_TOP_WINDOW));
	state->nchild = intVal(list_nth(private, SW_SPEC_CHILD_COLUMNS));
	begin_functions(state, list_nth(private, SW_SPEC_FUNCTIONS),
					list_nth(cscan->custom_exprs, SW_EXPR_ARGUMENTS),
					rowdesc);
	begin_keys(&state->partition,
			   list_nth(private, SW_SPEC_PARTITION_COLUMNS),
			   list_nth(private, SW_SPEC_PARTITION_EQOPS),
			   list_nth(private, SW_SPEC_PARTITION_COLLATIONS), rowdesc,
			   scratch);
	if (state->needs_peers)
		begin_keys(&state->order,
				   list_nth(private, SW_SPEC_ORDER_COLUMNS),
				   list_nth(private, SW_SPEC_ORDER_EQOPS),
				   list_nth(private, SW_SPEC_ORDER_COLLATIONS), rowdesc,
				   scratch);
	begin_run_condition(state,
						list_nth(cscan->custom_exprs, SW_EXPR_RUN_CONDITION));
	state->direct = is_direct(cscan->scan.plan.targetlist);
	state->memory.limit = work_mem * (Size) 1024;
}

/* Add the child's columns that stand in "node" to "columns". */
static Bitmapset *
add_columns(SwScanState *state, Bitmapset *columns, Node *node)
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

/*
 * Find out how far LAG and LEAD look.  Raises what evaluating a parameter
 * raises.
 */
static void
start_offsets(SwScanState *state)
{
	for (int i = 0; i < state->nfuncs; i++)
	{
		SwFunc	   *func = &state->funcs[i];
		bool		isnull = false;
		int64		offset = 1;

		if (func->kind != SW_LAG && func->kind != SW_LEAD)
			continue;
		if (func->offset)
			offset = DatumGetInt32(ExecEvalExpr(func->offset,
												state->css.ss.ps.ps_ExprContext,
												&isnull));
		func->always_null = isnull;
		if (isnull)
			continue;
		func->shift = func->kind == SW_LAG ? -offset : offset;
		state->max_back = Max(state->max_back, -func->shift);
		state->max_ahead = Max(state->max_ahead, func->shift);
	}
}

/* Set up a slot for rows of the scan tuple's shape, all columns NULL. */
static void
clear_columns(TupleTableSlot *slot)
{
	ExecClearTuple(slot);
	memset(slot->tts_isnull, true, slot->tts_tupleDescriptor->natts);
	ExecStoreVirtualTuple(slot);
}

/*
 * Settle which columns of which rows are kept: "shown" is what stands in the
 * result, "current" what else is read from the current row, and "back" and
 * "ahead" what LAG and LEAD read from others.  Returns, palloc'd, where each
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
	if (state->max_ahead > 0)
	{
		state->held = sw_queue_begin(rowdesc, columns, NULL,
									 state->nfuncs + 1, &state->memory,
									 state->context);
		for (int i = 0; i < state->held->ncolumns; i++)
			place[state->held->attnos[i] - 1] = i;
	}
	if (state->max_back > 0)
		state->gone = sw_queue_begin(rowdesc, back, place, state->nfuncs,
									 &state->memory, state->context);

	for (int i = 0; i < state->nfuncs; i++)
	{
		SwFunc	   *func = &state->funcs[i];

		if (func->kind != SW_LAG && func->kind != SW_LEAD)
			continue;
		/* reader 0 of the held rows is the current row */
		func->reader = func->shift > 0 ? i + 1 : i;
		if (func->arg_attno > 0 && !func->always_null)
			func->column = func->shift == 0 ? place[func->arg_attno - 1] :
				sw_queue_column(func->shift > 0 ? state->held : state->gone,
								func->arg_attno);
		if (func->default_kind == SW_DEFAULT_COLUMN)
			func->default_column = place[func->default_attno - 1];
	}

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
	for (int i = 0; i < state->partition.nkeys; i++)
		columns = bms_add_member(columns, state->partition.keys[i].column + 1);
	for (int i = 0; i < state->order.nkeys; i++)
		columns = bms_add_member(columns, state->order.keys[i].column + 1);
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

	start_offsets(state);

	shown = add_columns(state, shown, (Node *) ps->plan->targetlist);
	shown = add_columns(state, shown, (Node *) ps->plan->qual);
	shown = add_columns(state, shown, (Node *) state->run_condition);
	for (int i = 0; i < state->nfuncs; i++)
	{
		SwFunc	   *func = &state->funcs[i];
		Bitmapset **read;

		if ((func->kind != SW_LAG && func->kind != SW_LEAD) ||
			func->always_null)
			continue;
		read = func->shift == 0 ? &current : func->shift < 0 ? &back : &ahead;
		*read = add_columns(state, *read, linitial(func->args));
		if (list_length(func->args) > 2)
			current = add_columns(state, current, lthird(func->args));
		if (func->arg)
		{
			evaluates = true;
			if (func->shift == 0)
				evaluates_current = true;
		}
		if (func->default_kind == SW_DEFAULT_EXPR)
			evaluates = evaluates_current = true;
	}
	place = start_queues(state, shown, current, back, ahead);

	state->fill_scan = !state->direct || ps->qual || state->run_qual ||
		evaluates_current;
	state->reset_context = state->fill_scan || evaluates;
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
