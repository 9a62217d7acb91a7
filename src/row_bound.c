/*-------------------------------------------------------------------------
 *
 * row_bound.c
 *	  Run conditions of the form "counter <= limit".
 *
 * Most run conditions compare a counter with a number that is the same for
 * the whole scan.  They needn't be evaluated as expressions, and they tell
 * how many rows a Sort below has to deliver.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_type_d.h"
#include "nodes/nodeFuncs.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"

#include "compat.h"
#include "row_bound.h"

/*
 * Returns whether "clause" has our form, and if so which one in "bound".
 * Anything else is a condition to be evaluated as an expression.
 */
bool
sw_match_row_bound(Node *clause, SwRowBound *bound)
{
	OpExpr	   *op = (OpExpr *) clause;
	bool		counter_left;

	if (!IsA(clause, OpExpr) || list_length(op->args) != 2)
		return false;
	switch (get_opcode(op->opno))
	{
		case F_INT8LE:
		case F_INT84LE:
		case F_INT82LE:
			counter_left = true;
			bound->exclusive = false;
			break;
		case F_INT8LT:
		case F_INT84LT:
		case F_INT82LT:
			counter_left = true;
			bound->exclusive = true;
			break;
		case F_INT8GE:
		case F_INT48GE:
		case F_INT28GE:
			counter_left = false;
			bound->exclusive = false;
			break;
		case F_INT8GT:
		case F_INT48GT:
		case F_INT28GT:
			counter_left = false;
			bound->exclusive = true;
			break;
		default:
			return false;
	}
	bound->counter = counter_left ? linitial(op->args) : lsecond(op->args);
	bound->limit = counter_left ? lsecond(op->args) : linitial(op->args);
	return IsA(bound->limit, Const) || IsA(bound->limit, Param);
}

/*
 * Returns the largest value of the counter that meets the condition, given
 * its limit; 0 if none does, since counters begin at 1.
 */
int64
sw_row_bound_value(const SwRowBound *bound, Datum limit, bool isnull)
{
	int64		value;

	if (isnull)
		return 0;
	switch (exprType((Node *) bound->limit))
	{
		case INT2OID:
			value = DatumGetInt16(limit);
			break;
		case INT4OID:
			value = DatumGetInt32(limit);
			break;
		case INT8OID:
			value = DatumGetInt64(limit);
			break;
		default:
			elog(ERROR, "unexpected type of a row bound");
	}
	if (bound->exclusive && value > 0)
		value--;
	return Max(value, 0);
}
