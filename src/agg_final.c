/*-------------------------------------------------------------------------
 *
 * agg_final.c
 *	  Final functions: from the winning row to the answer.
 *
 * None of them changes the state, so calls can share it and a window can go
 * on with it.  A by-reference answer that is a column points into the state;
 * both kinds of aggregate node copy it where they need it for longer.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "funcapi.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

#include "agg_state.h"
#include "compat.h"

PG_FUNCTION_INFO_V1(sw_value_final);

/* How to form the row value of one node; only set for row values. */
typedef struct SwRowShape
{
	TupleDesc	desc;
	Datum	   *values;			/* workspace, a field each */
	bool	   *nulls;
} SwRowShape;

/* Per query: one answer of an ordering. */
typedef struct SwAnswer
{
	const SwOrdering *ordering;
	int			node;			/* where the answer begins */
	Size		datums_at;
	SwRowShape *shapes;			/* by node */
} SwAnswer;

/*
 * Returns the row type of "node" in the current memory context: that of the
 * named type, else an anonymous one with the types of the fields.
 */
static TupleDesc
row_type_of(const SwOrdering *ordering, int node)
{
	const SwNode *nodes = sw_ordering_nodes(ordering);
	int			field = node + 1;
	TupleDesc	desc;

	if (nodes[node].type != RECORDOID)
		return lookup_rowtype_tupdesc_copy(nodes[node].type, -1);

	desc = CreateTemplateTupleDesc(nodes[node].nfields);
	for (int i = 1; i <= nodes[node].nfields; i++)
	{
		char		name[NAMEDATALEN];

		snprintf(name, sizeof(name), "f%d", i);
		TupleDescInitEntry(desc, i, name, nodes[field].type,
						   nodes[field].typmod, 0);
		TupleDescInitEntryCollation(desc, i,
									get_typcollation(nodes[field].type));
		field = sw_ordering_node_end(ordering, field);
	}
	sw_tupledesc_finalize(desc);
	return BlessTupleDesc(desc);
}

/* Fill in the shapes of the answer that begins at "node". */
static void
prepare_shapes(SwAnswer *answer, int node)
{
	const SwNode *nodes = sw_ordering_nodes(answer->ordering);
	int			end = sw_ordering_node_end(answer->ordering, node);

	answer->shapes = palloc0(answer->ordering->nnodes * sizeof(SwRowShape));
	for (; node < end; node++)
	{
		SwRowShape *shape = &answer->shapes[node];
		int			nfields = nodes[node].nfields;

		if (nfields == SW_LEAF)
			continue;
		shape->desc = row_type_of(answer->ordering, node);

		/* The type may have got columns since ROW() was parsed: NULL. */
		nfields = Max(nfields, shape->desc->natts);
		shape->values = palloc0(nfields * sizeof(Datum));
		shape->nulls = palloc(nfields * sizeof(bool));
		memset(shape->nulls, true, nfields * sizeof(bool));
	}
}

/*
 * The first call in a query: returns how to give answer "output" (from 0) of
 * "state" and all others of the call.  Raises an error if
 * the answer isn't of the type that the call was declared to return, which
 * means that somebody other than our planner hook wrote it.
 */
static SwAnswer *
begin_answer(FunctionCallInfo fcinfo, const SwState *state, int output)
{
	const SwOrdering *ordering = state->has_ordering ?
		sw_state_ordering(state) : sw_ordering_of_final(fcinfo);
	MemoryContext old = MemoryContextSwitchTo(fcinfo->flinfo->fn_mcxt);
	SwAnswer   *answer = palloc0(sizeof(SwAnswer));

	if (ordering == NULL)
		elog(ERROR, "state without ordering");
	answer->ordering = ordering;
	if (output < ordering->noutputs)
		answer->node = sw_ordering_output(ordering, output);
	if (output >= ordering->noutputs ||
		get_fn_expr_rettype(fcinfo->flinfo) !=
		sw_ordering_nodes(ordering)[answer->node].type)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("ordering has no answer %d of this type", output + 1),
				 errhint("Call sorted_window.first_value or sorted_window.last_value.")));
	answer->datums_at = sw_state_datums_at(ordering->ncolumns);
	prepare_shapes(answer, answer->node);
	fcinfo->flinfo->fn_extra = answer;
	MemoryContextSwitchTo(old);
	return answer;
}

/*
 * Returns the value of node "node", and in "isnull" whether it is NULL.  Row
 * values are formed in the current memory context.
 */
static Datum
value_of_node(const SwAnswer *answer, const SwState *state, int node,
			  bool *isnull)
{
	const SwNode *nodes = sw_ordering_nodes(answer->ordering);
	const SwRowShape *shape = &answer->shapes[node];
	int			column = nodes[node].column;
	int			field = node + 1;

	if (nodes[node].nfields == SW_LEAF)
	{
		*isnull = sw_state_isnull(state, column);
		return sw_state_datums(state, answer->datums_at)[column];
	}
	for (int i = 0; i < nodes[node].nfields; i++)
	{
		shape->values[i] = value_of_node(answer, state, field,
										 &shape->nulls[i]);
		field = sw_ordering_node_end(answer->ordering, field);
	}
	*isnull = false;
	return HeapTupleGetDatum(heap_form_tuple(shape->desc, shape->values,
											 shape->nulls));
}

/* Returns answer "output" (from 0) of the state in "fcinfo"; NULL for none. */
static Datum
answer_of_state(FunctionCallInfo fcinfo, int output)
{
	SwAnswer   *answer = fcinfo->flinfo->fn_extra;
	SwState    *state;
	Datum		value;
	bool		isnull;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	state = (SwState *) PG_GETARG_POINTER(0);
	if (unlikely(answer == NULL))
		answer = begin_answer(fcinfo, state, output);
	value = value_of_node(answer, state, answer->node, &isnull);
	if (isnull)
		PG_RETURN_NULL();
	return value;
}

/* value_final(internal, value [, keys ...]) returns the value's type */
Datum
sw_value_final(PG_FUNCTION_ARGS)
{
	return answer_of_state(fcinfo, 0);
}

/*
 * pickN_final(internal, ordering, columns ...) returns the type of answer N.
 * A function each: it is all in which calls that share a state differ.
 */
#define SW_PICK_FINAL(n) \
PG_FUNCTION_INFO_V1(sw_pick##n##_final); \
Datum \
sw_pick##n##_final(PG_FUNCTION_ARGS) \
{ \
	return answer_of_state(fcinfo, (n) - 1); \
} \
extern Datum sw_pick##n##_final(PG_FUNCTION_ARGS)

SW_PICK_FINAL(1);
SW_PICK_FINAL(2);
SW_PICK_FINAL(3);
SW_PICK_FINAL(4);
SW_PICK_FINAL(5);
SW_PICK_FINAL(6);
SW_PICK_FINAL(7);
SW_PICK_FINAL(8);
SW_PICK_FINAL(9);
SW_PICK_FINAL(10);
SW_PICK_FINAL(11);
SW_PICK_FINAL(12);
SW_PICK_FINAL(13);
SW_PICK_FINAL(14);
SW_PICK_FINAL(15);
SW_PICK_FINAL(16);
