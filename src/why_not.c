/*-------------------------------------------------------------------------
 *
 * why_not.c
 *	  sorted_window.why_not(query): which windows of a query stream, and why
 *	  the others don't.
 *
 * The query is planned and not executed.  What is returned was decided by
 * the planner hook on the way; nothing is decided here.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "fmgr.h"
#include "funcapi.h"
#include "nodes/parsenodes.h"
#include "parser/analyze.h"
#include "tcop/tcopprot.h"
#include "tcop/utility.h"
#include "utils/builtins.h"
#include "utils/tuplestore.h"

#include "compat.h"
#include "planner.h"

PG_FUNCTION_INFO_V1(sw_why_not);

/*
 * Returns the parse tree of the only statement of "string".  Raises a syntax
 * error, or one that says why that isn't a statement with a plan.
 */
static RawStmt *
parse_one_query(const char *string)
{
	List	   *statements = pg_parse_query(string);
	RawStmt    *raw;
	const char *command;

	if (list_length(statements) != 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("why_not expects one query"),
				 errdetail("The text has %d statements.",
						   list_length(statements)),
				 errhint("Call why_not for each query.")));
	raw = linitial_node(RawStmt, statements);
	command = GetCommandTagName(CreateCommandTag(raw->stmt));
	switch (nodeTag(raw->stmt))
	{
		case T_SelectStmt:
			if (((SelectStmt *) raw->stmt)->intoClause == NULL)
				return raw;
			command = "SELECT INTO";
			break;
		case T_InsertStmt:
		case T_UpdateStmt:
		case T_DeleteStmt:
		case T_MergeStmt:
			return raw;
		default:
			break;
	}
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("why_not can't look into %s", command),
			 errdetail("Only SELECT, INSERT, UPDATE, DELETE, MERGE and VALUES have a plan of their own."),
			 errhint("Give the query that the statement contains.")));
}

/*
 * SQL function sorted_window.why_not(query text): a row for each window
 * clause of the query, (window, functions, streams, reason).
 */
Datum
sw_why_not(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	char	   *string;
	RawStmt    *raw;
	Oid		   *param_types = NULL;
	int			nparams = 0;
	ListCell   *lc;

	if (PG_ARGISNULL(0))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("query must not be null"),
				 errhint("Give the text of a query, for example in $$dollar quotes$$.")));
	string = text_to_cstring(PG_GETARG_TEXT_PP(0));
	raw = parse_one_query(string);
	InitMaterializedSRF(fcinfo, 0);

	foreach(lc, pg_analyze_and_rewrite_varparams(raw, string, &param_types,
												 &nparams, NULL))
	{
		Query	   *query = lfirst_node(Query, lc);
		ListCell   *lc2;

		if (query->commandType == CMD_UTILITY)
			continue;			/* made by a rule, without a plan */
		foreach(lc2, sw_plan_recorded(query, string))
		{
			SwDecision *decision = lfirst(lc2);
			Datum		values[4];
			bool		nulls[4] = {0};

			values[0] = CStringGetTextDatum(decision->window);
			values[1] = CStringGetTextDatum(decision->functions);
			values[2] = BoolGetDatum(decision->refusal == NULL);
			nulls[3] = decision->refusal == NULL;
			values[3] = nulls[3] ? (Datum) 0 :
				CStringGetTextDatum(decision->refusal);
			tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values,
								 nulls);
		}
	}
	return (Datum) 0;
}
