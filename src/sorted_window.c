/*-------------------------------------------------------------------------
 *
 * sorted_window.c
 *	  Module entry: settings and hooks.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include <limits.h>

#include "fmgr.h"
#include "utils/guc.h"

#include "compat.h"
#include "planner.h"
#include "sorted_window.h"
#include "window_exec.h"
#include "window_path.h"

SW_MODULE_MAGIC;

bool		sw_enabled = true;
int			sw_max_offset = 1024;
bool		sw_rewrite_order_by = true;
bool		sw_coalesce = true;

extern PGDLLEXPORT void _PG_init(void);

/* Called once when the library is loaded into a backend or worker. */
void
_PG_init(void)
{
	DefineCustomBoolVariable("sorted_window.enabled",
							 "Enables the planner's use of SortedWindow plans.",
							 "When off, every window clause is computed by WindowAgg.",
							 &sw_enabled,
							 true,
							 PGC_USERSET,
							 GUC_EXPLAIN,
							 NULL, NULL, NULL);
	DefineCustomIntVariable("sorted_window.max_offset",
							"Sets the largest constant offset that SortedWindow takes, in rows.",
							"A window clause with a larger offset, of LAG, LEAD or the frame, is computed by WindowAgg.",
							&sw_max_offset,
							1024, 0, 1000000,
							PGC_USERSET,
							GUC_EXPLAIN,
							NULL, NULL, NULL);
	DefineCustomBoolVariable("sorted_window.rewrite_order_by",
							 "Enables the planner's use of keyed aggregates for first_value and last_value with ORDER BY.",
							 "When off, ORDER BY inside these aggregates sorts the rows of each group.",
							 &sw_rewrite_order_by,
							 true,
							 PGC_USERSET,
							 GUC_EXPLAIN,
							 NULL, NULL, NULL);
	DefineCustomBoolVariable("sorted_window.coalesce",
							 "Enables the planner's use of one state for first_value and last_value calls that share an ordering.",
							 "When off, every call keeps a state of its own.",
							 &sw_coalesce,
							 true,
							 PGC_USERSET,
							 GUC_EXPLAIN,
							 NULL, NULL, NULL);
	MarkGUCPrefixReserved("sorted_window");

	sw_register_scan();
	sw_install_path_hook();
	sw_install_planner_hook();
}
