/*-------------------------------------------------------------------------
 *
 * window_aggregate.c
 *	  An aggregate over the frame of the current row: rows go into its
 *	  transition state, and in moving mode out of it.
 *
 * An aggregate's functions see no difference to WindowAgg: they are called
 * with a WindowAggState, with the same arguments for the same rows in the same
 * sequence, in the same kind of memory context.  When rows come and go, and
 * when a state starts over, is decided in window_framed.h.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "executor/executor.h"
#include "utils/datum.h"
#include "utils/expandeddatum.h"
#include "utils/memutils.h"

#include "compat.h"
#include "window_aggregate.h"

/* Reset "context", which costs next to nothing if there is nothing in it. */
static pg_attribute_always_inline void
reset_if_used(MemoryContext context)
{
	if (unlikely(!context->isReset || context->firstchild != NULL))
		MemoryContextReset(context);
}

/* Put "agg" into the state it has before its first row. */
void
sw_aggregate_reset(SwAggregate *agg)
{
	if (agg->tally.tallied != SW_TALLIES_NOTHING)
	{
		sw_tally_reset(&agg->tally);
		return;
	}
	reset_if_used(agg->context);
	agg->trans = agg->init_value;
	agg->trans_isnull = agg->init_isnull;
	agg->transitions = 0;
	if (!agg->init_isnull && !agg->trans_type.typbyval)
	{
		MemoryContext oldcontext = MemoryContextSwitchTo(agg->context);

		agg->trans = datumCopy(agg->init_value, false,
							   agg->trans_type.typlen);
		MemoryContextSwitchTo(oldcontext);
	}
}

/*
 * Put the arguments of "row" into "call".  Returns false if that's all: the
 * row is filtered out, or "strict" and an argument is NULL.  To be called in
 * the aggregate's per-row memory.
 */
static pg_attribute_always_inline bool
fetch_inputs(SwAggregate *agg, FunctionCallInfo call, bool strict, SwRow row,
			 SwRowPlace place, TupleTableSlot *slot)
{
	ExprContext *econtext = agg->econtext;
	const SwArgument *arg = agg->args;
	NullableDatum *input = &call->args[1];
	bool		anynull = false;

	if (agg->evaluates)
	{
		econtext->ecxt_scantuple = slot;
		if (agg->filter)
		{
			bool		isnull;
			Datum		passes = ExecEvalExpr(agg->filter, econtext, &isnull);

			if (isnull || !DatumGetBool(passes))
				return false;
		}
	}
	for (int n = agg->nargs; n > 0; n--, arg++, input++)
	{
		if (!sw_argument_known(arg, row, place, &input->value, &input->isnull))
			input->value = ExecEvalExpr(arg->expr, econtext, &input->isnull);
		anynull |= input->isnull;
	}
	return !(strict && anynull);
}

/* Returns whether "value" is an expanded object that lives in the state. */
static bool
belongs_to_state(SwAggregate *agg, Datum value)
{
	return DatumIsReadWriteExpandedObject(value, false,
										  agg->trans_type.typlen) &&
		MemoryContextGetParent(DatumGetEOHP(value)->eoh_context) ==
		agg->context;
}

/*
 * Make what "call" returned, "value", the transition state.  By reference, it
 * has to be copied to the state's memory, unless the function has done that
 * or has changed the state in place.
 */
static pg_attribute_always_inline void
set_state(SwAggregate *agg, FunctionCallInfo call, Datum value)
{
	bool		isnull = call->isnull;

	if (!agg->trans_type.typbyval &&
		DatumGetPointer(value) != DatumGetPointer(agg->trans))
	{
		int16		typlen = agg->trans_type.typlen;

		if (!isnull && !belongs_to_state(agg, value))
		{
			MemoryContext oldcontext = MemoryContextSwitchTo(agg->context);

			value = datumCopy(value, false, typlen);
			MemoryContextSwitchTo(oldcontext);
		}
		if (!agg->trans_isnull)
		{
			if (DatumIsReadWriteExpandedObject(agg->trans, false, typlen))
				DeleteExpandedObject(agg->trans);
			else
				pfree(DatumGetPointer(agg->trans));
		}
	}
	agg->trans = value;
	agg->trans_isnull = isnull;
}

/* Call a transition function, prepared up to its first argument. */
static pg_attribute_always_inline Datum
call_transition(SwAggregate *agg, FunctionCallInfo call)
{
	Datum		value;

	call->args[0].value = agg->trans;
	call->args[0].isnull = agg->trans_isnull;
	call->isnull = false;
	agg->winstate->curaggcontext = agg->context;
	value = FunctionCallInvoke(call);
	agg->winstate->curaggcontext = NULL;
	return value;
}

/* The part of sw_aggregate_add_slow() that runs in per-row memory. */
static pg_attribute_always_inline void
add_row(SwAggregate *agg, SwRow row, SwRowPlace place, TupleTableSlot *slot)
{
	FunctionCallInfo call = agg->trans_call;
	bool		strict = agg->transfn.fn_strict;
	Datum		value;

	if (!fetch_inputs(agg, call, strict, row, place, slot))
		return;
	if (strict && agg->trans_isnull)
	{
		/* the first argument is the first state; a later NULL is final */
		if (agg->transitions == 0)
		{
			MemoryContext oldcontext = MemoryContextSwitchTo(agg->context);

			agg->trans = datumCopy(call->args[1].value,
								   agg->trans_type.typbyval,
								   agg->trans_type.typlen);
			agg->trans_isnull = false;
			agg->transitions = 1;
			MemoryContextSwitchTo(oldcontext);
		}
		return;
	}

	value = call_transition(agg, call);
	if (unlikely(call->isnull) && agg->has_inverse)
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("moving-aggregate transition function must not return null")));
	agg->transitions++;
	set_state(agg, call, value);
}

/* add_row() for an aggregate that is "simple". */
static pg_attribute_always_inline void
add_row_simply(SwAggregate *agg, SwRow row, SwRowPlace place)
{
	FunctionCallInfo call = agg->trans_call;

	if (agg->nargs > 0)
	{
		int			column = agg->args[0].column[place];

		call->args[1].value = row.values[column];
		call->args[1].isnull = row.nulls[column];
	}
	if (agg->transfn.fn_strict)
	{
		if (agg->nargs > 0 && call->args[1].isnull)
			return;
		if (agg->trans_isnull)
		{
			if (agg->transitions == 0)
			{
				agg->trans = call->args[1].value;
				agg->trans_isnull = false;
				agg->transitions = 1;
			}
			return;
		}
	}
	agg->trans = call_transition(agg, call);
	agg->trans_isnull = call->isnull;
	agg->transitions++;
}

/*
 * Add "row", whose columns stand where "place" says, to the state; "slot" has
 * it as well if the aggregate evaluates expressions.  Raises what they and the
 * transition function raise.
 */
void
sw_aggregate_add_slow(SwAggregate *agg, SwRow row, SwRowPlace place,
					  TupleTableSlot *slot)
{
	MemoryContext per_row = agg->econtext->ecxt_per_tuple_memory;
	MemoryContext oldcontext = MemoryContextSwitchTo(per_row);

	if (agg->simple)
		add_row_simply(agg, row, place);
	else
		add_row(agg, row, place, slot);
	MemoryContextSwitchTo(oldcontext);
	reset_if_used(per_row);
}

/* The part of sw_aggregate_remove_slow() that runs in per-row memory. */
static bool
remove_row(SwAggregate *agg, SwRow row, SwRowPlace place,
		   TupleTableSlot *slot)
{
	FunctionCallInfo call = agg->inverse_call;
	Datum		value;

	if (!fetch_inputs(agg, call, agg->inversefn.fn_strict, row, place, slot))
		return true;
	if (agg->trans_isnull)
		elog(ERROR, "aggregate transition value is NULL before inverse transition");

	/* without its last row, the state is the initial one, be it NULL */
	if (agg->transitions == 1)
	{
		sw_aggregate_reset(agg);
		return true;
	}
	value = call_transition(agg, call);
	if (call->isnull)
		return false;
	agg->transitions--;
	set_state(agg, call, value);
	return true;
}

/* The part of sw_aggregate_remove() that isn't inline. */
bool
sw_aggregate_remove_slow(SwAggregate *agg, SwRow row, SwRowPlace place,
						 TupleTableSlot *slot)
{
	MemoryContext per_row = agg->econtext->ecxt_per_tuple_memory;
	MemoryContext oldcontext = MemoryContextSwitchTo(per_row);
	bool		removed = remove_row(agg, row, place, slot);

	MemoryContextSwitchTo(oldcontext);
	reset_if_used(per_row);
	return removed;
}

/* The part of sw_aggregate_finish() that isn't inline. */
void
sw_aggregate_finish_slow(SwAggregate *agg, MemoryContext per_row)
{
	FunctionCallInfo call = agg->final_call;
	MemoryContext oldcontext;

	if (!agg->has_final)
	{
		agg->result = MakeExpandedObjectReadOnly(agg->trans,
												 agg->trans_isnull,
												 agg->trans_type.typlen);
		agg->result_isnull = agg->trans_isnull;
		return;
	}

	/* arguments beyond the first are there for their types only, and NULL */
	if (agg->finalfn.fn_strict && (agg->trans_isnull || call->nargs > 1))
	{
		agg->result = (Datum) 0;
		agg->result_isnull = true;
		return;
	}
	oldcontext = MemoryContextSwitchTo(per_row);
	call->args[0].value = MakeExpandedObjectReadOnly(agg->trans,
													 agg->trans_isnull,
													 agg->trans_type.typlen);
	call->args[0].isnull = agg->trans_isnull;
	for (int i = 1; i < call->nargs; i++)
	{
		call->args[i].value = (Datum) 0;
		call->args[i].isnull = true;
	}
	call->isnull = false;
	agg->winstate->curaggcontext = agg->context;
	agg->result = FunctionCallInvoke(call);
	agg->winstate->curaggcontext = NULL;
	agg->result_isnull = call->isnull;
	agg->result = MakeExpandedObjectReadOnly(agg->result, agg->result_isnull,
											 agg->result_type.typlen);
	MemoryContextSwitchTo(oldcontext);
}

/*
 * Make a result that isn't (keeps_result) valid for as long as the state
 * doesn't change.
 */
void
sw_aggregate_keep_result(SwAggregate *agg)
{
	if (agg->result_isnull)
		return;
	sw_retain(&agg->kept_result, &agg->result_type, agg->result, false,
			  agg->winstate->ss.ps.state->es_query_cxt);
	agg->result = agg->kept_result.value;
}
