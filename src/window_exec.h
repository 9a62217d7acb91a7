/*-------------------------------------------------------------------------
 *
 * window_exec.h
 *	  The SortedWindow executor node.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_WINDOW_EXEC_H
#define SW_WINDOW_EXEC_H

#include "argument.h"
#include "eligibility.h"
#include "equality.h"
#include "nodes/extensible.h"
#include "row_bound.h"
#include "row_queue.h"
#include "row_starts.h"
#include "window_aggregate.h"
#include "window_frame.h"

/* A column of PARTITION BY or ORDER BY. */
typedef struct SwWindowKey
{
	int			column;			/* place in the child's row */
	SwRetained	kept;			/* value in a row that came before */
	SwEquality	equality;
} SwWindowKey;

/* One window function. */
typedef struct SwFunc
{
	/* set at begin */
	SwFuncKind	kind;
	List	   *args;
	List	   *filter;			/* its only member is the FILTER condition */
	SwArgument	arg;			/* the first; for aggregates see there */
	ExprState  *offset;			/* second argument, or NULL if 1 */
	SwArgument	default_arg;	/* LAG, LEAD: instead of a row that isn't
								 * there, for the current row */
	SwType		type;			/* of the result */
	bool		ignores_nulls;
	SwAggregate *aggregate;		/* if SW_AGGREGATE */

	/* set when the scan starts: where a function finds its row */
	bool		always_null;	/* offset is NULL */
	int64		shift;			/* LAG, LEAD: rows from the current one,
								 * negative back; otherwise number of the row
								 * in the frame, from 1 */
	int			reader;			/* number in the queue's readers */
	bool		keeps;			/* what it finds is kept apart from "gone": */
	SwRetained	kept_value;		/* a column's value */
	SwRowQueue *kept_row;		/* or what an expression looks at */
	SwRetained *nonnulls;		/* with IGNORE NULLS: values that are kept */
	Datum	   *value;			/* where the result goes: in the slot that */
	bool	   *isnull;			/* expressions or callers look at */

	/* the current partition, with IGNORE NULLS */
	int64		nonnull_count;	/* of the rows that have been counted */
	int64		nonnull_upto;	/* first row number behind them */
} SwFunc;

/* A column of a slot that is copied from elsewhere. */
typedef struct SwCopy
{
	uint32		to;
	uint32		from;
} SwCopy;

/* How far the scan is. */
typedef enum SwPhase
{
	SW_RUN,						/* rows come with their functions' values */
	SW_SKIP,					/* run condition failed: rows of this
								 * partition are left out */
	SW_PASS,					/* run condition failed: rows of this
								 * partition have NULL values, since a window
								 * above needs them */
	SW_DONE						/* no more rows */
} SwPhase;

typedef struct SwScanState
{
	CustomScanState css;

	/* set at begin */
	PlanState  *child;
	bool		top_window;
	int			nchild;			/* scan tuple columns of the child */
	SwWindowKey *keys;			/* PARTITION BY's, then ORDER BY's */
	int			npartition;
	int			norder;
	bool		needs_peers;	/* who are peers has to be known */
	int			nfuncs;
	SwFunc	   *funcs;
	SwFrame		frame;
	WindowAggState *winstate;	/* for aggregates, or NULL */
	int			nwinfuncs;		/* functions that aren't aggregates */
	SwFunc	  **winfuncs;
	int			naggs;			/* those that are */
	SwFunc	  **agg_funcs;
	SwAggregate **aggs;			/* of each of agg_funcs */
	bool		aggs_evaluate;	/* some evaluate expressions */
	bool		framed;			/* functions look at the frame, or ignore
								 * NULLs */
	List	   *run_condition;	/* clauses */
	ExprState  *run_qual;		/* those that aren't row bounds, or NULL */
	List	   *bounds;			/* those that are: SwBound */
	bool		direct;			/* result rows need no ExecProject */
	MemoryContext context;		/* what the node keeps across rows */

	/* set when the scan starts */
	bool		started;
	int64		max_back;		/* rows that functions look back */
	int64		max_ahead;		/* rows that functions look ahead */
	bool		hold_peers;		/* rows wait for their last peer */
	int			natts_needed;	/* of the child's rows */
	int			ncompared;		/* keys that are: all if needs_peers, else
								 * those of PARTITION BY */
	SwRowQueue *held;			/* rows that wait for later ones, or NULL */
	SwRowQueue *gone;			/* arguments of past rows, or NULL */
	TupleTableSlot *past;		/* a row of a queue, for evaluating */
	bool		fill_scan;		/* expressions look at the current row */
	bool		reset_context;	/* expressions are evaluated */
	int			nscan;			/* child columns in the scan slot */
	SwCopy	   *scan;			/* "from" the current row's arrays */
	int			nresult;		/* child columns in a direct result */
	SwCopy	   *result;
	int			nresult_again;	/* further columns for the same function */
	SwCopy	   *result_again;	/* "from" a function's number */
	int			nresult_consts;
	SwCopy	   *result_consts;	/* "from" consts */
	NullableDatum *consts;

	/* the current partition and row */
	SwPhase		phase;
	bool		input_done;
	bool		any_row;		/* keys of an earlier row are kept */
	bool		newest_begins;	/* newest held row begins a partition */
	bool		emitted;		/* oldest held row has been returned */
	SwRowStarts starts;			/* which held rows begin something */
	bool		bounds_known;
	int64		row_number;
	int64		rank;
	int64		dense_rank;
	int64		agg_base;		/* first row number in the aggregates */
	int64		agg_upto;		/* first row number behind those in there */
	int64		max_row_number; /* from run conditions */
	int64		max_rank;
	int64		max_dense_rank;

	/* instrumentation */
	SwMemory	memory;
	uint64		peak_held;		/* rows */
} SwScanState;

/* One run condition that is a row bound. */
typedef struct SwBound
{
	SwRowBound	clause;
	SwFuncKind	kind;			/* of the counter */
	ExprState  *limit;
} SwBound;

extern const CustomScanMethods sw_scan_methods;
/* window_node.c */
extern void sw_register_scan(void);
extern bool sw_is_our_scan(CustomScan *cscan);

/* window_begin.c */
extern void sw_begin_window(CustomScanState *node, EState *estate,
							int eflags);

/* window_start.c */
extern void sw_start_window(SwScanState *state);
extern Bitmapset *sw_add_columns(SwScanState *state, Bitmapset *columns,
								 Node *node);
extern void sw_evaluate_bounds(SwScanState *state);
extern void sw_bound_input(SwScanState *state);

/* window_reach.c */
extern void sw_start_reach(SwScanState *state);
extern void sw_start_frame_columns(SwScanState *state, Bitmapset **current,
								   Bitmapset **back);
extern void sw_start_frame_places(SwScanState *state, const int *place);

/* window_exec.c */
extern ExecProcNodeMtd sw_window_variant(const SwScanState *state);

/* window_explain.c */
extern void sw_explain_window(CustomScanState *node, List *ancestors,
							  ExplainState *es);

#endif							/* SW_WINDOW_EXEC_H */
