/*-------------------------------------------------------------------------
 *
 * window_path.h
 *	  SortedWindow paths beside those of WindowAgg.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_WINDOW_PATH_H
#define SW_WINDOW_PATH_H

#include "eligibility.h"
#include "nodes/pathnodes.h"
#include "nodes/plannodes.h"

/* Members of a SortedWindow path's custom_private. */
typedef enum SwPathItem
{
	SW_PATH_WINDOW,				/* WindowClause */
	SW_PATH_NAME,				/* String */
	SW_PATH_TOP_WINDOW,			/* Boolean */
	SW_PATH_RUN_CONDITION,		/* list of clauses */
	SW_PATH_QUAL				/* list of clauses */
} SwPathItem;

/* A chain of paths that is being looked at. */
typedef struct SwChain
{
	PlannerInfo *root;
	RelOptInfo *window_rel;
	List	   *wfuncs;			/* all window functions of the query level */
	List	   *windows;		/* WindowClauses, in the order of execution */
	List	   *names;			/* of each of "windows": char * */
	List	   *verdicts;		/* of each of "windows": SwVerdict * */
} SwChain;

extern void sw_install_path_hook(void);
extern List *sw_add_window_funcs(List *wfuncs, List *exprs, Index winref);

/* window_record.c */
extern void sw_record_chain(SwChain *chain);

/* window_plan.c */
extern Plan *sw_plan_window(PlannerInfo *root, RelOptInfo *rel,
							CustomPath *best_path, List *tlist,
							List *clauses, List *custom_plans);
extern void sw_label_scan_tuple(CustomScan *cscan);

#endif							/* SW_WINDOW_PATH_H */
