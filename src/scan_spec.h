/*-------------------------------------------------------------------------
 *
 * scan_spec.h
 *	  Where planner and executor meet: what a SortedWindow plan node says.
 *
 * The scan tuple (custom_scan_tlist) has the columns of the child's target
 * list, then one column a window function.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_SCAN_SPEC_H
#define SW_SCAN_SPEC_H

/* Members of custom_private. */
typedef enum SwSpecItem
{
	SW_SPEC_NAME,				/* String: the window's name */
	SW_SPEC_TOP_WINDOW,			/* Boolean: no window clause above */
	SW_SPEC_CHILD_COLUMNS,		/* Integer: scan tuple columns of the child */
	SW_SPEC_FUNCTIONS,			/* OidList: the window functions */
	SW_SPEC_FUNCTION_COLLATIONS,	/* OidList: what they are called with */
	SW_SPEC_FUNCTION_IGNORES_NULLS, /* IntList: 1 if one does, else 0 */
	SW_SPEC_FRAME_OPTIONS,		/* Integer: FRAMEOPTION_ bits */
	/* PARTITION BY: scan tuple columns, and what makes them equal */
	SW_SPEC_PARTITION_COLUMNS,
	SW_SPEC_PARTITION_EQOPS,
	SW_SPEC_PARTITION_COLLATIONS,
	/* ORDER BY: the same, and what EXPLAIN shows of the direction */
	SW_SPEC_ORDER_COLUMNS,
	SW_SPEC_ORDER_EQOPS,
	SW_SPEC_ORDER_COLLATIONS,
	SW_SPEC_ORDER_SORTOPS,
	SW_SPEC_ORDER_NULLS_FIRST
} SwSpecItem;

/* Members of custom_exprs, each a list. */
typedef enum SwExprItem
{
	SW_EXPR_ARGUMENTS,			/* a list of arguments a function */
	SW_EXPR_RUN_CONDITION,		/* clauses, implicitly ANDed */
	/* lists of no member or one: */
	SW_EXPR_FILTERS,			/* a list a function: its FILTER condition */
	SW_EXPR_FRAME_START,		/* offset of the frame's start */
	SW_EXPR_FRAME_END			/* offset of the frame's end */
} SwExprItem;

#endif							/* SW_SCAN_SPEC_H */
