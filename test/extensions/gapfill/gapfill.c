/*
 * gapfill.c
 *	  A stand-in for TimescaleDB's gapfill.
 *
 * Above groups that a query forms by gapfill_bucket() it puts a custom scan of
 * the name that TimescaleDB's node has.  The scan passes all rows through.
 */
#include "postgres.h"

#include "executor/executor.h"
#include "fmgr.h"
#include "nodes/extensible.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/pathnode.h"
#include "optimizer/planner.h"
#include "utils/lsyscache.h"

PG_MODULE_MAGIC;

void		_PG_init(void);

static create_upper_paths_hook_type prev_upper_paths_hook = NULL;

/* Have the child initialized. */
static void
gapfill_begin(CustomScanState *node, EState *estate, int eflags)
{
	CustomScan *cscan = (CustomScan *) node->ss.ps.plan;

	node->custom_ps = list_make1(ExecInitNode(linitial(cscan->custom_plans),
											  estate, eflags));
}

/* Returns the child's next row. */
static TupleTableSlot *
gapfill_exec(CustomScanState *node)
{
	return ExecProcNode(linitial(node->custom_ps));
}

static void
gapfill_end(CustomScanState *node)
{
	ExecEndNode(linitial(node->custom_ps));
}

static void
gapfill_rescan(CustomScanState *node)
{
	ExecReScan(linitial(node->custom_ps));
}

static const CustomExecMethods exec_methods = {
	.CustomName = "GapFill",
	.BeginCustomScan = gapfill_begin,
	.ExecCustomScan = gapfill_exec,
	.EndCustomScan = gapfill_end,
	.ReScanCustomScan = gapfill_rescan,
};

static Node *
gapfill_create_state(CustomScan *cscan)
{
	CustomScanState *state = makeNode(CustomScanState);

	state->methods = &exec_methods;
	return (Node *) state;
}

static const CustomScanMethods scan_methods = {
	.CustomName = "GapFill",
	.CreateCustomScanState = gapfill_create_state,
};

static Plan *
gapfill_plan(PlannerInfo *root, RelOptInfo *rel, CustomPath *path, List *tlist,
			 List *clauses, List *custom_plans)
{
	CustomScan *cscan = makeNode(CustomScan);

	cscan->scan.plan.targetlist = tlist;
	cscan->custom_scan_tlist = tlist;
	cscan->custom_plans = custom_plans;
	cscan->methods = &scan_methods;
	return &cscan->scan.plan;
}

static const CustomPathMethods path_methods = {
	.CustomName = "GapFill",
	.PlanCustomPath = gapfill_plan,
};

/* Tree walker: is gapfill_bucket() called? */
static bool
calls_bucket(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, FuncExpr))
	{
		char	   *name = get_func_name(((FuncExpr *) node)->funcid);

		if (name && strcmp(name, "gapfill_bucket") == 0)
			return true;
	}
	return expression_tree_walker(node, calls_bucket, context);
}

/* Returns a path that passes on what "child" returns. */
static Path *
gapfill_path(Path *child)
{
	CustomPath *path = makeNode(CustomPath);

	path->path.pathtype = T_CustomScan;
	path->path.parent = child->parent;
	path->path.pathtarget = child->pathtarget;
	path->path.rows = child->rows;
	path->path.startup_cost = child->startup_cost;
	path->path.total_cost = child->total_cost;
	path->path.pathkeys = child->pathkeys;
	path->custom_paths = list_make1(child);
	path->methods = &path_methods;
	return &path->path;
}

/* The hook: as TimescaleDB does, replace all paths of the groups. */
static void
gapfill_upper_paths(PlannerInfo *root, UpperRelationKind stage,
					RelOptInfo *input_rel, RelOptInfo *output_rel, void *extra)
{
	List	   *paths;
	ListCell   *lc;

	if (prev_upper_paths_hook)
		prev_upper_paths_hook(root, stage, input_rel, output_rel, extra);
	if (stage != UPPERREL_GROUP_AGG || root->parse->groupClause == NIL ||
		!calls_bucket((Node *) root->parse->targetList, NULL))
		return;
	paths = output_rel->pathlist;
	output_rel->pathlist = NIL;
	output_rel->partial_pathlist = NIL;
	foreach(lc, paths)
		add_path(output_rel, gapfill_path(lfirst(lc)));
}

void
_PG_init(void)
{
	prev_upper_paths_hook = create_upper_paths_hook;
	create_upper_paths_hook = gapfill_upper_paths;
	RegisterCustomScanMethods(&scan_methods);
}
