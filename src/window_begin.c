/*-------------------------------------------------------------------------
 *
 * window_begin.c
 *	  The SortedWindow executor node: from plan node to executor state.
 *
 * What is prepared here needs no values, so that EXPLAIN can do it; for the
 * rest see window_start.c.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/objectaccess.h"
#include "catalog/pg_proc.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "utils/acl.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

#include "compat.h"
#include "scan_spec.h"
#include "window_exec.h"

/*
 * Prepare the keys.  Those of ORDER BY too if nobody asks for peers: core
 * checks the rights to compare them.
 */
static void
begin_keys(SwScanState *state, List *private, TupleDesc rowdesc)
{
	List	   *columns = list_nth(private, SW_SPEC_PARTITION_COLUMNS);
	List	   *eqops = list_concat_copy(list_nth(private, SW_SPEC_PARTITION_EQOPS),
										 list_nth(private, SW_SPEC_ORDER_EQOPS));
	List	   *collations =
		list_concat_copy(list_nth(private, SW_SPEC_PARTITION_COLLATIONS),
						 list_nth(private, SW_SPEC_ORDER_COLLATIONS));
	MemoryContext scratch = AllocSetContextCreate(state->context,
												  "SortedWindow key comparison",
												  ALLOCSET_SMALL_SIZES);
	ListCell   *lc;

	state->npartition = list_length(columns);
	columns = list_concat_copy(columns,
							   list_nth(private, SW_SPEC_ORDER_COLUMNS));
	state->norder = list_length(columns) - state->npartition;
	state->keys = palloc0(sizeof(SwWindowKey) * Max(list_length(columns), 1));
	foreach(lc, columns)
	{
		int			i = foreach_current_index(lc);
		SwWindowKey *key = &state->keys[i];

		key->column = lfirst_int(lc) - 1;
		sw_equality_init(&key->equality, list_nth_oid(eqops, i),
						 list_nth_oid(collations, i),
						 sw_type_of_attr(rowdesc, lfirst_int(lc)), scratch);
	}
}

/* Prepare the first argument of a function, and the others it has. */
static void
begin_arguments(SwScanState *state, SwFunc *func)
{
	PlanState  *ps = &state->css.ss.ps;

	sw_argument_begin(&func->arg, linitial(func->args), ps);
	if (list_length(func->args) > 1)
		func->offset = ExecInitExpr(lsecond(func->args), ps);
	sw_argument_begin(&func->default_arg,
					  list_length(func->args) > 2 ? lthird(func->args) : NULL,
					  ps);
}

/*
 * Returns a node that the aggregates' functions take for that of WindowAgg, as
 * far as they can ask: the memory context of a state depends on it
 * (AggCheckCallContext).
 */
static WindowAggState *
make_winstate(SwScanState *state)
{
	EState	   *estate = state->css.ss.ps.state;
	WindowAggState *winstate = makeNode(WindowAggState);

	winstate->ss.ps.plan = state->css.ss.ps.plan;
	winstate->ss.ps.state = estate;
	winstate->ss.ps.ps_ExprContext = state->css.ss.ps.ps_ExprContext;
	winstate->frameOptions = state->frame.options;
	winstate->tmpcontext = CreateExprContext(estate);
	return winstate;
}

/* Prepare an aggregate. */
static void
begin_aggregate(SwScanState *state, SwFunc *func, Oid funcid, Oid collation,
				Oid result_typid)
{
	SwAggregate *agg;

	if (state->winstate == NULL)
		state->winstate = make_winstate(state);
	agg = sw_aggregate_begin(funcid, func->args, func->filter, collation,
							 result_typid, state->winstate,
							 &state->css.ss.ps);
	func->aggregate = agg;
	state->agg_funcs[state->naggs] = func;
	state->aggs[state->naggs++] = agg;
	state->aggs_evaluate |= agg->evaluates;
}

/*
 * Prepare the window functions.  Raises an error if the user may not execute
 * one of them, as WindowAgg does.
 */
static void
begin_functions(SwScanState *state, CustomScan *cscan, TupleDesc rowdesc)
{
	List	   *functions = list_nth(cscan->custom_private,
									 SW_SPEC_FUNCTIONS);
	List	   *collations = list_nth(cscan->custom_private,
									  SW_SPEC_FUNCTION_COLLATIONS);
	List	   *arguments = list_nth(cscan->custom_exprs, SW_EXPR_ARGUMENTS);
	List	   *filters = list_nth(cscan->custom_exprs, SW_EXPR_FILTERS);
	List	   *ignores_nulls = list_nth(cscan->custom_private,
										 SW_SPEC_FUNCTION_IGNORES_NULLS);
	int			n = list_length(functions);

	state->nfuncs = n;
	state->funcs = palloc0(sizeof(SwFunc) * Max(n, 1));
	state->winfuncs = palloc(sizeof(SwFunc *) * Max(n, 1));
	state->agg_funcs = palloc(sizeof(SwFunc *) * Max(n, 1));
	state->aggs = palloc(sizeof(SwAggregate *) * Max(n, 1));
	for (int i = 0; i < n; i++)
	{
		SwFunc	   *func = &state->funcs[i];
		Oid			funcid = list_nth_oid(functions, i);
		AclResult	aclresult = sw_function_aclcheck(funcid, GetUserId(),
													 ACL_EXECUTE);

		if (aclresult != ACLCHECK_OK)
			aclcheck_error(aclresult, OBJECT_FUNCTION,
						   get_func_name(funcid));
		InvokeFunctionExecuteHook(funcid);
		func->kind = sw_function_kind(funcid);
		func->args = list_nth(arguments, i);
		func->filter = list_nth(filters, i);
		func->ignores_nulls = list_nth_int(ignores_nulls, i) != 0;
		state->framed |= func->ignores_nulls || sw_looks_at_frame(func->kind);
		func->type = sw_type_of_attr(rowdesc, state->nchild + i + 1);
		if (func->kind != SW_AGGREGATE)
			state->winfuncs[state->nwinfuncs++] = func;
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
			case SW_FIRST_VALUE:
			case SW_LAST_VALUE:
			case SW_NTH_VALUE:
				begin_arguments(state, func);
				break;
			case SW_AGGREGATE:
				begin_aggregate(state, func, funcid,
								list_nth_oid(collations, i),
								TupleDescAttr(rowdesc,
											  state->nchild + i)->atttypid);
				break;
			case SW_UNKNOWN_FUNCTION:
				elog(ERROR, "SortedWindow can't compute function %u", funcid);
		}
	}
}

/* Returns the counter that "expr" refers to, or NULL. */
static SwFunc *
find_counter(SwScanState *state, Expr *expr)
{
	Var		   *var = (Var *) expr;
	SwFunc	   *func;

	if (!IsA(var, Var) || var->varattno <= state->nchild)
		return NULL;
	func = &state->funcs[var->varattno - state->nchild - 1];
	return sw_looks_at_frame(func->kind) ? NULL : func;
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
		SwFunc	   *counter = sw_match_row_bound(lfirst(lc), &clause) ?
			find_counter(state, clause.counter) : NULL;

		if (counter)
		{
			SwBound    *bound = palloc(sizeof(SwBound));

			bound->clause = clause;
			bound->kind = counter->kind;
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

	Assert(!(eflags & (EXEC_FLAG_BACKWARD | EXEC_FLAG_MARK)));

	state->child = ExecInitNode(outerPlan(cscan), estate, eflags);
	outerPlanState(node) = state->child;
	state->context = AllocSetContextCreate(CurrentMemoryContext,
										   "SortedWindow",
										   ALLOCSET_DEFAULT_SIZES);

	state->top_window = boolVal(list_nth(private, SW_SPEC_TOP_WINDOW));
	state->nchild = intVal(list_nth(private, SW_SPEC_CHILD_COLUMNS));
	sw_frame_begin(&state->frame,
				   intVal(list_nth(private, SW_SPEC_FRAME_OPTIONS)),
				   list_nth(cscan->custom_exprs, SW_EXPR_FRAME_START),
				   list_nth(cscan->custom_exprs, SW_EXPR_FRAME_END),
				   &node->ss.ps);
	begin_functions(state, cscan, rowdesc);
	begin_keys(state, private, rowdesc);
	begin_run_condition(state,
						list_nth(cscan->custom_exprs, SW_EXPR_RUN_CONDITION));
	state->direct = is_direct(cscan->scan.plan.targetlist);
	state->memory.limit = work_mem * (Size) 1024;
}
