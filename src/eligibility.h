/*-------------------------------------------------------------------------
 *
 * eligibility.h
 *	  May this window clause be streamed?  The one place that answers.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_ELIGIBILITY_H
#define SW_ELIGIBILITY_H

#include "nodes/pathnodes.h"

/* The window functions that the scan computes. */
typedef enum SwFuncKind
{
	SW_ROW_NUMBER,
	SW_RANK,
	SW_DENSE_RANK,
	SW_LAG,
	SW_LEAD,
	/* those that look at the frame */
	SW_FIRST_VALUE,
	SW_LAST_VALUE,
	SW_NTH_VALUE,
	SW_AGGREGATE,
	SW_UNKNOWN_FUNCTION
} SwFuncKind;

/* Why a window clause stays with WindowAgg. */
typedef enum SwReason
{
	SW_STREAMS,
	SW_REFUSED_DISABLED,
	SW_REFUSED_FUNCTION,
	SW_REFUSED_NULL_TREATMENT,
	SW_REFUSED_OFFSET_VARIES,
	SW_REFUSED_OFFSET_TOO_LARGE,
	SW_REFUSED_VOLATILE,
	SW_REFUSED_FRAME_END,
	SW_REFUSED_FRAME_EXCLUSION,
	SW_REFUSED_FRAME_OFFSET_MODE,
	SW_REFUSED_FRAME_OFFSET_VARIES,
	SW_REFUSED_FRAME_OFFSET_TOO_LARGE,
	SW_REFUSED_GAPFILL
} SwReason;

typedef struct SwVerdict
{
	SwReason	reason;
	WindowFunc *function;		/* the offender, or NULL */
} SwVerdict;

extern SwFuncKind sw_function_kind(Oid winfnoid);

/* Returns whether functions of this kind look at their window's frame. */
static inline bool
sw_looks_at_frame(SwFuncKind kind)
{
	return kind >= SW_FIRST_VALUE && kind <= SW_AGGREGATE;
}

/*
 * The offset of the frame's start, or of its end; NULL if there is none.  One
 * that doesn't count any more stays in the clause when the planner replaces
 * the frame by one that its functions don't mind (since PostgreSQL 16).
 */
static inline Node *
sw_frame_start_offset(const WindowClause *wc)
{
	return (wc->frameOptions & FRAMEOPTION_START_OFFSET) ?
		wc->startOffset : NULL;
}

static inline Node *
sw_frame_end_offset(const WindowClause *wc)
{
	return (wc->frameOptions & FRAMEOPTION_END_OFFSET) ?
		wc->endOffset : NULL;
}

extern SwVerdict sw_judge_window(WindowClause *wc, List *wfuncs,
								 Path *input);
extern char *sw_verdict_text(SwVerdict verdict);

#endif							/* SW_ELIGIBILITY_H */
