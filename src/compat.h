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

/* 18 split commands/explain.h. */
#include "commands/explain.h"
#if PG_VERSION_NUM >= 180000
#include "commands/explain_format.h"
#include "commands/explain_state.h"
#endif

/* 18 lets a module say its name and version. */
#if PG_VERSION_NUM >= 180000
#define SW_MODULE_MAGIC \
	PG_MODULE_MAGIC_EXT(.name = "sorted_window", .version = "1.1")
#else
#define SW_MODULE_MAGIC PG_MODULE_MAGIC
#endif

/* 16 replaced the aclcheck function of each object class by one. */
#if PG_VERSION_NUM >= 160000
#define sw_function_aclcheck(funcid, roleid, mode) \
	object_aclcheck(ProcedureRelationId, funcid, roleid, mode)
#else
#define sw_function_aclcheck(funcid, roleid, mode) \
	pg_proc_aclcheck(funcid, roleid, mode)
#endif

/* 16 did the same to the ownership checks. */
#if PG_VERSION_NUM >= 160000
#define sw_database_ownercheck(databaseid, roleid) \
	object_ownercheck(DatabaseRelationId, databaseid, roleid)
#else
#define sw_database_ownercheck(databaseid, roleid) \
	pg_database_ownercheck(databaseid, roleid)
#endif

/* 19 wants a finished tuple descriptor to be finalized. */
#if PG_VERSION_NUM >= 190000
#define sw_tupledesc_finalize(desc) TupleDescFinalize(desc)
#else
#define sw_tupledesc_finalize(desc) ((void) 0)
#endif

/* 19 has IGNORE NULLS and RESPECT NULLS for window functions. */
#if PG_VERSION_NUM >= 190000
#define sw_has_null_treatment(wfunc) \
	((wfunc)->ignore_nulls != NO_NULLTREATMENT)
#define sw_ignores_nulls(wfunc) \
	((wfunc)->ignore_nulls == PARSER_IGNORE_NULLS || \
	 (wfunc)->ignore_nulls == IGNORE_NULLS)
#else
#define sw_has_null_treatment(wfunc) false
#define sw_ignores_nulls(wfunc) false
#endif

/*
 * 17 moved run conditions from the window clause to its functions and to the
 * path.
 */
#if PG_VERSION_NUM >= 170000
#define sw_path_run_condition(path) ((path)->runCondition)
#else
#define sw_path_run_condition(path) ((path)->winclause->runCondition)
#endif

/* 18 counts disabled nodes apart from costs. */
#if PG_VERSION_NUM >= 180000
#define sw_copy_disabled_nodes(to, from) \
	((to)->disabled_nodes = (from)->disabled_nodes)
#else
#define sw_copy_disabled_nodes(to, from) ((void) 0)
#endif

/*
 * 18 has a range table entry for GROUP BY, which doesn't make column names
 * ambiguous.
 */
#if PG_VERSION_NUM >= 180000
#define sw_explain_rtable_size(es) ((es)->rtable_size)
#define sw_is_group_entry(rte) ((rte)->rtekind == RTE_GROUP)
#else
#define sw_explain_rtable_size(es) list_length((es)->rtable)
#define sw_is_group_entry(rte) ((void) (rte), false)
#endif

/* 19 hands the EXPLAIN state to the planner. */
#if PG_VERSION_NUM >= 190000
#define SW_PLANNER_PARAMS \
	Query *parse, const char *query_string, int cursorOptions, \
	ParamListInfo boundParams, ExplainState *es
#define SW_PLANNER_ARGS parse, query_string, cursorOptions, boundParams, es
#define sw_pg_plan_query(query, string, options, params) \
	pg_plan_query(query, string, options, params, NULL)
#else
#define SW_PLANNER_PARAMS \
	Query *parse, const char *query_string, int cursorOptions, \
	ParamListInfo boundParams
#define SW_PLANNER_ARGS parse, query_string, cursorOptions, boundParams
#define sw_pg_plan_query(query, string, options, params) \
	pg_plan_query(query, string, options, params)
#endif

#endif							/* SW_COMPAT_H */
