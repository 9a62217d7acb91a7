/*-------------------------------------------------------------------------
 *
 * describe.h
 *	  A window and its functions in words, for EXPLAIN and why_not().
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_DESCRIBE_H
#define SW_DESCRIBE_H

#include "lib/stringinfo.h"
#include "nodes/pg_list.h"
#include "nodes/primnodes.h"

extern void sw_sort_directions(List *clauses, List **sortops,
							   List **nulls_first);
extern char *sw_describe_window(const char *name, List *partition,
								List *order, List *sortops,
								List *nulls_first, const char *frame,
								List *context, bool qualify);
extern char *sw_describe_frame(int options, Node *start_offset,
							   Node *end_offset, List *context);
extern Expr *sw_window_func_label(WindowFunc *wfunc, List *args,
								  List *filter);

#endif							/* SW_DESCRIBE_H */
