/*-------------------------------------------------------------------------
 *
 * planner.c
 *	  What happens around a planner run as a whole.
 *
 * Before it, calls of first_value and last_value become aggregates that need
 * no sort (agg_rewrite.c).  After it, the scan tuples of our plan nodes get
 * labels that core can deparse wherever EXPLAIN meets them.  Earlier the
 * expressions are needed as they are, for nodes above to find their columns;
 * later the plan may be a cached one, not to be touched.
 *
 * Paths are only made while such a run is under way, since a plan that
 * misses the second step can't be explained.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "nodes/plannodes.h"
#include "optimizer/planner.h"
#include "tcop/tcopprot.h"

#include "agg_rewrite.h"
#include "compat.h"
#include "planner.h"
#include "window_exec.h"
#include "window_path.h"

/* One planner run.  They nest: planning may execute functions. */
typedef struct SwPlannerRun
{
	struct SwPlannerRun *outer;
	bool		has_nodes;		/* plan contains nodes of ours */
	bool		records;		/* collects decisions */
	List	   *decisions;		/* of SwDecision * */
} SwPlannerRun;

static planner_hook_type prev_planner_hook = NULL;
static SwPlannerRun *current_run = NULL;

/* The next run is to record; set by sw_plan_recorded() for its own run. */
static SwPlannerRun *recording_run = NULL;

/* Returns whether a planner run that finishes our plan nodes is under way. */
bool
sw_in_planner(void)
{
	return current_run != NULL;
}

/* Tell the current run that its plan has a node of ours. */
void
sw_plan_node_made(void)
{
	current_run->has_nodes = true;
}

/* Returns whether the current run wants to know what was decided. */
bool
sw_recording(void)
{
	return current_run != NULL && current_run->records;
}

/* Keep a copy of "decision" (which keeps its strings) for the recorder. */
void
sw_record(const SwDecision *decision)
{
	SwDecision *copy = palloc(sizeof(SwDecision));

	*copy = *decision;
	current_run->decisions = lappend(current_run->decisions, copy);
}

static void label_plan(Plan *plan);

/* label_plan() for a list of plans. */
static void
label_plans(List *plans)
{
	ListCell   *lc;

	foreach(lc, plans)
		label_plan(lfirst(lc));
}

/* Label the scan tuples of our nodes in the tree "plan". */
static void
label_plan(Plan *plan)
{
	if (plan == NULL)
		return;
	check_stack_depth();
	switch (nodeTag(plan))
	{
		case T_Append:
			label_plans(((Append *) plan)->appendplans);
			break;
		case T_MergeAppend:
			label_plans(((MergeAppend *) plan)->mergeplans);
			break;
		case T_SubqueryScan:
			label_plan(((SubqueryScan *) plan)->subplan);
			break;
		case T_CustomScan:
			{
				CustomScan *cscan = (CustomScan *) plan;

				if (sw_is_our_scan(cscan))
					sw_label_scan_tuple(cscan);
				label_plans(cscan->custom_plans);
				break;
			}
		default:
			break;
	}
	label_plan(plan->lefttree);
	label_plan(plan->righttree);
}

/* The planner hook: see the head of this file. */
static PlannedStmt *
sw_planner(SW_PLANNER_PARAMS)
{
	SwPlannerRun own_run = {0};
	SwPlannerRun *volatile run = recording_run ? recording_run : &own_run;
	PlannedStmt *result;

	recording_run = NULL;
	sw_rewrite_aggregates(parse);
	run->outer = current_run;
	current_run = run;
	PG_TRY();
	{
		if (prev_planner_hook)
			result = prev_planner_hook(SW_PLANNER_ARGS);
		else
			result = standard_planner(SW_PLANNER_ARGS);
	}
	PG_FINALLY();
	{
		current_run = run->outer;
	}
	PG_END_TRY();

	if (run->has_nodes)
	{
		label_plan(result->planTree);
		label_plans(result->subplans);
	}
	return result;
}

/*
 * Plan "query", of source text "text", and return what was decided for each
 * of its window clauses, as a list of SwDecision * in the current memory
 * context.  Raises whatever the planner raises.
 */
List *
sw_plan_recorded(Query *query, const char *text)
{
	SwPlannerRun run = {0};

	run.records = true;
	recording_run = &run;
	PG_TRY();
	{
		(void) sw_pg_plan_query(query, text, CURSOR_OPT_PARALLEL_OK, NULL);
	}
	PG_FINALLY();
	{
		/* in case another module's hook kept us from being called */
		recording_run = NULL;
	}
	PG_END_TRY();
	return run.decisions;
}

/* Called once, at library load. */
void
sw_install_planner_hook(void)
{
	prev_planner_hook = planner_hook;
	planner_hook = sw_planner;
}
