/*-------------------------------------------------------------------------
 *
 * describe.c
 *	  A window and its functions in words, for EXPLAIN and why_not().
 *
 * Expressions are deparsed by core.  Core can't deparse a WindowFunc outside
 * a WindowAgg, though: since PostgreSQL 18 it raises an error.  So window
 * functions are shown by a call of a plain function or aggregate with the
 * same name and arguments, which is never executed.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_type_d.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/parsenodes.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/ruleutils.h"
#include "utils/typcache.h"

#include "compat.h"
#include "describe.h"

/*
 * Append the expression of a key, and its collation if it isn't the type's
 * own.
 */
static void
append_key(StringInfo buf, Node *expr, List *context, bool qualify)
{
	Oid			collation = exprCollation(expr);

	appendStringInfoString(buf, deparse_expression(expr, context, qualify,
												   true));
	if (OidIsValid(collation) &&
		collation != get_typcollation(exprType(expr)))
	{
		char	   *name = get_collation_name(collation);

		if (name)
			appendStringInfo(buf, " COLLATE %s", quote_identifier(name));
	}
}

/*
 * Append what ORDER BY says of its direction: DESC or USING, and NULLS FIRST
 * or LAST where it isn't the default.
 */
static void
append_direction(StringInfo buf, Node *expr, Oid sortop, bool nulls_first)
{
	TypeCacheEntry *typentry = lookup_type_cache(exprType(expr),
												 TYPECACHE_LT_OPR |
												 TYPECACHE_GT_OPR);
	bool		descending = false;

	if (sortop == typentry->gt_opr)
	{
		appendStringInfoString(buf, " DESC");
		descending = true;
	}
	else if (sortop != typentry->lt_opr)
	{
		char	   *name = get_opname(sortop);

		if (name)
			appendStringInfo(buf, " USING %s", name);
		(void) get_equality_op_for_ordering_op(sortop, &descending);
	}
	if (nulls_first != descending)
		appendStringInfoString(buf, nulls_first ? " NULLS FIRST" :
							   " NULLS LAST");
}

/*
 * Collect what EXPLAIN shows of the direction of the sort clauses "clauses".
 */
void
sw_sort_directions(List *clauses, List **sortops, List **nulls_first)
{
	ListCell   *lc;

	*sortops = *nulls_first = NIL;
	foreach(lc, clauses)
	{
		SortGroupClause *sgc = lfirst_node(SortGroupClause, lc);

		*sortops = lappend_oid(*sortops, sgc->sortop);
		*nulls_first = lappend_int(*nulls_first, sgc->nulls_first);
	}
}

/* Append one bound of a frame, given what is known of it. */
static void
append_bound(StringInfo buf, bool unbounded, bool preceding, Node *offset,
			 List *context)
{
	if (unbounded)
		appendStringInfoString(buf, "UNBOUNDED");
	else if (offset && IsA(offset, Const) &&
			 ((Const *) offset)->consttype == INT8OID &&
			 !((Const *) offset)->constisnull)
		appendStringInfo(buf, INT64_FORMAT,
						 DatumGetInt64(((Const *) offset)->constvalue));
	else if (offset)
		appendStringInfoString(buf, deparse_expression(offset, context, false,
													   false));
	else
	{
		appendStringInfoString(buf, "CURRENT ROW");
		return;
	}
	appendStringInfoString(buf, preceding ? " PRECEDING" : " FOLLOWING");
}

/*
 * Returns a frame clause in SQL's words, palloc'd, from its FRAMEOPTION_ bits
 * and its offsets, if any; NULL if it is the default one.
 */
char *
sw_describe_frame(int options, Node *start_offset, Node *end_offset,
				  List *context)
{
	StringInfoData buf;

	if (!(options & FRAMEOPTION_NONDEFAULT))
		return NULL;
	initStringInfo(&buf);
	if (options & FRAMEOPTION_ROWS)
		appendStringInfoString(&buf, "ROWS ");
	else
		appendStringInfoString(&buf, (options & FRAMEOPTION_GROUPS) ?
							   "GROUPS " : "RANGE ");
	if (options & FRAMEOPTION_BETWEEN)
		appendStringInfoString(&buf, "BETWEEN ");
	append_bound(&buf, options & FRAMEOPTION_START_UNBOUNDED_PRECEDING,
				 options & (FRAMEOPTION_START_UNBOUNDED_PRECEDING |
							FRAMEOPTION_START_OFFSET_PRECEDING),
				 start_offset, context);
	if (options & FRAMEOPTION_BETWEEN)
	{
		appendStringInfoString(&buf, " AND ");
		append_bound(&buf, options & FRAMEOPTION_END_UNBOUNDED_FOLLOWING,
					 options & FRAMEOPTION_END_OFFSET_PRECEDING,
					 end_offset, context);
	}
	if (options & FRAMEOPTION_EXCLUDE_CURRENT_ROW)
		appendStringInfoString(&buf, " EXCLUDE CURRENT ROW");
	else if (options & FRAMEOPTION_EXCLUDE_GROUP)
		appendStringInfoString(&buf, " EXCLUDE GROUP");
	else if (options & FRAMEOPTION_EXCLUDE_TIES)
		appendStringInfoString(&buf, " EXCLUDE TIES");
	return buf.data;
}

/*
 * Returns a window in SQL's words, palloc'd: its name, the expressions it is
 * partitioned and ordered by, and for each of the latter the sort operator
 * and whether NULLs come first; then "frame", if that isn't NULL.  "context"
 * and "qualify" are as for deparse_expression().
 */
char *
sw_describe_window(const char *name, List *partition, List *order,
				   List *sortops, List *nulls_first, const char *frame,
				   List *context, bool qualify)
{
	StringInfoData buf;
	const char *separator = "PARTITION BY ";
	ListCell   *lc;
	ListCell   *lcop;
	ListCell   *lcnulls;

	initStringInfo(&buf);
	appendStringInfo(&buf, "%s AS (", quote_identifier(name));
	foreach(lc, partition)
	{
		appendStringInfoString(&buf, separator);
		append_key(&buf, lfirst(lc), context, qualify);
		separator = ", ";
	}
	separator = partition == NIL ? "ORDER BY " : " ORDER BY ";
	forthree(lc, order, lcop, sortops, lcnulls, nulls_first)
	{
		Node	   *expr = (Node *) lfirst(lc);

		appendStringInfoString(&buf, separator);
		append_key(&buf, expr, context, qualify);
		append_direction(&buf, expr, lfirst_oid(lcop),
						 lfirst_int(lcnulls) != 0);
		separator = ", ";
	}
	if (frame)
		appendStringInfo(&buf, "%s%s",
						 partition == NIL && order == NIL ? "" : " ", frame);
	appendStringInfoChar(&buf, ')');
	return buf.data;
}

/* Returns an aggregate call that reads like "wfunc", which is one OVER. */
static Expr *
label_aggregate(WindowFunc *wfunc, List *args, List *filter)
{
	Aggref	   *label = makeNode(Aggref);
	ListCell   *lc;
	int			resno = 0;

	label->aggfnoid = wfunc->winfnoid;
	label->aggtype = wfunc->wintype;
	label->aggcollid = wfunc->wincollid;
	label->inputcollid = wfunc->inputcollid;
	label->aggfilter = filter != NIL ? linitial(filter) : NULL;
	label->aggstar = wfunc->winstar;
	label->aggkind = 'n';
	label->aggsplit = AGGSPLIT_SIMPLE;
	label->aggno = -1;
	label->aggtransno = -1;
	label->location = -1;
	foreach(lc, args)
	{
		Expr	   *arg = lfirst(lc);

		label->args = lappend(label->args,
							  makeTargetEntry(arg, ++resno, NULL, false));
		label->aggargtypes = lappend_oid(label->aggargtypes,
										 exprType((Node *) arg));
	}
	return (Expr *) label;
}

/*
 * Returns an expression of the same type that deparses as "wfunc", called with
 * "args" and the condition that is the only member of "filter", if any, would
 * without its OVER clause.  It shares the arguments, and can't be executed.
 */
Expr *
sw_window_func_label(WindowFunc *wfunc, List *args, List *filter)
{
	if (wfunc->winagg)
		return label_aggregate(wfunc, args, filter);
	return (Expr *) makeFuncExpr(wfunc->winfnoid, wfunc->wintype, args,
								 wfunc->wincollid, wfunc->inputcollid,
								 COERCE_EXPLICIT_CALL);
}
