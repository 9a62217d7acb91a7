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
#include "compat.h"
#include "fmgr.h"
#include "nodes/execnodes.h"
#include "retain.h"
#include "row_queue.h"
#include "tally.h"

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
	SwType		trans_type;
	SwType		result_type;
	Datum		init_value;
	bool		init_isnull;
	MemoryContext context;		/* of the transition state */
	ExprContext *econtext;		/* for its input, emptied after each row */

	/* the transition state */
	SwTally		tally;			/* if it tallies something, it is all here */
	Datum		trans;
	bool		trans_isnull;
	int64		transitions;	/* rows that are in it */
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
extern bool sw_aggregate_remove_slow(SwAggregate *agg, SwRow row,
									 SwRowPlace place, TupleTableSlot *slot);
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
	if (agg->tally.tallied != SW_TALLIES_NOTHING)
		sw_tally_row(&agg->tally, agg->args, row, place, 1);
	else
		sw_aggregate_add_slow(agg, row, place, slot);
}

/*
 * Remove "row", the oldest one, from the state of an aggregate in moving mode.
 * Returns false if that can't be done, so that the state has to start over.
 * Parameters and errors are as for sw_aggregate_add().
 */
static pg_attribute_always_inline bool
sw_aggregate_remove(SwAggregate *agg, SwRow row, SwRowPlace place,
					TupleTableSlot *slot)
{
	if (agg->tally.tallied == SW_TALLIES_NOTHING)
		return sw_aggregate_remove_slow(agg, row, place, slot);
	sw_tally_row(&agg->tally, agg->args, row, place, -1);
	return true;
}

/*
 * Make the result that of the present state.  It is valid until the state
 * changes or "per_row", the memory of the current row, is reset.
 */
static pg_attribute_always_inline void
sw_aggregate_finish(SwAggregate *agg, MemoryContext per_row)
{
	if (agg->tally.tallied != SW_TALLIES_NOTHING)
	{
		agg->result = sw_tally_finish(&agg->tally, per_row,
									  &agg->result_isnull);
		return;
	}
	if (agg->has_final || !agg->trans_type.typbyval)
	{
		sw_aggregate_finish_slow(agg, per_row);
		return;
	}
	agg->result = agg->trans;
	agg->result_isnull = agg->trans_isnull;
}

#endif							/* SW_WINDOW_AGGREGATE_H */
