/*-------------------------------------------------------------------------
 *
 * agg_catalog.h
 *	  Which aggregates are ours, and what they become.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_AGG_CATALOG_H
#define SW_AGG_CATALOG_H

#include "nodes/primnodes.h"

/* first_value or last_value, as a query calls it */
typedef enum SwAggregate
{
	SW_NOT_OURS,
	SW_FIRST_VALUE,
	SW_LAST_VALUE
} SwAggregate;

extern SwAggregate sw_aggregate_of(Oid aggfnoid);
extern Oid	sw_ordering_type(Oid aggfnoid);
extern Oid	sw_pick_aggregate(Oid ordering_type, int output);

#endif							/* SW_AGG_CATALOG_H */
