/*-------------------------------------------------------------------------
 *
 * agg_remote.h
 *	  Queries of which a part may be computed by another server.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_AGG_REMOTE_H
#define SW_AGG_REMOTE_H

#include "nodes/parsenodes.h"

extern bool sw_reads_foreign(Query *query);
extern bool sw_reads_distributed(Query *query);

#endif							/* SW_AGG_REMOTE_H */
