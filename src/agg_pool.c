/*-------------------------------------------------------------------------
 *
 * agg_pool.c
 *	  Calls that can be answered from one state: see agg_pool.h.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/value.h"

#include "agg_pool.h"
#include "compat.h"

/*
 * Returns whether "value" is a ROW() that a final function can form from its
 * fields: of a named type, or with the field names that ROW() gives.
 */
bool
sw_is_plain_row(Expr *value)
{
	RowExpr    *row = (RowExpr *) value;
	ListCell   *lc;
	int			field = 0;

	if (value == NULL || !IsA(value, RowExpr) || row->args == NIL)
		return false;
	if (row->row_typeid != RECORDOID)
		return true;
	foreach(lc, row->colnames)
	{
		char		name[NAMEDATALEN];

		snprintf(name, sizeof(name), "f%d", ++field);
		if (strcmp(strVal(lfirst(lc)), name) != 0)
			return false;
	}
	return true;
}

/* Returns how many columns "value" needs at most. */
static int
columns_of_value(Expr *value)
{
	int			result = 0;
	ListCell   *lc;

	if (!sw_is_plain_row(value))
		return 1;
	foreach(lc, ((RowExpr *) value)->args)
		result += columns_of_value(lfirst(lc));
	return result;
}

/* Do two lists of keys order rows alike? */
static bool
same_keys(List *a, List *b)
{
	ListCell   *la;
	ListCell   *lb;

	if (list_length(a) != list_length(b))
		return false;
	forboth(la, a, lb, b)
	{
		SwPoolKey  *x = lfirst(la);
		SwPoolKey  *y = lfirst(lb);

		if (x->sortop != y->sortop || x->collation != y->collation ||
			x->nulls_first != y->nulls_first || !equal(x->expr, y->expr))
			return false;
	}
	return true;
}

/*
 * Find a place for a call in one of "pools" that agrees with it, or in a new
 * one; if not "shared", always in a new one.  Returns the pool, and in
 * "output" (from 0) which of its answers is the call's; or NULL if the call
 * has more columns than an aggregate can have arguments.
 */
SwPool *
sw_pool_join(List **pools, bool last, List *keys, Expr *filter, Expr *value,
			 bool shared, int *output)
{
	int			ncolumns = columns_of_value(value);
	SwPool	   *pool = NULL;
	ListCell   *lc;

	foreach(lc, *pools)
	{
		SwPool	   *candidate = lfirst(lc);
		ListCell   *lv;

		if (!shared || !candidate->shared || candidate->last != last ||
			!same_keys(candidate->keys, keys) ||
			!equal(candidate->filter, filter))
			continue;
		*output = 0;
		foreach(lv, candidate->values)
		{
			if (equal(lfirst(lv), value))
				return candidate;
			(*output)++;
		}
		if (*output < SW_MAX_OUTPUTS &&
			candidate->ncolumns + ncolumns <= SW_MAX_COLUMNS)
		{
			pool = candidate;
			break;
		}
	}

	if (pool == NULL)
	{
		if (list_length(keys) + ncolumns > SW_MAX_COLUMNS)
			return NULL;
		pool = palloc0(sizeof(SwPool));
		pool->last = last;
		pool->keys = keys;
		pool->filter = filter;
		pool->shared = shared;
		pool->ncolumns = list_length(keys);
		*pools = lappend(*pools, pool);
		*output = 0;
	}
	pool->ncolumns += ncolumns;
	pool->values = lappend(pool->values, value);
	return pool;
}

/* Returns the column of "pool" that holds "expr", adding one if need be. */
static int
column_of(SwPool *pool, Expr *expr)
{
	ListCell   *lc;
	int			column = 0;

	foreach(lc, pool->columns)
	{
		if (equal(lfirst(lc), expr))
			return column;
		column++;
	}
	pool->columns = lappend(pool->columns, expr);
	return column;
}

/* Append to "nodes" what "value" consists of, an SwNode * each. */
static List *
append_nodes(SwPool *pool, List *nodes, Expr *value)
{
	SwNode	   *node = palloc0(sizeof(SwNode));
	RowExpr    *row = (RowExpr *) value;
	ListCell   *lc;

	nodes = lappend(nodes, node);
	node->type = exprType((Node *) value);
	node->typmod = exprTypmod((Node *) value);
	if (!sw_is_plain_row(value))
	{
		node->column = column_of(pool, value);
		node->nfields = SW_LEAF;
		return nodes;
	}
	node->nfields = list_length(row->args);
	foreach(lc, row->args)
		nodes = append_nodes(pool, nodes, lfirst(lc));
	return nodes;
}

/*
 * Lay down the arguments of the pool's aggregates: the ordering, a constant
 * of type "ordering_type", and the columns.
 */
void
sw_pool_finish(SwPool *pool, Oid ordering_type)
{
	List	   *nodes = NIL;
	SwOrdering *ordering;
	SwKey	   *key;
	SwNode	   *node;
	ListCell   *lc;
	int			column = 0;

	foreach(lc, pool->values)
		nodes = append_nodes(pool, nodes, lfirst(lc));
	foreach(lc, pool->keys)
		(void) column_of(pool, ((SwPoolKey *) lfirst(lc))->expr);

	ordering = sw_ordering_make(list_length(pool->columns),
								list_length(pool->keys), list_length(nodes));
	ordering->last = pool->last;
	ordering->noutputs = list_length(pool->values);
	key = sw_ordering_keys(ordering);
	foreach(lc, pool->keys)
	{
		SwPoolKey  *from = lfirst(lc);

		key->sortop = from->sortop;
		key->collation = from->collation;
		key->nulls_first = from->nulls_first;
		key->descending = from->descending;
		key->column = column_of(pool, from->expr);
		key++;
	}
	node = sw_ordering_nodes(ordering);
	foreach(lc, nodes)
		*node++ = *(SwNode *) lfirst(lc);

	pool->ordering = makeConst(ordering_type, -1, InvalidOid, -1,
							   PointerGetDatum(ordering), false, false);
	pool->args = list_make1(makeTargetEntry((Expr *) pool->ordering,
											1, NULL, false));
	pool->argtypes = list_make1_oid(ordering_type);
	foreach(lc, pool->columns)
	{
		Expr	   *expr = lfirst(lc);

		sw_ordering_set_column(ordering, column++, exprType((Node *) expr),
							   exprTypmod((Node *) expr));
		pool->args = lappend(pool->args,
							 makeTargetEntry(expr, column + 1, NULL, false));
		pool->argtypes = lappend_oid(pool->argtypes, exprType((Node *) expr));
	}
}
