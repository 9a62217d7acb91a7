/*-------------------------------------------------------------------------
 *
 * window_frame.h
 *	  The frame of a window clause: which rows its functions look at.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_WINDOW_FRAME_H
#define SW_WINDOW_FRAME_H

#include "compat.h"
#include "nodes/execnodes.h"

/* Where a frame starts or ends. */
typedef enum SwFrameBound
{
	SW_BOUND_PARTITION,			/* where the partition does */
	SW_BOUND_PEERS,				/* where the current row's peer group does */
	SW_BOUND_ROW				/* at a row counted from the current one */
} SwFrameBound;

typedef struct SwFrame
{
	/* set at begin */
	int			options;		/* FRAMEOPTION_ bits */
	SwFrameBound start;
	SwFrameBound end;
	ExprState  *start_offset;	/* if the clause has one, or NULL */
	ExprState  *end_offset;

	/* set when the scan starts, if SW_BOUND_ROW: rows, negative back */
	int64		start_shift;
	int64		end_shift;
	bool		grows;			/* it starts with the partition and ends with
								 * the current row or its peers */

	/*
	 * The current row's frame as row numbers of its partition, which begin
	 * with 1.  A frame without rows has its end before its start or there.
	 */
	int64		first;			/* its first row */
	int64		beyond;			/* the row after its last */
	int64		peers_beyond;	/* the row after the last peer */
} SwFrame;

extern void sw_frame_begin(SwFrame *frame, int options, List *start_offset,
						   List *end_offset, PlanState *parent);
extern void sw_frame_start(SwFrame *frame, ExprContext *econtext);

/*
 * Settle the frame of row "number", in a partition that is known up to row
 * "last" at least as far as the frame's bounds lead; "first_peer" is the first
 * of its peers.
 */
static pg_attribute_always_inline void
sw_frame_move(SwFrame *frame, int64 number, int64 first_peer, int64 last)
{
	if (likely(frame->grows))
	{
		frame->first = 1;
		frame->beyond = frame->end == SW_BOUND_PEERS ? frame->peers_beyond :
			number + 1;
		return;
	}
	if (frame->start == SW_BOUND_ROW)
		frame->first = Min(Max(number + frame->start_shift, 1), last + 1);
	else
		frame->first = frame->start == SW_BOUND_PARTITION ? 1 : first_peer;

	if (frame->end == SW_BOUND_ROW)
		frame->beyond = Min(number + frame->end_shift, last) + 1;
	else
		frame->beyond = frame->end == SW_BOUND_PEERS ? frame->peers_beyond :
			last + 1;
}

#endif							/* SW_WINDOW_FRAME_H */
