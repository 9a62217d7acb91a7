/*-------------------------------------------------------------------------
 *
 * eligibility.c
 *	  May this window clause be streamed?  The one place that answers.
 *
 * The planner hook asks before it replaces a WindowAgg, and why_not() shows
 * the answers to the user; nobody else decides.  When in doubt the answer is
 * no, and core does the work.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_proc.h"
#include "nodes/extensible.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"

#include "argument.h"
#include "compat.h"
#include "eligibility.h"
#include "sorted_window.h"

/* Returns which of our window functions "winfnoid" is, if any. */
SwFuncKind
sw_function_kind(Oid winfnoid)
{
	switch (winfnoid)
	{
		case F_ROW_NUMBER:
			return SW_ROW_NUMBER;
		case F_RANK_:
			return SW_RANK;
		case F_DENSE_RANK_:
			return SW_DENSE_RANK;
		case F_LAG_ANYELEMENT:
		case F_LAG_ANYELEMENT_INT4:
		case F_LAG_ANYCOMPATIBLE_INT4_ANYCOMPATIBLE:
			return SW_LAG;
		case F_LEAD_ANYELEMENT:
		case F_LEAD_ANYELEMENT_INT4:
		case F_LEAD_ANYCOMPATIBLE_INT4_ANYCOMPATIBLE:
			return SW_LEAD;
		case F_FIRST_VALUE:
			return SW_FIRST_VALUE;
		case F_LAST_VALUE:
			return SW_LAST_VALUE;
		case F_NTH_VALUE:
			return SW_NTH_VALUE;
		default:
			return get_func_prokind(winfnoid) == PROKIND_AGGREGATE ?
				SW_AGGREGATE : SW_UNKNOWN_FUNCTION;
	}
}

/*
 * Returns whether "node" is constant in the sense of core
 * (get_fn_expr_arg_stable): a Const, or a parameter from outside the query.
 * The value of such a parameter isn't known yet; the scan copes with any.
 */
static bool
is_constant(Node *node)
{
	return IsA(node, Const) ||
		(IsA(node, Param) && ((Param *) node)->paramkind == PARAM_EXTERN);
}

/* Judge the offset of LAG or LEAD, or the row of nth_value. */
static SwReason
judge_offset(WindowFunc *wfunc, SwFuncKind kind)
{
	Node	   *offset;

	if (list_length(wfunc->args) < 2)
		return SW_STREAMS;
	offset = (Node *) lsecond(wfunc->args);
	if (!is_constant(offset))
		return SW_REFUSED_OFFSET_VARIES;
	/* nth_value doesn't look beyond the frame, so any row will do */
	if (IsA(offset, Const) && kind != SW_NTH_VALUE)
	{
		Const	   *con = (Const *) offset;
		int64		rows = con->constisnull ? 0 :
			DatumGetInt32(con->constvalue);

		if (rows > sw_max_offset || rows < -sw_max_offset)
			return SW_REFUSED_OFFSET_TOO_LARGE;
	}
	return SW_STREAMS;
}

/*
 * Judge the frame of "wc" for a function that looks at it.  The end of the
 * partition is too far away to wait for, except for a function that doesn't
 * mind what comes after the frame's first row.
 */
static SwReason
judge_frame(WindowClause *wc, SwFuncKind kind)
{
	if (wc->frameOptions & FRAMEOPTION_EXCLUSION)
		return SW_REFUSED_FRAME_EXCLUSION;
	if ((wc->frameOptions & FRAMEOPTION_END_UNBOUNDED_FOLLOWING) &&
		kind != SW_FIRST_VALUE)
		return SW_REFUSED_FRAME_END;
	return SW_STREAMS;
}

/*
 * Returns whether "wfunc" with IGNORE NULLS can be streamed: it must not look
 * for a value that is still to come, and it must be a column, since core
 * remembers which values aren't NULL and evaluates an expression less often.
 */
static bool
ignores_nulls_streaming(WindowClause *wc, WindowFunc *wfunc, SwFuncKind kind)
{
	Expr	   *arg = wfunc->args != NIL ?
		sw_strip_relabel(linitial(wfunc->args)) : NULL;
	Const	   *offset = list_length(wfunc->args) > 1 ?
		lsecond(wfunc->args) : NULL;
	int32		rows;

	if (arg == NULL || !IsA(arg, Var))
		return false;
	switch (kind)
	{
		case SW_LAG:
		case SW_LEAD:
			if (offset && !IsA(offset, Const))
				return false;
			if (offset && offset->constisnull)
				return true;
			rows = offset ? DatumGetInt32(offset->constvalue) : 1;
			return kind == SW_LAG ? rows >= 0 : rows <= 0;
		case SW_FIRST_VALUE:
		case SW_LAST_VALUE:
		case SW_NTH_VALUE:
			return (wc->frameOptions & FRAMEOPTION_START_UNBOUNDED_PRECEDING) &&
				!(wc->frameOptions & FRAMEOPTION_END_UNBOUNDED_FOLLOWING);
		default:
			return false;
	}
}

/* Judge one window function of the window clause "wc". */
static SwReason
judge_function(WindowClause *wc, WindowFunc *wfunc)
{
	SwFuncKind	kind = sw_function_kind(wfunc->winfnoid);
	SwReason	reason = SW_STREAMS;

	if (kind == SW_UNKNOWN_FUNCTION)
		return SW_REFUSED_FUNCTION;

	/* for functions that take no null treatment, core raises the error */
	if ((sw_ignores_nulls(wfunc) &&
		 !ignores_nulls_streaming(wc, wfunc, kind)) ||
		(sw_has_null_treatment(wfunc) &&
		 (kind < SW_LAG || kind == SW_AGGREGATE)))
		return SW_REFUSED_NULL_TREATMENT;

	/*
	 * Arguments are evaluated when and where core would, so this would be
	 * right for one call.  But core evaluates equal calls separately if they
	 * are volatile, while for us they would be one column of the scan tuple.
	 */
	if (contain_volatile_functions((Node *) wfunc))
		return SW_REFUSED_VOLATILE;

	if (kind == SW_LAG || kind == SW_LEAD || kind == SW_NTH_VALUE)
		reason = judge_offset(wfunc, kind);
	if (reason == SW_STREAMS && sw_looks_at_frame(kind))
		reason = judge_frame(wc, kind);
	return reason;
}

/* Judge an offset of a frame, NULL if there is none. */
static SwReason
judge_frame_offset(Node *offset)
{
	if (offset == NULL)
		return SW_STREAMS;
	if (!is_constant(offset))
		return SW_REFUSED_FRAME_OFFSET_VARIES;
	/* if it is NULL or negative the scan raises core's errors */
	if (IsA(offset, Const) && !((Const *) offset)->constisnull &&
		DatumGetInt64(((Const *) offset)->constvalue) > sw_max_offset)
		return SW_REFUSED_FRAME_OFFSET_TOO_LARGE;
	return SW_STREAMS;
}

/*
 * Judge the offsets of the frame of "wc", which core validates even if no
 * function looks at them.
 */
static SwReason
judge_frame_offsets(WindowClause *wc)
{
	Node	   *start = sw_frame_start_offset(wc);
	Node	   *end = sw_frame_end_offset(wc);
	SwReason	reason;

	if (start == NULL && end == NULL)
		return SW_STREAMS;
	if (!(wc->frameOptions & FRAMEOPTION_ROWS))
		return SW_REFUSED_FRAME_OFFSET_MODE;
	reason = judge_frame_offset(start);
	return reason == SW_STREAMS ? judge_frame_offset(end) : reason;
}

/*
 * Returns whether rows come from TimescaleDB's gapfill, which edits the
 * WindowAgg paths above it after we have seen them.
 */
static bool
is_gapfill(Path *path)
{
	for (;;)
	{
		if (IsA(path, SortPath))
			path = ((SortPath *) path)->subpath;
		else if (IsA(path, IncrementalSortPath))
			path = ((IncrementalSortPath *) path)->spath.subpath;
		else if (IsA(path, ProjectionPath))
			path = ((ProjectionPath *) path)->subpath;
		else
			break;
	}
	return IsA(path, CustomPath) &&
		strcmp(((CustomPath *) path)->methods->CustomName, "GapFill") == 0;
}

/*
 * Returns whether the window clause "wc" with its functions "wfuncs" can be
 * streamed over the rows of "input", the path at the bottom of the query's
 * chain of window clauses, and if not, why.
 */
SwVerdict
sw_judge_window(WindowClause *wc, List *wfuncs, Path *input)
{
	SwVerdict	verdict = {SW_STREAMS, NULL};
	ListCell   *lc;

	foreach(lc, wfuncs)
	{
		WindowFunc *wfunc = lfirst_node(WindowFunc, lc);

		if (wfunc->winref != wc->winref)
			continue;
		verdict.reason = judge_function(wc, wfunc);
		if (verdict.reason != SW_STREAMS)
		{
			verdict.function = wfunc;
			return verdict;
		}
	}

	verdict.reason = judge_frame_offsets(wc);
	if (verdict.reason != SW_STREAMS)
		return verdict;
	if (is_gapfill(input))
		verdict.reason = SW_REFUSED_GAPFILL;
	else if (!sw_enabled)
		verdict.reason = SW_REFUSED_DISABLED;
	return verdict;
}

/* Returns "verdict" in words, palloc'd; NULL if the window streams. */
char *
sw_verdict_text(SwVerdict verdict)
{
	char	   *name = verdict.function ?
		get_func_name(verdict.function->winfnoid) : NULL;

	switch (verdict.reason)
	{
		case SW_STREAMS:
			return NULL;
		case SW_REFUSED_DISABLED:
			return pstrdup("sorted_window.enabled is off");
		case SW_REFUSED_FUNCTION:
			return psprintf("%s is not a function that can be streamed", name);
		case SW_REFUSED_NULL_TREATMENT:
			return psprintf("%s has a null treatment that is left to core",
							name);
		case SW_REFUSED_OFFSET_VARIES:
			return psprintf("the offset of %s is not a constant", name);
		case SW_REFUSED_OFFSET_TOO_LARGE:
			return psprintf("the offset of %s exceeds sorted_window.max_offset (%d)",
							name, sw_max_offset);
		case SW_REFUSED_VOLATILE:
			return psprintf("an argument of %s is volatile", name);
		case SW_REFUSED_FRAME_END:
			return psprintf("%s needs the rows up to the end of the partition",
							name);
		case SW_REFUSED_FRAME_EXCLUSION:
			return pstrdup("the frame clause excludes rows");
		case SW_REFUSED_FRAME_OFFSET_MODE:
			return pstrdup("the frame clause has an offset that doesn't count rows");
		case SW_REFUSED_FRAME_OFFSET_VARIES:
			return pstrdup("an offset of the frame clause is not a constant");
		case SW_REFUSED_FRAME_OFFSET_TOO_LARGE:
			return psprintf("an offset of the frame clause exceeds sorted_window.max_offset (%d)",
							sw_max_offset);
		case SW_REFUSED_GAPFILL:
			return pstrdup("the rows come from TimescaleDB's gapfill");
	}
	return NULL;				/* keep compiler quiet */
}
