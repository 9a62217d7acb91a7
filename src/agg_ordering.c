/*-------------------------------------------------------------------------
 *
 * agg_ordering.c
 *	  What a first_value or last_value state keeps: see agg_ordering.h.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "nodes/nodeFuncs.h"
#include "nodes/primnodes.h"
#include "parser/parse_oper.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

#include "agg_ordering.h"
#include "compat.h"

PG_FUNCTION_INFO_V1(sw_ordering_in);
PG_FUNCTION_INFO_V1(sw_ordering_out);

/* Returns a zeroed ordering with room for so many columns, keys and nodes. */
SwOrdering *
sw_ordering_make(int ncolumns, int nkeys, int nnodes)
{
	Size		size = sw_ordering_size(ncolumns, nkeys, nnodes);
	SwOrdering *ordering = palloc0(size);

	SET_VARSIZE(ordering, size);
	ordering->ncolumns = ncolumns;
	ordering->nkeys = nkeys;
	ordering->nnodes = nnodes;
	return ordering;
}

/* Describe column "column"; raises an error if there is no such type. */
void
sw_ordering_set_column(SwOrdering *ordering, int column, Oid type,
					   int32 typmod)
{
	SwColumn   *col = &sw_ordering_columns(ordering)[column];

	col->type = type;
	col->typmod = typmod;
	get_typlenbyval(type, &col->typlen, &col->typbyval);
}

/*
 * Returns the ordering of a call of first_value(value, keys ...) that the
 * planner has not rewritten, in the current memory context: keys ascending,
 * a NULL one loses.  Raises ORDER BY's error for a key type without order.
 */
SwOrdering *
sw_ordering_of_call(FunctionCallInfo fcinfo, bool last)
{
	int			ncolumns = PG_NARGS() - 1;
	Aggref	   *aggref = AggGetAggref(fcinfo);
	SwOrdering *ordering;
	SwKey	   *key;
	SwNode	   *node;
	int			nkeys = 0;

	if (get_fn_expr_variadic(fcinfo->flinfo))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot take the ordering keys from a VARIADIC array"),
				 errhint("Pass each key as an argument of its own, or order by the array.")));

	/*
	 * A literal of unknown type is the same in every row and decides nothing,
	 * so it is no key.
	 */
	for (int column = 1; column < ncolumns; column++)
		if (get_fn_expr_argtype(fcinfo->flinfo, column + 1) != UNKNOWNOID)
			nkeys++;

	ordering = sw_ordering_make(ncolumns, nkeys, 1);
	ordering->last = last;
	ordering->noutputs = 1;
	key = sw_ordering_keys(ordering);
	for (int column = 0; column < ncolumns; column++)
	{
		Oid			type = get_fn_expr_argtype(fcinfo->flinfo, column + 1);

		if (!OidIsValid(type))
			elog(ERROR, "could not determine the type of argument %d",
				 column + 1);
		sw_ordering_set_column(ordering, column, type, -1);
		if (column == 0 || type == UNKNOWNOID)
			continue;
		get_sort_group_operators(type, true, false, false,
								 &key->sortop, NULL, NULL, NULL);
		key->column = column;
		key->nulls_first = last;

		/* A window aggregate shows no arguments, only their collation. */
		if (aggref)
			key->collation = exprCollation((Node *)
										   list_nth_node(TargetEntry,
														 aggref->args,
														 column)->expr);
		else
			key->collation = PG_GET_COLLATION();
		key++;
	}

	node = sw_ordering_nodes(ordering);
	node->type = sw_ordering_columns(ordering)[0].type;
	node->typmod = -1;
	node->nfields = SW_LEAF;
	return ordering;
}

/*
 * Returns the ordering that the final function of a pick aggregate finds
 * among the arguments of its call, where it is a constant that lives as long
 * as the plan.  Returns NULL where the call has no arguments at that point:
 * in a window, and where aggregation is done in parts.  Any function of the
 * aggregate can ask, and all of one plan node get the same answer.
 */
const SwOrdering *
sw_ordering_of_final(FunctionCallInfo fcinfo)
{
	Aggref	   *aggref = AggGetAggref(fcinfo);
	Const	   *arg;

	if (aggref == NULL || aggref->aggsplit != AGGSPLIT_SIMPLE ||
		list_length(aggref->args) < 2)
		return NULL;
	arg = (Const *) linitial_node(TargetEntry, aggref->args)->expr;
	if (!IsA(arg, Const) || arg->constisnull ||
		arg->consttype != get_fn_expr_argtype(fcinfo->flinfo, 1))
		return NULL;
	return (const SwOrdering *) DatumGetPointer(arg->constvalue);
}

/* Returns the index of the node after "node" and all that belongs to it. */
int
sw_ordering_node_end(const SwOrdering *ordering, int node)
{
	int			nfields = sw_ordering_nodes(ordering)[node].nfields;

	node++;
	for (int i = 0; i < nfields; i++)
		node = sw_ordering_node_end(ordering, node);
	return node;
}

/* Returns the index of the node where answer "output" (from 0) begins. */
int
sw_ordering_output(const SwOrdering *ordering, int output)
{
	int			node = 0;

	while (output-- > 0)
		node = sw_ordering_node_end(ordering, node);
	return node;
}

/* Append the text of the answer that begins at "node", "$1" or "ROW($1)". */
static void
append_node(StringInfo buf, const SwOrdering *ordering, int node)
{
	const SwNode *nodes = sw_ordering_nodes(ordering);
	int			field = node + 1;

	if (nodes[node].nfields == SW_LEAF)
	{
		appendStringInfo(buf, "$%d", nodes[node].column + 1);
		return;
	}
	appendStringInfoString(buf, "ROW(");
	for (int i = 0; i < nodes[node].nfields; i++)
	{
		if (i > 0)
			appendStringInfoString(buf, ", ");
		append_node(buf, ordering, field);
		field = sw_ordering_node_end(ordering, field);
	}
	appendStringInfoChar(buf, ')');
}

/* Append the text of a key as ORDER BY would have it. */
static void
append_key(StringInfo buf, const SwOrdering *ordering, const SwKey *key)
{
	Oid			type = sw_ordering_columns(ordering)[key->column].type;
	TypeCacheEntry *cache = lookup_type_cache(type, TYPECACHE_LT_OPR |
											  TYPECACHE_GT_OPR);
	char	   *collation;

	appendStringInfo(buf, "$%d", key->column + 1);
	if (OidIsValid(key->collation) && key->collation != get_typcollation(type))
	{
		collation = get_collation_name(key->collation);
		if (collation)
			appendStringInfo(buf, " COLLATE %s", quote_identifier(collation));
	}
	if (key->sortop == cache->gt_opr)
		appendStringInfoString(buf, " DESC");
	else if (key->sortop != cache->lt_opr)
	{
		char	   *name = get_opname(key->sortop);

		appendStringInfo(buf, " USING %s", name ? name : "?");
	}
	if (key->nulls_first != key->descending)
		appendStringInfoString(buf, key->nulls_first ?
							   " NULLS FIRST" : " NULLS LAST");
}

/* ordering_in(cstring): raises an error, only the planner makes orderings. */
Datum
sw_ordering_in(PG_FUNCTION_ARGS)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("cannot accept a value of type %s",
					"sorted_window.ordering"),
			 errdetail("Only the planner makes values of this type."),
			 errhint("Call sorted_window.first_value or sorted_window.last_value.")));
	PG_RETURN_VOID();
}

/*
 * ordering_out(ordering) returns cstring: what EXPLAIN shows, for instance
 * "last $1, $2 ORDER BY $3 DESC".  $1 is the first argument after it.
 */
Datum
sw_ordering_out(PG_FUNCTION_ARGS)
{
	SwOrdering *ordering = (SwOrdering *) PG_GETARG_VARLENA_P(0);
	StringInfoData buf;
	int			node = 0;

	initStringInfo(&buf);
	appendStringInfoString(&buf, ordering->last ? "last" : "first");
	for (int output = 0; output < ordering->noutputs; output++)
	{
		appendStringInfoString(&buf, output > 0 ? ", " : " ");
		append_node(&buf, ordering, node);
		node = sw_ordering_node_end(ordering, node);
	}
	for (int i = 0; i < ordering->nkeys; i++)
	{
		appendStringInfoString(&buf, i > 0 ? ", " : " ORDER BY ");
		append_key(&buf, ordering, &sw_ordering_keys(ordering)[i]);
	}
	PG_RETURN_CSTRING(buf.data);
}
