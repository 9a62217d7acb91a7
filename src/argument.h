/*-------------------------------------------------------------------------
 *
 * argument.h
 *	  An argument of a window function: a column, a constant, or an expression
 *	  over columns.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_ARGUMENT_H
#define SW_ARGUMENT_H

#include "nodes/execnodes.h"
#include "row_queue.h"

/* Where a row comes from, which tells where its columns stand. */
typedef enum SwRowPlace
{
	SW_PLACE_HELD,				/* the current row and those behind it */
	SW_PLACE_GONE				/* past rows */
} SwRowPlace;

typedef struct SwArgument
{
	ExprState  *expr;			/* or NULL if ... */
	AttrNumber	attno;			/* ... it is a column, or a constant if 0 */
	NullableDatum constant;
	int			column[2];		/* if it is a column: by SwRowPlace */
} SwArgument;

extern Expr *sw_strip_relabel(Expr *expr);
extern void sw_argument_begin(SwArgument *arg, Expr *expr, PlanState *parent);
extern void sw_argument_place(SwArgument *arg, const int *place,
							  const SwRowQueue *gone);

/*
 * If "arg" is a column or a constant, returns true, and its value for "row"
 * in "*value" and "*isnull".  It is valid as long as the row is.
 */
static pg_attribute_always_inline bool
sw_argument_known(const SwArgument *arg, SwRow row, SwRowPlace place,
				  Datum *value, bool *isnull)
{
	if (likely(arg->attno > 0))
	{
		*value = row.values[arg->column[place]];
		*isnull = row.nulls[arg->column[place]];
		return true;
	}
	if (arg->expr)
		return false;
	*value = arg->constant.value;
	*isnull = arg->constant.isnull;
	return true;
}

#endif							/* SW_ARGUMENT_H */
