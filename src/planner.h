/*-------------------------------------------------------------------------
 *
 * planner.h
 *	  What happens around a planner run as a whole.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_PLANNER_H
#define SW_PLANNER_H

#include "nodes/parsenodes.h"

/* What became of one window clause, for why_not(). */
typedef struct SwDecision
{
	char	   *window;
	char	   *functions;
	char	   *refusal;		/* NULL if it streams */
} SwDecision;

extern void sw_install_planner_hook(void);
extern bool sw_in_planner(void);
extern void sw_plan_node_made(void);
extern bool sw_recording(void);
extern void sw_record(const SwDecision *decision);
extern List *sw_plan_recorded(Query *query, const char *text);

#endif							/* SW_PLANNER_H */
