/*-------------------------------------------------------------------------
 *
 * window_plan.c
 *	  From a SortedWindow path to its plan node.
 *
 * See scan_spec.h for what the node says.  The target list of the path may
 * have been replaced since the path was made, so which window functions are
 * wanted is found out here and not earlier.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "nodes/extensible.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/plancat.h"
#include "optimizer/tlist.h"

#include "compat.h"
#include "describe.h"
#include "planner.h"
#include "scan_spec.h"
#include "window_exec.h"
#include "window_path.h"

/*
 * Returns the target list with which the scan "plan" hands on rows as they
 * come, palloc'd; NIL if it can't.
 */
static List *
stored_columns(PlannerInfo *root, Plan *plan)
{
	ListCell   *lc;

	switch (nodeTag(plan))
	{
		case T_SeqScan:
		case T_IndexScan:
		case T_BitmapHeapScan:
			return build_physical_tlist(root, find_base_rel(root,
															((Scan *) plan)->scanrelid));
		case T_IndexOnlyScan:
			/* some columns can only be searched for */
			foreach(lc, ((IndexOnlyScan *) plan)->indextlist)
				if (lfirst_node(TargetEntry, lc)->resjunk)
					return NIL;
			return copyObject(((IndexOnlyScan *) plan)->indextlist);
		default:
			return NIL;
	}
}

/*
 * If "child" is a scan that picks columns from its rows, let it hand on its
 * rows as they come.  Core asks for what is needed and no more, because
 * WindowAgg stores rows; here the columns that aren't needed cost nothing, and
 * picking the others would cost about as much as a window function.
 */
static void
spare_projection(PlannerInfo *root, Plan *child)
{
	List	   *columns = stored_columns(root, child);
	ListCell   *lc;

	if (columns == NIL)
		return;
	foreach(lc, child->targetlist)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);
		TargetEntry *stored = IsA(tle->expr, Var) ?
			tlist_member(tle->expr, columns) : NULL;

		if (stored == NULL)
			return;
		if (tle->ressortgroupref != 0)
			stored->ressortgroupref = tle->ressortgroupref;
	}
	child->targetlist = columns;
}

/*
 * Returns the column of the child's target list "child_tlist" that has the
 * sort key "sgc".  Nearly always it is labelled with its reference number;
 * otherwise its expression tells.
 */
static TargetEntry *
find_key(PlannerInfo *root, SortGroupClause *sgc, List *child_tlist)
{
	ListCell   *lc;
	TargetEntry *tle;

	foreach(lc, child_tlist)
	{
		tle = lfirst_node(TargetEntry, lc);
		if (tle->ressortgroupref == sgc->tleSortGroupRef)
			return tle;
	}
	tle = tlist_member((Expr *) get_sortgroupclause_expr(sgc,
														 root->processed_tlist),
					   child_tlist);
	if (tle == NULL)
		elog(ERROR, "window key not found in subplan target list");
	return tle;
}

/*
 * Collect for the keys "clauses" their columns in the scan tuple, equality
 * operators and collations.
 */
static void
collect_keys(PlannerInfo *root, List *clauses, List *child_tlist,
			 List **columns, List **eqops, List **collations)
{
	ListCell   *lc;

	*columns = *eqops = *collations = NIL;
	foreach(lc, clauses)
	{
		SortGroupClause *sgc = lfirst_node(SortGroupClause, lc);
		TargetEntry *tle = find_key(root, sgc, child_tlist);

		*columns = lappend_int(*columns, tle->resno);
		*eqops = lappend_oid(*eqops, sgc->eqop);
		*collations = lappend_oid(*collations,
								  exprCollation((Node *) tle->expr));
	}
}

/*
 * Returns "tlist" with NULL in place of the columns that are there for the
 * window clauses alone: nobody above the last of them looks at those, and to
 * keep them for LEAD or hand them on would cost time for nothing.  Where ORDER
 * BY, DISTINCT or set-returning functions come later, they may be looked at;
 * and what isn't a column of the child's yet has to be evaluated.
 */
static List *
drop_window_keys(PlannerInfo *root, List *tlist, List *child_tlist)
{
	Query	   *parse = root->parse;
	List	   *result = NIL;
	ListCell   *lc;
	ListCell   *lc2;

	if (parse->commandType != CMD_SELECT || parse->sortClause != NIL ||
		parse->distinctClause != NIL || parse->hasTargetSRFs ||
		list_length(tlist) != list_length(root->processed_tlist))
		return tlist;

	/* what is junk is only known from the query's own list as yet */
	forboth(lc, tlist, lc2, root->processed_tlist)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);
		TargetEntry *wanted = lfirst_node(TargetEntry, lc2);

		if (wanted->resjunk && wanted->ressortgroupref != 0 &&
			equal(tle->expr, wanted->expr) &&
			tlist_member(tle->expr, child_tlist) != NULL)
		{
			Node	   *expr = (Node *) tle->expr;

			tle = flatCopyTargetEntry(tle);
			tle->expr = (Expr *) makeNullConst(exprType(expr),
											   exprTypmod(expr),
											   exprCollation(expr));
		}
		result = lappend(result, tle);
	}
	return result;
}

/* Returns a list of a copy of "node", or the empty list if that is NULL. */
static List *
list_of(void *node)
{
	return node ? list_make1(copyObject((Node *) node)) : NIL;
}

/*
 * The PlanCustomPath callback: returns the plan node for "best_path", to
 * produce "tlist" from the only one of "custom_plans".  That one becomes the
 * node's outer plan, as WindowAgg has it, so that EXPLAIN finds the names of
 * its columns.
 */
Plan *
sw_plan_window(PlannerInfo *root, RelOptInfo *rel, CustomPath *best_path,
			   List *tlist, List *clauses, List *custom_plans)
{
	CustomScan *cscan = makeNode(CustomScan);
	Plan	   *child = linitial(custom_plans);
	List	   *child_tlist;
	List	   *private = best_path->custom_private;
	WindowClause *wc = list_nth_node(WindowClause, private, SW_PATH_WINDOW);
	List	   *run_condition = list_nth(private, SW_PATH_RUN_CONDITION);
	List	   *wfuncs = NIL;
	List	   *scan_tlist = NIL;
	List	   *arguments = NIL;
	List	   *functions = NIL;
	List	   *collations = NIL;
	List	   *ignores_nulls = NIL;
	List	   *filters = NIL;
	List	   *part_columns,
			   *part_eqops,
			   *part_collations;
	List	   *order_columns,
			   *order_eqops,
			   *order_collations;
	List	   *sortops,
			   *nulls_first;
	ListCell   *lc;

	spare_projection(root, child);
	child_tlist = child->targetlist;

	/*
	 * "tlist" is NIL where a projection will be put in its place later; that
	 * one is made of the columns of the path's target.
	 */
	wfuncs = sw_add_window_funcs(wfuncs, best_path->path.pathtarget->exprs,
							  wc->winref);
	wfuncs = sw_add_window_funcs(wfuncs, tlist, wc->winref);
	wfuncs = sw_add_window_funcs(wfuncs, run_condition, wc->winref);

	foreach(lc, child_tlist)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);

		scan_tlist = lappend(scan_tlist,
							 makeTargetEntry(copyObject(tle->expr),
											 list_length(scan_tlist) + 1,
											 tle->resname, false));
	}
	foreach(lc, wfuncs)
	{
		WindowFunc *wfunc = lfirst_node(WindowFunc, lc);

		scan_tlist = lappend(scan_tlist,
							 makeTargetEntry((Expr *) copyObject(wfunc),
											 list_length(scan_tlist) + 1,
											 NULL, false));
		arguments = lappend(arguments, copyObject(wfunc->args));
		functions = lappend_oid(functions, wfunc->winfnoid);
		collations = lappend_oid(collations, wfunc->inputcollid);
		ignores_nulls = lappend_int(ignores_nulls, sw_ignores_nulls(wfunc));
		filters = lappend(filters, list_of(wfunc->aggfilter));
	}

	collect_keys(root, wc->partitionClause, child_tlist,
				 &part_columns, &part_eqops, &part_collations);
	collect_keys(root, wc->orderClause, child_tlist,
				 &order_columns, &order_eqops, &order_collations);
	sw_sort_directions(wc->orderClause, &sortops, &nulls_first);

	if (boolVal(list_nth(private, SW_PATH_TOP_WINDOW)))
		tlist = drop_window_keys(root, tlist, child_tlist);
	cscan->scan.plan.targetlist = tlist;
	cscan->scan.plan.qual = copyObject(list_nth(private, SW_PATH_QUAL));
	cscan->scan.scanrelid = 0;
	cscan->flags = best_path->flags;
	cscan->scan.plan.lefttree = child;
	cscan->custom_scan_tlist = scan_tlist;
	cscan->custom_exprs = list_make5(arguments, copyObject(run_condition),
									 filters,
									 list_of(sw_frame_start_offset(wc)),
									 list_of(sw_frame_end_offset(wc)));

	/* in the order of SwSpecItem */
	cscan->custom_private = list_make4(list_nth(private, SW_PATH_NAME),
									   list_nth(private, SW_PATH_TOP_WINDOW),
									   makeInteger(list_length(child_tlist)),
									   functions);
	cscan->custom_private = list_concat(cscan->custom_private,
										list_make3(collations, ignores_nulls,
												   makeInteger(wc->frameOptions)));
	cscan->custom_private = list_concat(cscan->custom_private,
										list_make3(part_columns, part_eqops,
												   part_collations));
	cscan->custom_private = list_concat(cscan->custom_private,
										list_make5(order_columns, order_eqops,
												   order_collations, sortops,
												   nulls_first));
	cscan->methods = &sw_scan_methods;
	sw_plan_node_made();
	return (Plan *) cscan;
}

/*
 * Replace the expressions of the scan tuple of our node "cscan", in a finished
 * plan that nobody else has seen, by ones that mean the same to EXPLAIN: the
 * child's columns by references to them, and window functions by their labels
 * with the arguments that the node evaluates.
 */
void
sw_label_scan_tuple(CustomScan *cscan)
{
	List	   *arguments = list_nth(cscan->custom_exprs, SW_EXPR_ARGUMENTS);
	List	   *filters = list_nth(cscan->custom_exprs, SW_EXPR_FILTERS);
	int			nchild = intVal(list_nth(cscan->custom_private,
										 SW_SPEC_CHILD_COLUMNS));
	ListCell   *lc;

	foreach(lc, cscan->custom_scan_tlist)
	{
		TargetEntry *tle = lfirst_node(TargetEntry, lc);
		int			i = foreach_current_index(lc);

		if (i < nchild)
			tle->expr = (Expr *) makeVarFromTargetEntry(OUTER_VAR, tle);
		else
			tle->expr = sw_window_func_label(castNode(WindowFunc, tle->expr),
											 list_nth(arguments, i - nchild),
											 list_nth(filters, i - nchild));
	}
}
