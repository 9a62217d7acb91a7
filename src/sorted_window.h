/*-------------------------------------------------------------------------
 *
 * sorted_window.h
 *	  The extension's settings, and what the module entry installs.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SORTED_WINDOW_H
#define SORTED_WINDOW_H

/* GUCs; see _PG_init() for range, unit and default */
extern bool sw_enabled;
extern int	sw_max_offset;
extern bool sw_rewrite_order_by;
extern bool sw_coalesce;

#endif							/* SORTED_WINDOW_H */
