/*-------------------------------------------------------------------------
 *
 * window_frame.c
 *	  The frame of a window clause: see window_frame.h.
 *
 * Which clauses come here is for eligibility.c to say: offsets only as
 * constant numbers of rows, no exclusion.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "executor/executor.h"
#include "nodes/parsenodes.h"

#include "compat.h"
#include "window_frame.h"

/* An offset beyond any row, from which one can count without overflow. */
#define SW_FAR_AWAY		(PG_INT64_MAX / 4)

/*
 * Prepare the frame of a clause with the FRAMEOPTION_ bits "options", whose
 * offsets are the only members of the lists that aren't empty.
 */
void
sw_frame_begin(SwFrame *frame, int options, List *start_offset,
			   List *end_offset, PlanState *parent)
{
	SwFrameBound current = (options & FRAMEOPTION_ROWS) ? SW_BOUND_ROW :
		SW_BOUND_PEERS;

	frame->options = options;
	frame->start = frame->end = SW_BOUND_ROW;
	if (options & FRAMEOPTION_START_UNBOUNDED_PRECEDING)
		frame->start = SW_BOUND_PARTITION;
	else if (options & FRAMEOPTION_START_CURRENT_ROW)
		frame->start = current;
	if (options & FRAMEOPTION_END_UNBOUNDED_FOLLOWING)
		frame->end = SW_BOUND_PARTITION;
	else if (options & FRAMEOPTION_END_CURRENT_ROW)
		frame->end = current;

	if (start_offset != NIL)
		frame->start_offset = ExecInitExpr(linitial(start_offset), parent);
	if (end_offset != NIL)
		frame->end_offset = ExecInitExpr(linitial(end_offset), parent);
}

/*
 * Returns the value of the frame offset "expr", 0 if there is none.  Raises
 * core's errors where it is NULL or negative; "name" is what they call it.
 */
static int64
offset_value(ExprState *expr, ExprContext *econtext, const char *name)
{
	bool		isnull;
	int64		rows;

	if (expr == NULL)
		return 0;
	rows = DatumGetInt64(ExecEvalExprSwitchContext(expr, econtext, &isnull));
	if (isnull)
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("frame %s offset must not be null", name)));
	if (rows < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PRECEDING_OR_FOLLOWING_SIZE),
				 errmsg("frame %s offset must not be negative", name)));
	return Min(rows, SW_FAR_AWAY);
}

/*
 * Find out the frame's offsets, which hold for the whole scan.  Raises an
 * error if one of them can't be, even if there won't be any row.
 */
void
sw_frame_start(SwFrame *frame, ExprContext *econtext)
{
	frame->start_shift = offset_value(frame->start_offset, econtext,
									  "starting");
	frame->end_shift = offset_value(frame->end_offset, econtext, "ending");
	if (frame->options & FRAMEOPTION_START_OFFSET_PRECEDING)
		frame->start_shift = -frame->start_shift;
	if (frame->options & FRAMEOPTION_END_OFFSET_PRECEDING)
		frame->end_shift = -frame->end_shift;
	frame->grows = frame->start == SW_BOUND_PARTITION &&
		(frame->end == SW_BOUND_PEERS ||
		 (frame->end == SW_BOUND_ROW && frame->end_shift == 0));
}
