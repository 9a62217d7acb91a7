/*-------------------------------------------------------------------------
 *
 * agg_pool.h
 *	  Calls that can be answered from one state.
 *
 * A pool is what the rewrite makes of one or more calls of first_value or
 * last_value that agree about rows and order: one list of arguments, with
 * all values and keys, and an answer for each different value.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_AGG_POOL_H
#define SW_AGG_POOL_H

#include "nodes/primnodes.h"

#include "agg_ordering.h"

/* A key as the query has it. */
typedef struct SwPoolKey
{
	Expr	   *expr;
	Oid			sortop;
	Oid			collation;
	bool		nulls_first;
	bool		descending;
} SwPoolKey;

typedef struct SwPool
{
	/* what calls must agree about */
	bool		last;
	List	   *keys;			/* of SwPoolKey * */
	Expr	   *filter;
	bool		shared;			/* accepts more calls */

	/* what they bring along */
	List	   *values;			/* of Expr *, one for each answer */
	int			ncolumns;		/* upper limit */

	/* what becomes of it, set by sw_pool_finish() */
	List	   *columns;		/* of Expr * */
	Const	   *ordering;
	List	   *args;			/* of TargetEntry * */
	List	   *argtypes;		/* of Oid */
} SwPool;

extern SwPool *sw_pool_join(List **pools, bool last, List *keys,
							Expr *filter, Expr *value, bool shared,
							int *output);
extern void sw_pool_finish(SwPool *pool, Oid ordering_type);
extern bool sw_is_plain_row(Expr *value);

#endif							/* SW_AGG_POOL_H */
