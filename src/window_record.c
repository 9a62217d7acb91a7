/*-------------------------------------------------------------------------
 *
 * window_record.c
 *	  What the planner hook tells why_not() of the windows it has looked at.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_type_d.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/tlist.h"
#include "utils/ruleutils.h"

#include "compat.h"
#include "describe.h"
#include "planner.h"
#include "window_path.h"

/*
 * Returns whether "node" is a field of a column of type record.  Where its
 * name comes from is only known in a finished plan.
 */
static bool
is_anonymous_field(Node *node)
{
	return IsA(node, FieldSelect) &&
		exprType((Node *) ((FieldSelect *) node)->arg) == RECORDOID;
}

/*
 * Returns a copy of "node" that core can deparse while the query is still
 * being planned: without placeholders, and with a parameter's number where
 * the value comes from elsewhere in the query.
 */
static Node *
readable_mutator(Node *node, void *context)
{
	if (node == NULL)
		return NULL;
	if (IsA(node, PlaceHolderVar))
		return readable_mutator((Node *) ((PlaceHolderVar *) node)->phexpr,
								context);
	if (IsA(node, WindowFunc))
	{
		WindowFunc *wfunc = (WindowFunc *) node;
		List	   *filter = wfunc->aggfilter ?
			list_make1(wfunc->aggfilter) : NIL;

		return readable_mutator((Node *) sw_window_func_label(wfunc,
															  wfunc->args,
															  filter),
								context);
	}
	if (IsA(node, Param) || IsA(node, SubPlan) ||
		IsA(node, AlternativeSubPlan) || is_anonymous_field(node))
	{
		Param	   *param = makeNode(Param);

		param->paramkind = PARAM_EXTERN;
		param->paramid = IsA(node, Param) ? ((Param *) node)->paramid : 0;
		param->paramtype = exprType(node);
		param->paramtypmod = exprTypmod(node);
		param->paramcollid = exprCollation(node);
		param->location = -1;
		return (Node *) param;
	}
	return expression_tree_mutator(node, readable_mutator, context);
}

/* Returns a context in which core can deparse expressions of "query". */
static List *
deparse_context(Query *query)
{
	PlannedStmt *stmt = makeNode(PlannedStmt);
	Bitmapset  *all = bms_add_range(NULL, 1, list_length(query->rtable));
	List	   *names = select_rtable_names_for_explain(query->rtable, all);

	stmt->rtable = query->rtable;
	return deparse_context_for_plan_tree(stmt, names);
}

/* Returns whether columns of "query" are shown with their table's name. */
static bool
qualifies_columns(Query *query)
{
	int			entries = 0;
	ListCell   *lc;

	foreach(lc, query->rtable)
	{
		if (!sw_is_group_entry(lfirst_node(RangeTblEntry, lc)))
			entries++;
	}
	return entries > 1;
}

/* Returns the functions of window clause "winref" in words. */
static char *
describe_functions(List *wfuncs, Index winref, List *context, bool qualify)
{
	StringInfoData buf;
	ListCell   *lc;

	initStringInfo(&buf);
	foreach(lc, wfuncs)
	{
		WindowFunc *wfunc = lfirst_node(WindowFunc, lc);
		Node	   *readable;

		if (wfunc->winref != winref)
			continue;
		readable = readable_mutator((Node *) wfunc, NULL);
		if (buf.len > 0)
			appendStringInfoString(&buf, ", ");
		appendStringInfoString(&buf, deparse_expression(readable, context,
														qualify, true));
		if (sw_ignores_nulls(wfunc))
			appendStringInfoString(&buf, " IGNORE NULLS");
	}
	return buf.data;
}

/*
 * Returns the frame of window clause "wc" in words, if one of its functions
 * looks at it; otherwise NULL.
 */
static char *
describe_frame(WindowClause *wc, List *wfuncs, List *context)
{
	ListCell   *lc;

	foreach(lc, wfuncs)
	{
		WindowFunc *wfunc = lfirst_node(WindowFunc, lc);

		if (wfunc->winref == wc->winref &&
			sw_looks_at_frame(sw_function_kind(wfunc->winfnoid)))
			return sw_describe_frame(wc->frameOptions,
									 readable_mutator(sw_frame_start_offset(wc),
													  NULL),
									 readable_mutator(sw_frame_end_offset(wc),
													  NULL),
									 context);
	}
	return NULL;
}

/* Returns the expressions of the sort clauses "clauses", made readable. */
static List *
readable_keys(PlannerInfo *root, List *clauses)
{
	List	   *exprs = get_sortgrouplist_exprs(clauses, root->processed_tlist);

	return (List *) readable_mutator((Node *) exprs, NULL);
}

/* Tell why_not() what was decided for the windows of "chain". */
void
sw_record_chain(SwChain *chain)
{
	PlannerInfo *root = chain->root;
	List	   *context = deparse_context(root->parse);
	bool		qualify = qualifies_columns(root->parse);

	for (int i = 0; i < list_length(chain->windows); i++)
	{
		WindowClause *wc = list_nth(chain->windows, i);
		SwVerdict  *verdict = list_nth(chain->verdicts, i);
		List	   *sortops;
		List	   *nulls_first;
		SwDecision	decision;

		sw_sort_directions(wc->orderClause, &sortops, &nulls_first);
		decision.window =
			sw_describe_window(list_nth(chain->names, i),
							   readable_keys(root, wc->partitionClause),
							   readable_keys(root, wc->orderClause),
							   sortops, nulls_first,
							   describe_frame(wc, chain->wfuncs, context),
							   context, qualify);
		decision.functions = describe_functions(chain->wfuncs, wc->winref,
												context, qualify);
		decision.refusal = sw_verdict_text(*verdict);
		sw_record(&decision);
	}
}
