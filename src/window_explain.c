/*-------------------------------------------------------------------------
 *
 * window_explain.c
 *	  What EXPLAIN says of a SortedWindow node.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "nodes/makefuncs.h"
#include "optimizer/tlist.h"
#include "utils/ruleutils.h"

#include "compat.h"
#include "describe.h"
#include "scan_spec.h"
#include "window_exec.h"

/*
 * Returns the expressions of the columns "columns" of the plan "child", which
 * are its part of the scan tuple.
 */
static List *
column_exprs(Plan *child, List *columns)
{
	List	   *exprs = NIL;
	ListCell   *lc;

	foreach(lc, columns)
	{
		TargetEntry *tle = list_nth_node(TargetEntry, child->targetlist,
										 lfirst_int(lc) - 1);

		exprs = lappend(exprs, tle->expr);
	}
	return exprs;
}

/* Returns the only member of "list", NULL if it has none. */
static Node *
member_of(List *list)
{
	return list != NIL ? linitial(list) : NULL;
}

/*
 * Returns the frame of the node "cscan" in words, if one of its functions
 * looks at it; otherwise NULL.
 */
static char *
explain_frame(CustomScan *cscan, List *context)
{
	List	   *private = cscan->custom_private;
	ListCell   *lc;

	foreach(lc, list_nth(private, SW_SPEC_FUNCTIONS))
	{
		if (sw_looks_at_frame(sw_function_kind(lfirst_oid(lc))))
			return sw_describe_frame(intVal(list_nth(private,
													 SW_SPEC_FRAME_OPTIONS)),
									 member_of(list_nth(cscan->custom_exprs,
														SW_EXPR_FRAME_START)),
									 member_of(list_nth(cscan->custom_exprs,
														SW_EXPR_FRAME_END)),
									 context);
	}
	return NULL;
}

/* Returns the window of the node "cscan" in words. */
static char *
explain_window(CustomScan *cscan, List *ancestors, ExplainState *es,
			   bool qualify)
{
	List	   *private = cscan->custom_private;
	Plan	   *child = outerPlan(cscan);
	List	   *context;

	/* the keys are the child's; a copy, since the list belongs to core */
	ancestors = lcons(cscan, list_copy(ancestors));
	context = set_deparse_context_plan(es->deparse_cxt, child, ancestors);

	return sw_describe_window(strVal(list_nth(private, SW_SPEC_NAME)),
							  column_exprs(child,
										   list_nth(private,
													SW_SPEC_PARTITION_COLUMNS)),
							  column_exprs(child,
										   list_nth(private,
													SW_SPEC_ORDER_COLUMNS)),
							  list_nth(private, SW_SPEC_ORDER_SORTOPS),
							  list_nth(private, SW_SPEC_ORDER_NULLS_FIRST),
							  explain_frame(cscan, context),
							  context, qualify);
}

/* Returns how many bytes the kept values of the keys take. */
static Size
kept_bytes(const SwScanState *state)
{
	Size		bytes = 0;

	for (int i = 0; i < state->ncompared; i++)
		bytes += state->keys[i].kept.capacity;
	return bytes;
}

/*
 * The ExplainCustomScan callback.  The plan may be a cached one, so nothing
 * of it is changed.
 */
void
sw_explain_window(CustomScanState *node, List *ancestors, ExplainState *es)
{
	SwScanState *state = (SwScanState *) node;
	CustomScan *cscan = castNode(CustomScan, node->ss.ps.plan);
	List	   *scan_tlist = cscan->custom_scan_tlist;
	List	   *run_condition = list_nth(cscan->custom_exprs,
										 SW_EXPR_RUN_CONDITION);
	bool		qualify = sw_explain_rtable_size(es) > 1 || es->verbose;
	List	   *context;
	List	   *functions = NIL;

	ExplainPropertyText("Window",
						explain_window(cscan, ancestors, es, qualify), es);

	context = set_deparse_context_plan(es->deparse_cxt, (Plan *) cscan,
									   ancestors);
	for (int i = state->nchild; i < list_length(scan_tlist); i++)
	{
		TargetEntry *tle = list_nth_node(TargetEntry, scan_tlist, i);

		char	   *call = deparse_expression((Node *) tle->expr, context,
											  qualify, false);

		if (list_nth_int(list_nth(cscan->custom_private,
								  SW_SPEC_FUNCTION_IGNORES_NULLS),
						 i - state->nchild))
			call = psprintf("%s IGNORE NULLS", call);
		functions = lappend(functions, call);
	}
	ExplainPropertyList("Functions", functions, es);

	if (run_condition != NIL)
		ExplainPropertyText("Run Condition",
							deparse_expression((Node *) make_ands_explicit(run_condition),
											   context, qualify, false), es);

	/* nothing to show if the node hasn't run in this process */
	if (es->analyze && state->started)
	{
		Size		bytes = state->memory.peak + kept_bytes(state);

		ExplainPropertyInteger("Rows Held", NULL, state->peak_held, es);
		ExplainPropertyInteger("Memory", "kB", (bytes + 1023) / 1024, es);
		if ((state->held && state->held->was_stored) ||
			(state->gone && state->gone->was_stored))
			ExplainPropertyText("Storage", "Tuplestore", es);
	}
}
