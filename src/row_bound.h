/*-------------------------------------------------------------------------
 *
 * row_bound.h
 *	  Run conditions of the form "counter <= limit".
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_ROW_BOUND_H
#define SW_ROW_BOUND_H

#include "nodes/primnodes.h"

/* A condition "counter <= limit", or "counter < limit" if exclusive. */
typedef struct SwRowBound
{
	Expr	   *counter;
	Expr	   *limit;			/* int2, int4 or int8: Const or Param */
	bool		exclusive;
} SwRowBound;

extern bool sw_match_row_bound(Node *clause, SwRowBound *bound);
extern int64 sw_row_bound_value(const SwRowBound *bound, Datum limit,
								bool isnull);

#endif							/* SW_ROW_BOUND_H */
