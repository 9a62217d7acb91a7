/*-------------------------------------------------------------------------
 *
 * agg_ordering.h
 *	  What a first_value or last_value state keeps, and which row wins.
 *
 * An SwOrdering says it all in one flat value: the columns that are kept of
 * the winning row, the keys by which rows are compared, and how the answers
 * are put together from the columns.  It is the SQL type "ordering".  The
 * planner passes it as a constant to the aggregates pick1 .. pickN, and it
 * accompanies every serialized state, because the combine function of a
 * partial aggregate gets to see neither arguments nor types.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_AGG_ORDERING_H
#define SW_AGG_ORDERING_H

#include "fmgr.h"

/* One argument of the aggregate. */
typedef struct SwColumn
{
	Oid			type;
	int32		typmod;
	int16		typlen;
	bool		typbyval;
	bool		unused;			/* zero */
} SwColumn;

/* One ordering key. */
typedef struct SwKey
{
	Oid			sortop;			/* ordering operator, "<" or ">" of a family */
	Oid			collation;
	int16		column;			/* from 0 */
	bool		nulls_first;
	bool		descending;		/* of the family; only for show */
} SwKey;

/*
 * One node of an answer.  A leaf is a column; any other node is a row value
 * of "type" whose "nfields" fields follow, depth first.
 */
typedef struct SwNode
{
	Oid			type;
	int32		typmod;
	int16		column;			/* of a leaf */
	int16		nfields;		/* or SW_LEAF */
} SwNode;

#define SW_LEAF		(-1)

/* The arrays follow in the order columns, keys, nodes; padding is zero. */
typedef struct SwOrdering
{
	int32		vl_len_;		/* varlena header, always of four bytes */
	int16		ncolumns;
	int16		nkeys;
	int16		nnodes;
	int16		noutputs;		/* answers: top-level nodes */
	bool		last;			/* the greatest row wins, not the smallest */
	bool		unused[3];		/* zero */
} SwOrdering;

/* Answers that one state can give: the number of aggregates pick1 .. pickN. */
#define SW_MAX_OUTPUTS	16

/* Columns, so that with state and ordering they remain function arguments. */
#define SW_MAX_COLUMNS	(FUNC_MAX_ARGS - 4)

static inline Size
sw_ordering_size(int ncolumns, int nkeys, int nnodes)
{
	return sizeof(SwOrdering) + ncolumns * sizeof(SwColumn) +
		nkeys * sizeof(SwKey) + nnodes * sizeof(SwNode);
}

static inline SwColumn *
sw_ordering_columns(const SwOrdering *ordering)
{
	return (SwColumn *) (ordering + 1);
}

static inline SwKey *
sw_ordering_keys(const SwOrdering *ordering)
{
	return (SwKey *) (sw_ordering_columns(ordering) + ordering->ncolumns);
}

static inline SwNode *
sw_ordering_nodes(const SwOrdering *ordering)
{
	return (SwNode *) (sw_ordering_keys(ordering) + ordering->nkeys);
}

extern SwOrdering *sw_ordering_make(int ncolumns, int nkeys, int nnodes);
extern void sw_ordering_set_column(SwOrdering *ordering, int column,
								   Oid type, int32 typmod);
extern SwOrdering *sw_ordering_of_call(FunctionCallInfo fcinfo, bool last);
extern const SwOrdering *sw_ordering_of_final(FunctionCallInfo fcinfo);
extern int	sw_ordering_node_end(const SwOrdering *ordering, int node);
extern int	sw_ordering_output(const SwOrdering *ordering, int output);

#endif							/* SW_AGG_ORDERING_H */
