/*-------------------------------------------------------------------------
 *
 * agg_rewrite.h
 *	  first_value and last_value with ORDER BY become aggregates with keys.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_AGG_REWRITE_H
#define SW_AGG_REWRITE_H

#include "nodes/parsenodes.h"

extern void sw_rewrite_aggregates(Query *parse);

#endif							/* SW_AGG_REWRITE_H */
