/*-------------------------------------------------------------------------
 *
 * agg_rewrite.c
 *	  first_value and last_value with ORDER BY become aggregates with keys.
 *
 * An ORDER BY inside an aggregate means a sort of every group's rows, and
 * neither partial nor parallel aggregation.  Before planning, therefore
 *
 *		last_value(a ORDER BY ts), last_value(b ORDER BY ts DESC)
 *
 * becomes
 *
 *		pick1('last $1 ORDER BY $2', a, ts),
 *		pick1('last $1 ORDER BY $2 DESC', b, ts)
 *
 * whose transition function compares keys.  Calls that agree about rows and
 * order, say last_value(a ORDER BY ts) and last_value(b ORDER BY ts), become
 *
 *		pick1('last $1, $2 ORDER BY $3', a, b, ts),
 *		pick2('last $1, $2 ORDER BY $3', a, b, ts)
 *
 * and core's own sharing of transition states does the rest.  Of the fields
 * in ROW(a, b) each becomes an argument, and only those that are used if the
 * answer's fields are all that is asked for.
 *
 * Left alone, which is always right: DISTINCT, volatile expressions (core
 * would not share them, and a sort evaluates them once, too), and queries
 * over foreign or distributed tables, where the call as written may be shipped.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "commands/extension.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/tlist.h"
#include "parser/parse_oper.h"
#include "rewrite/rewriteManip.h"
#include "utils/acl.h"
#include "utils/lsyscache.h"

#include "agg_catalog.h"
#include "agg_pool.h"
#include "agg_remote.h"
#include "agg_rewrite.h"
#include "compat.h"
#include "sorted_window.h"

/* A call that gets rewritten, with the field selections above it. */
typedef struct SwCall
{
	Node	   *site;			/* what gets replaced: aggref or a selection */
	Aggref	   *aggref;
	SwPool	   *pool;
	int			output;			/* of the pool, from 0 */
} SwCall;

/* The work on one query level. */
typedef struct SwRewrite
{
	List	   *calls;			/* of SwCall * */
	List	   *pools;			/* of SwPool * */
	Oid			ordering_type;
} SwRewrite;

static bool rewrite_levels(Node *node, void *context);

/* Tree walker: does the tree call one of our aggregates, at any level? */
static bool
calls_ours(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, Query))
		return query_tree_walker((Query *) node, calls_ours, context, 0);
	if (IsA(node, Aggref) &&
		sw_aggregate_of(((Aggref *) node)->aggfnoid) != SW_NOT_OURS)
		return true;
	return expression_tree_walker(node, calls_ours, context);
}

/*
 * Can there be an aggregate in "parse", a query as a whole?  Most queries that
 * are planned often are small and have none, and walking the tree would be a
 * good part of what the extension adds to their planning.
 */
static bool
may_aggregate(Query *parse)
{
	ListCell   *lc;

	if (parse->hasAggs || parse->hasSubLinks || parse->cteList)
		return true;
	foreach(lc, parse->rtable)
		if (lfirst_node(RangeTblEntry, lc)->rtekind == RTE_SUBQUERY)
			return true;
	return false;
}

/* Returns a key that orders by "expr". */
static SwPoolKey *
make_key(Expr *expr, Oid sortop, bool nulls_first)
{
	SwPoolKey  *key = palloc0(sizeof(SwPoolKey));

	key->expr = expr;
	key->sortop = sortop;
	key->collation = exprCollation((Node *) expr);
	key->nulls_first = nulls_first;
	(void) get_equality_op_for_ordering_op(sortop, &key->descending);
	return key;
}

/*
 * Returns the keys of "aggref", of SwPoolKey *.  A constant decides nothing
 * and is left out.  Raises ORDER BY's error for a key type without order.
 */
static List *
keys_of(Aggref *aggref, bool last)
{
	List	   *keys = NIL;
	ListCell   *lc;

	foreach(lc, aggref->aggorder)
	{
		SortGroupClause *clause = lfirst_node(SortGroupClause, lc);
		TargetEntry *tle = get_sortgroupclause_tle(clause, aggref->args);

		if (!IsA(tle->expr, Const))
			keys = lappend(keys, make_key(tle->expr, clause->sortop,
										  clause->nulls_first));
	}
	if (aggref->aggorder)
		return keys;

	/* first_value(value, keys ...): ascending, and NULL loses */
	for_each_from(lc, aggref->args, 1)
	{
		Expr	   *expr = lfirst_node(TargetEntry, lc)->expr;
		Oid			type = exprType((Node *) expr);
		Oid			sortop;

		if (type == UNKNOWNOID)
			continue;
		get_sort_group_operators(type, true, false, false,
								 &sortop, NULL, NULL, NULL);
		if (!IsA(expr, Const))
			keys = lappend(keys, make_key(expr, sortop, last));
	}
	return keys;
}

/*
 * Returns which of our aggregates "aggref" is if it may be rewritten, else
 * SW_NOT_OURS.
 */
static SwAggregate
rewritable(Aggref *aggref)
{
	SwAggregate which = sw_aggregate_of(aggref->aggfnoid);
	bool		one_argument = list_length(aggref->aggargtypes) == 1;

	if (which == SW_NOT_OURS || aggref->aggdistinct || aggref->aggvariadic)
		return SW_NOT_OURS;

	/*
	 * One argument without an order is about the order of input, keys with an
	 * order on top about both.
	 */
	if (one_argument != (aggref->aggorder != NIL))
		return SW_NOT_OURS;
	if (aggref->aggorder ? !sw_rewrite_order_by :
		!sw_rewrite_order_by && !sw_coalesce)
		return SW_NOT_OURS;

	/* Who mayn't call it shall not get at it this way. */
	if (contain_volatile_functions((Node *) aggref) ||
		sw_function_aclcheck(aggref->aggfnoid, GetUserId(),
							 ACL_EXECUTE) != ACLCHECK_OK)
		return SW_NOT_OURS;
	return which;
}

/*
 * Returns field "select" of "value" if it can be had without forming the
 * row: from ROW(), or from the row of a table.  Returns NULL if not.
 */
static Expr *
field_of(Expr *value, FieldSelect *select)
{
	if (sw_is_plain_row(value))
	{
		RowExpr    *row = (RowExpr *) value;
		Expr	   *field;

		if (select->fieldnum > list_length(row->args))
			return NULL;
		field = list_nth(row->args, select->fieldnum - 1);
		return exprType((Node *) field) == select->resulttype ? field : NULL;
	}
	if (IsA(value, Var) && ((Var *) value)->varattno == InvalidAttrNumber)
	{
		FieldSelect *field = copyObject(select);

		field->arg = (Expr *) value;
		return (Expr *) field;
	}
	return NULL;
}

/*
 * Note that "site" is a call to be rewritten, if it is: an aggregate of ours
 * or selections of a field from one.  Returns whether it is.
 */
static bool
note_call(SwRewrite *rewrite, Node *site)
{
	List	   *selects = NIL;	/* innermost first */
	Node	   *node = site;
	SwCall	   *call;
	Aggref	   *aggref;
	Expr	   *value;
	SwAggregate which;
	bool		shared;
	ListCell   *lc;

	for (; node && IsA(node, FieldSelect);
		 node = (Node *) ((FieldSelect *) node)->arg)
		selects = lcons(node, selects);
	if (node == NULL || !IsA(node, Aggref))
		return false;
	aggref = (Aggref *) node;
	which = rewritable(aggref);
	if (which == SW_NOT_OURS)
		return false;

	/* Take as many selections along as possible. */
	call = palloc0(sizeof(SwCall));
	call->site = (Node *) aggref;
	call->aggref = aggref;
	value = linitial_node(TargetEntry, aggref->args)->expr;
	foreach(lc, selects)
	{
		Expr	   *field = field_of(value, lfirst(lc));

		if (field == NULL)
			break;
		value = field;
		call->site = lfirst(lc);
	}

	/*
	 * A call of an outer level has its own place among that level's, which
	 * isn't known here, and core doesn't share what has a subquery in it.
	 */
	shared = sw_coalesce && aggref->agglevelsup == 0 &&
		!checkExprHasSubLink((Node *) aggref);
	call->pool = sw_pool_join(&rewrite->pools, which == SW_LAST_VALUE,
							  keys_of(aggref, which == SW_LAST_VALUE),
							  aggref->aggfilter, value, shared,
							  &call->output);
	if (call->pool == NULL)
		return false;
	if (!OidIsValid(rewrite->ordering_type))
		rewrite->ordering_type = sw_ordering_type(aggref->aggfnoid);
	rewrite->calls = lappend(rewrite->calls, call);
	return true;
}

/*
 * Tree walker: note the calls of one query level.  What is inside a call of
 * ours stays as it is, even if it is a call that belongs to an outer level.
 */
static bool
note_calls(Node *node, void *context)
{
	if (node == NULL || IsA(node, Query))
		return false;
	if ((IsA(node, Aggref) || IsA(node, FieldSelect)) &&
		note_call(context, node))
		return false;
	return expression_tree_walker(node, note_calls, context);
}

/* Returns the aggregate that takes the place of "call"; NULL if none does. */
static Node *
replacement(SwRewrite *rewrite, SwCall *call)
{
	Aggref	   *aggref = makeNode(Aggref);
	SwPool	   *pool = call->pool;
	FieldSelect *select = NULL;

	*aggref = *call->aggref;
	aggref->aggfnoid = sw_pick_aggregate(rewrite->ordering_type,
										 call->output);
	if (!OidIsValid(aggref->aggfnoid))
		return NULL;
	if (IsA(call->site, FieldSelect))
	{
		select = (FieldSelect *) call->site;
		aggref->aggtype = select->resulttype;
		aggref->aggcollid = select->resultcollid;
	}

	/* Collations are a matter of each key; calls that share must agree. */
	aggref->inputcollid = InvalidOid;
	aggref->aggargtypes = list_copy(pool->argtypes);
	aggref->args = copyObject(pool->args);
	aggref->aggorder = NIL;
	aggref->aggfilter = copyObject(pool->filter);

	/* A field may have a type modifier, which an aggregate can't have. */
	if (select && select->resulttypmod >= 0)
		return (Node *) makeRelabelType((Expr *) aggref, select->resulttype,
										select->resulttypmod,
										select->resultcollid,
										COERCE_IMPLICIT_CAST);
	return (Node *) aggref;
}

/* Tree mutator: replace the calls that were noted. */
static Node *
replace_calls(Node *node, void *context)
{
	SwRewrite  *rewrite = context;
	ListCell   *lc;

	if (node == NULL || IsA(node, Query))
		return node;
	if (IsA(node, Aggref) || IsA(node, FieldSelect))
	{
		foreach(lc, rewrite->calls)
		{
			SwCall	   *call = lfirst(lc);
			Node	   *result;

			if (call->site == node &&
				(result = replacement(rewrite, call)) != NULL)
				return result;
		}
	}
	return expression_tree_mutator(node, replace_calls, context);
}

/* Rewrite the calls in "query" and the queries in it, innermost first. */
static void
rewrite_query(Query *query)
{
	SwRewrite	rewrite = {0};
	ListCell   *lc;

	check_stack_depth();
	if (sw_reads_foreign(query))
		return;
	(void) query_tree_walker(query, rewrite_levels, NULL, 0);

	(void) query_tree_walker(query, note_calls, &rewrite, 0);
	if (rewrite.calls == NIL || !OidIsValid(rewrite.ordering_type))
		return;
	foreach(lc, rewrite.pools)
		sw_pool_finish(lfirst(lc), rewrite.ordering_type);
	(void) query_tree_mutator(query, replace_calls, &rewrite,
							  QTW_DONT_COPY_QUERY);
}

/* Tree walker: rewrite the queries inside a query, each as a whole. */
static bool
rewrite_levels(Node *node, void *context)
{
	if (node == NULL)
		return false;
	if (IsA(node, Query))
	{
		rewrite_query((Query *) node);
		return false;
	}
	return expression_tree_walker(node, rewrite_levels, context);
}

/*
 * Rewrite our aggregates in "parse", in place; what is not rewritten works
 * as it is.  Raises ORDER BY's error for a key type without order.
 */
void
sw_rewrite_aggregates(Query *parse)
{
	if (creating_extension || !(sw_rewrite_order_by || sw_coalesce))
		return;
	if (may_aggregate(parse) && calls_ours((Node *) parse, NULL) &&
		!sw_reads_distributed(parse))
		rewrite_query(parse);
}
