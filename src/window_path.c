/*-------------------------------------------------------------------------
 *
 * window_path.c
 *	  SortedWindow paths beside those of WindowAgg.
 *
 * Core has built its paths when the hook gets control: chains with a
 * WindowAgg for each window clause, and sorts between them.
 *
 *		WindowAgg (w2)				SortedWindow (w2)
 *		  -> Sort					  -> Sort
 *			  -> WindowAgg (w1)			  -> WindowAgg (w1)
 *				  -> input					  -> input
 *
 * For each chain a second one is made in which the window clauses that can
 * be streamed are, and the others stay.  Nothing of a path of core's is
 * changed, since paths are shared.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "nodes/extensible.h"
#include "nodes/makefuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/planner.h"

#include "compat.h"
#include "eligibility.h"
#include "planner.h"
#include "row_bound.h"
#include "sorted_window.h"
#include "window_path.h"

/*
 * What a row costs us of what it costs WindowAgg, which is mostly its
 * tuplestore.  Measured, it is between a tenth and a fifth.  Tests define
 * SW_ALWAYS to have a window that can be streamed streamed at any cost.
 */
#ifdef SW_ALWAYS
#define SW_COST_FRACTION	0.0
#elif !defined(SW_COST_FRACTION)
#define SW_COST_FRACTION	0.2
#endif

static const CustomPathMethods sw_path_methods = {
	.CustomName = "SortedWindow",
	.PlanCustomPath = sw_plan_window,
};

static create_upper_paths_hook_type prev_create_upper_paths_hook = NULL;

/*
 * Add the window functions that stand in "exprs" to "wfuncs", each once: those
 * of window clause "winref", or all of them if that is 0.
 */
List *
sw_add_window_funcs(List *wfuncs, List *exprs, Index winref)
{
	ListCell   *lc;

	foreach(lc, pull_var_clause((Node *) exprs,
								PVC_INCLUDE_AGGREGATES |
								PVC_INCLUDE_WINDOWFUNCS |
								PVC_INCLUDE_PLACEHOLDERS))
	{
		WindowFunc *wfunc = lfirst(lc);

		if (IsA(wfunc, WindowFunc) &&
			(winref == 0 || wfunc->winref == winref))
			wfuncs = list_append_unique(wfuncs, wfunc);
	}
	return wfuncs;
}

/*
 * Returns the path below "path" if "path" belongs to a chain of window
 * clauses of "window_rel", NULL otherwise.
 */
static Path *
path_below(RelOptInfo *window_rel, Path *path)
{
	if (path->parent != window_rel)
		return NULL;
	if (IsA(path, WindowAggPath))
		return ((WindowAggPath *) path)->subpath;
	if (IsA(path, SortPath))
		return ((SortPath *) path)->subpath;
	if (IsA(path, IncrementalSortPath))
		return ((IncrementalSortPath *) path)->spath.subpath;
	return NULL;
}

/*
 * Returns the names of "windows": the user's, or w1, w2 … in the order of
 * execution for those without, as core names them since PostgreSQL 18.
 */
static List *
name_windows(List *windows)
{
	List	   *names = NIL;
	ListCell   *lc;
	int			number = 0;

	foreach(lc, windows)
	{
		char	   *name = lfirst_node(WindowClause, lc)->name;

		while (name == NULL)
		{
			ListCell   *lc2;

			name = psprintf("w%d", ++number);
			foreach(lc2, windows)
			{
				char	   *taken = lfirst_node(WindowClause, lc2)->name;

				if (taken && strcmp(taken, name) == 0)
					name = NULL;
				if (name == NULL)
					break;
			}
		}
		names = lappend(names, name);
	}
	return names;
}

/*
 * Look at the chain that ends with "path": which window clauses it has, and
 * which of them can be streamed.  Returns false if there are none.
 */
static bool
chain_examine(SwChain *chain, Path *path)
{
	ListCell   *lc;
	Path	   *below;

	chain->windows = chain->names = chain->verdicts = NIL;
	for (; (below = path_below(chain->window_rel, path)) != NULL; path = below)
		if (IsA(path, WindowAggPath))
			chain->windows = lcons(((WindowAggPath *) path)->winclause,
								   chain->windows);

	chain->names = name_windows(chain->windows);
	foreach(lc, chain->windows)
	{
		SwVerdict  *verdict = palloc(sizeof(SwVerdict));

		*verdict = sw_judge_window(lfirst(lc), chain->wfuncs, path);
		chain->verdicts = lappend(chain->verdicts, verdict);
	}
	return chain->windows != NIL;
}

/*
 * Returns a copy of the path node "path" of "size" bytes that will stand on
 * "new" instead of "old".  The caller sets its subpath.
 */
static Path *
copy_onto(Path *path, Size size, Path *old, Path *new)
{
	Path	   *copy = palloc(size);

	memcpy(copy, path, size);
	copy->startup_cost += new->startup_cost - old->startup_cost;
	copy->total_cost += new->total_cost - old->total_cost;
	return copy;
}

/*
 * If the run condition "clauses" of a window clause without PARTITION BY
 * tells how many rows the scan will fetch, and "path" is a sort below it,
 * returns that sort with the cost of delivering only so many.  Otherwise
 * returns "path".
 */
static Path *
bound_sort(SwChain *chain, Path *path, List *clauses)
{
	ListCell   *lc;

	if (!IsA(path, SortPath) || path->parent != chain->window_rel)
		return path;
	foreach(lc, clauses)
	{
		SwRowBound	bound;
		Const	   *limit;

		if (!sw_match_row_bound(lfirst(lc), &bound) ||
			!IsA(bound.counter, WindowFunc) ||
			sw_function_kind(((WindowFunc *) bound.counter)->winfnoid) !=
			SW_ROW_NUMBER ||
			!IsA(bound.limit, Const))
			continue;
		limit = (Const *) bound.limit;
		return (Path *)
			create_sort_path(chain->root, chain->window_rel,
							 ((SortPath *) path)->subpath, path->pathkeys,
							 1.0 + sw_row_bound_value(&bound,
													  limit->constvalue,
													  limit->constisnull));
	}
	return path;
}

/*
 * Returns a SortedWindow path for the window clause of "wpath" over "sub".
 * It costs what WindowAgg adds to its own input, less what we save.
 */
static Path *
make_window_path(SwChain *chain, WindowAggPath *wpath, const char *name,
				 Path *sub)
{
	CustomPath *cpath = makeNode(CustomPath);
	Path	   *path = &cpath->path;
	PathTarget *target = wpath->path.pathtarget;
	List	   *run_condition = sw_path_run_condition(wpath);
	Cost		tlist_cost = target->cost.startup +
		target->cost.per_tuple * wpath->path.rows;
	Cost		window_cost = wpath->path.total_cost -
		wpath->subpath->total_cost - tlist_cost;

	if (wpath->topwindow && wpath->winclause->partitionClause == NIL)
		sub = bound_sort(chain, sub, run_condition);

	path->pathtype = T_CustomScan;
	path->parent = wpath->path.parent;
	path->pathtarget = target;
	path->param_info = wpath->path.param_info;
	path->parallel_aware = false;
	path->parallel_safe = wpath->path.parallel_safe && sub->parallel_safe;
	path->parallel_workers = wpath->path.parallel_workers;
	path->rows = wpath->path.rows;
	path->pathkeys = sub->pathkeys;
	sw_copy_disabled_nodes(path, sub);
	path->startup_cost = sub->startup_cost + target->cost.startup;
	path->total_cost = sub->total_cost + tlist_cost +
		SW_COST_FRACTION * Max(window_cost, 0);

	cpath->flags = CUSTOMPATH_SUPPORT_PROJECTION;
	cpath->custom_paths = list_make1(sub);
	cpath->custom_private = list_make5(wpath->winclause,
									   makeString(pstrdup(name)),
									   makeBoolean(wpath->topwindow),
									   run_condition,
									   wpath->qual);
	cpath->methods = &sw_path_methods;
	return path;
}

/*
 * Returns the chain that ends with "path" with SortedWindow wherever it can
 * be; "path" itself if that's nowhere.
 */
static Path *
convert_chain(SwChain *chain, Path *path)
{
	Path	   *below = path_below(chain->window_rel, path);
	Path	   *sub;
	Path	   *copy;

	if (below == NULL)
		return path;
	sub = convert_chain(chain, below);

	if (IsA(path, WindowAggPath))
	{
		WindowAggPath *wpath = (WindowAggPath *) path;
		int			i = list_length(chain->windows) - 1;
		SwVerdict  *verdict;

		while (list_nth(chain->windows, i) != wpath->winclause)
			i--;
		verdict = list_nth(chain->verdicts, i);
		if (verdict->reason == SW_STREAMS)
			return make_window_path(chain, wpath,
									list_nth(chain->names, i), sub);
	}
	if (sub == below)
		return path;

	if (IsA(path, WindowAggPath))
	{
		copy = copy_onto(path, sizeof(WindowAggPath), below, sub);
		((WindowAggPath *) copy)->subpath = sub;
	}
	else if (IsA(path, SortPath))
	{
		copy = copy_onto(path, sizeof(SortPath), below, sub);
		((SortPath *) copy)->subpath = sub;
	}
	else
	{
		copy = copy_onto(path, sizeof(IncrementalSortPath), below, sub);
		((IncrementalSortPath *) copy)->spath.subpath = sub;
	}
	return copy;
}

/* At DEBUG1, say which windows of "chain" stay with core and why. */
static void
log_chain(SwChain *chain)
{
	for (int i = 0; i < list_length(chain->windows); i++)
	{
		SwVerdict  *verdict = list_nth(chain->verdicts, i);

		if (verdict->reason != SW_STREAMS)
			ereport(DEBUG1,
					(errmsg_internal("sorted_window leaves window %s to WindowAgg: %s",
									 (char *) list_nth(chain->names, i),
									 sw_verdict_text(*verdict))));
	}
}

/* The hook at the end of each step of upper planning. */
static void
sw_create_upper_paths(PlannerInfo *root, UpperRelationKind stage,
					  RelOptInfo *input_rel, RelOptInfo *output_rel,
					  void *extra)
{
	SwChain		chain = {0};
	List	   *converted = NIL;
	bool		examined = false;
	ListCell   *lc;

	if (prev_create_upper_paths_hook)
		prev_create_upper_paths_hook(root, stage, input_rel, output_rel,
									 extra);

	if (stage != UPPERREL_WINDOW || !sw_in_planner() ||
		!(sw_enabled || sw_recording()))
		return;

	chain.root = root;
	chain.window_rel = output_rel;
	chain.wfuncs = sw_add_window_funcs(NIL, root->processed_tlist, 0);

	/* add_path() may free paths, so it has to wait */
	foreach(lc, output_rel->pathlist)
	{
		Path	   *path = lfirst(lc);
		Path	   *new;

		if (!chain_examine(&chain, path))
			continue;
		if (!examined)
		{
			if (sw_recording())
				sw_record_chain(&chain);
			log_chain(&chain);
			examined = true;
		}
		new = convert_chain(&chain, path);
		if (new == path)
			continue;
		converted = lappend(converted, new);
#ifdef SW_ALWAYS
		output_rel->pathlist = foreach_delete_current(output_rel->pathlist,
													  lc);
#endif
	}
	foreach(lc, converted)
		add_path(output_rel, lfirst(lc));
}

/* Called once, at library load. */
void
sw_install_path_hook(void)
{
	prev_create_upper_paths_hook = create_upper_paths_hook;
	create_upper_paths_hook = sw_create_upper_paths;
}
