/*-------------------------------------------------------------------------
 *
 * argument.c
 *	  An argument of a window function, from plan to executor state.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "executor/executor.h"

#include "argument.h"

/*
 * Returns the expression below relabellings that change no bits, such as
 * that of varchar to text; NULL for NULL.
 */
Expr *
sw_strip_relabel(Expr *expr)
{
	while (expr && IsA(expr, RelabelType))
		expr = ((RelabelType *) expr)->arg;
	return expr;
}

/*
 * Prepare the zeroed "arg" for the expression "expr" of the node "parent"; if
 * that is NULL, so is the argument.  Allocates in the current memory context,
 * and raises what preparing an expression raises.
 */
void
sw_argument_begin(SwArgument *arg, Expr *expr, PlanState *parent)
{
	Expr	   *bare = sw_strip_relabel(expr);

	if (bare == NULL)
		arg->constant.isnull = true;
	else if (IsA(bare, Var))
		arg->attno = ((Var *) bare)->varattno;
	else if (IsA(bare, Const))
	{
		arg->constant.value = ((Const *) bare)->constvalue;
		arg->constant.isnull = ((Const *) bare)->constisnull;
	}
	else
		arg->expr = ExecInitExpr(expr, parent);
}

/*
 * Settle where "arg" is found if it is a column: "place" says where each of
 * the child's columns stands in held rows, and "gone" are the past rows from
 * which it is read too, if any.
 */
void
sw_argument_place(SwArgument *arg, const int *place, const SwRowQueue *gone)
{
	if (arg->attno <= 0)
		return;
	arg->column[SW_PLACE_HELD] = place[arg->attno - 1];
	if (gone)
		arg->column[SW_PLACE_GONE] = sw_queue_column(gone, arg->attno);
}
