/*-------------------------------------------------------------------------
 *
 * window_aggregate.h
 *	  An aggregate over the frame of the current row.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_WINDOW_AGGREGATE_H
#define SW_WINDOW_AGGREGATE_H

#include "argument.h"
#include "common/int.h"
#include "compat.h"
#include "fmgr.h"
#include "nodes/execnodes.h"
#include "retain.h"
#include "row_queue.h"

/*
 * What a row adds to the state, a bigint, if the transition function is one of
 * core's most used ones.  These are computed here instead of called.
 */
typedef enum SwAddition
{
	SW_ADDS_UNKNOWN,			/* any other transition function */
	SW_ADDS_ROW,				/* int8inc: 1 */
	SW_ADDS_NOT_NULL,			/* int8inc_any: 1 unless NULL */
	SW_ADDS_INT4				/* int4_sum: the value unless NULL */
} SwAddition;

typedef struct SwAggregate
{
	/* set at begin */
	WindowAggState *winstate;	/* what its functions are called with */
	FmgrInfo	transfn;
	FmgrInfo	inversefn;		/* if it has one: moving mode */
	FmgrInfo	finalfn;		/* if it has one */
	bool		has_inverse;
	bool		has_final;
	FunctionCallInfo trans_call;	/* prepared calls of them */
	FunctionCallInfo inverse_call;
	FunctionCallInfo final_call;
	int			nargs;
	SwArgument *args;
	bool		keeps_result;	/* which doesn't live as long as the state */
	ExprState  *filter;			/* or NULL */
	bool		evaluates;		/* needs rows in a slot */
	bool		simple;			/* has a state by value and at most one
								 * argument, a column, and no inverse */
	SwAddition	adds;			/* if simple */
	SwType		trans_type;
	SwType		result_type;
	Datum		init_value;
	bool		init_isnull;
	MemoryContext context;		/* of the transition state */
	ExprContext *econtext;		/* for its input, emptied after each row */

	/* the transition state */
	Datum		trans;
	bool		trans_isnull;
	int64		transitions;	/* rows that are in it; not counted if "adds" */
	bool		restart;		/* the present frame begins with none */

	/* the result for the current frame */
	Datum		result;
	bool		result_isnull;
	SwRetained	kept_result;	/* if the next row has the same frame */
} SwAggregate;

extern SwAggregate *sw_aggregate_begin(Oid aggfnoid, List *args, List *filter,
									   Oid collation, Oid result_typid,
									   WindowAggState *winstate,
									   PlanState *parent);
extern void sw_aggregate_reset(SwAggregate *agg);
extern void sw_aggregate_add_slow(SwAggregate *agg, SwRow row,
								  SwRowPlace place, TupleTableSlot *slot);
extern bool sw_aggregate_remove(SwAggregate *agg, SwRow row, SwRowPlace place,
								TupleTableSlot *slot);
extern void sw_aggregate_finish_slow(SwAggregate *agg, MemoryContext per_row);
extern void sw_aggregate_keep_result(SwAggregate *agg);

/*
 * Add "row", which comes from "place", to the state.  "slot" has the row for
 * expressions if there are any (evaluates).  Raises what the aggregate's
 * functions and arguments raise.
 */
static pg_attribute_always_inline void
sw_aggregate_add(SwAggregate *agg, SwRow row, SwRowPlace place,
				 TupleTableSlot *slot)
{
	int64		summand = 1;
	int64		sum;

	if (agg->adds == SW_ADDS_UNKNOWN)
	{
		sw_aggregate_add_slow(agg, row, place, slot);
		return;
	}
	if (agg->adds != SW_ADDS_ROW)
	{
		const int	column = agg->args[0].column[place];

		if (row.nulls[column])
			return;
		if (agg->adds == SW_ADDS_INT4)
			summand = DatumGetInt32(row.values[column]);
	}
	if (unlikely(agg->trans_isnull))
	{
		/* counting begins with zero, unless somebody has made it otherwise */
		if (agg->adds != SW_ADDS_INT4)
		{
			sw_aggregate_add_slow(agg, row, place, slot);
			return;
		}
		sum = summand;
		agg->trans_isnull = false;
	}
	else if (unlikely(pg_add_s64_overflow(DatumGetInt64(agg->trans), summand,
										  &sum)))
	{
		sw_aggregate_add_slow(agg, row, place, slot);
		return;
	}
	agg->trans = Int64GetDatum(sum);
}

/*
 * Make the result that of the present state.  It is valid until the state
 * changes or "per_row", the memory of the current row, is reset.
 */
static pg_attribute_always_inline void
sw_aggregate_finish(SwAggregate *agg, MemoryContext per_row)
{
	if (agg->has_final || !agg->trans_type.typbyval)
	{
		sw_aggregate_finish_slow(agg, per_row);
		return;
	}
	agg->result = agg->trans;
	agg->result_isnull = agg->trans_isnull;
}

#endif							/* SW_WINDOW_AGGREGATE_H */
