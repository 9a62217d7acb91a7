/*-------------------------------------------------------------------------
 *
 * compat.h
 *	  Differences between the supported PostgreSQL majors, 15 to 19.
 *
 * The only file that looks at PG_VERSION_NUM.  A wrapper has the newest
 * major's signature; its comment says what changed in which version.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_COMPAT_H
#define SW_COMPAT_H

#if PG_VERSION_NUM < 150000 || PG_VERSION_NUM >= 200000
#error "sorted_window supports PostgreSQL 15 to 19"
#endif

/* 16 moved the TOAST pointer macros out of postgres.h into varatt.h. */
#if PG_VERSION_NUM >= 160000
#include "varatt.h"
#endif

/* 18 lets a module say its name and version. */
#if PG_VERSION_NUM >= 180000
#define SW_MODULE_MAGIC \
	PG_MODULE_MAGIC_EXT(.name = "sorted_window", .version = "1.0")
#else
#define SW_MODULE_MAGIC PG_MODULE_MAGIC
#endif

#endif							/* SW_COMPAT_H */
