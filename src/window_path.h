/*-------------------------------------------------------------------------
 *
 * window_path.h
 *	  SortedWindow paths beside those of WindowAgg.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_WINDOW_PATH_H
#define SW_WINDOW_PATH_H

#include "nodes/pathnodes.h"

/* Members of a SortedWindow path's custom_private. */
typedef enum SwPathItem
{
	SW_PATH_WINDOW,				/* WindowClause */
	SW_PATH_NAME,				/* String */
	SW_PATH_TOP_WINDOW,			/* Boolean */
	SW_PATH_RUN_CONDITION,		/* list of clauses */
	SW_PATH_QUAL				/* list of clauses */
} SwPathItem;

extern void sw_install_path_hook(void);

/* window_plan.c */
extern Plan *sw_plan_window(PlannerInfo *root, RelOptInfo *rel,
							CustomPath *best_path, List *tlist,
							List *clauses, List *custom_plans);

#endif							/* SW_WINDOW_PATH_H */
