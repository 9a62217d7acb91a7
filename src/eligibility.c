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

#include "nodes/extensible.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"

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
		default:
			return SW_UNKNOWN_FUNCTION;
	}
}

/*
 * Judge the offset of LAG or LEAD.  What is constant is what core takes for
 * constant (get_fn_expr_arg_stable): a Const, or a parameter from outside
 * the query.  The value of such a parameter isn't known yet; the scan copes
 * with any.
 */
static SwReason
judge_offset(WindowFunc *wfunc)
{
	Node	   *offset;

	if (list_length(wfunc->args) < 2)
		return SW_STREAMS;
	offset = (Node *) lsecond(wfunc->args);
	if (IsA(offset, Const))
	{
		Const	   *con = (Const *) offset;
		int64		rows = con->constisnull ? 0 :
			DatumGetInt32(con->constvalue);

		if (rows > sw_max_offset || rows < -sw_max_offset)
			return SW_REFUSED_OFFSET_TOO_LARGE;
		return SW_STREAMS;
	}
	if (IsA(offset, Param) && ((Param *) offset)->paramkind == PARAM_EXTERN)
		return SW_STREAMS;
	return SW_REFUSED_OFFSET_VARIES;
}

/* Judge one window function. */
static SwReason
judge_function(WindowFunc *wfunc)
{
	SwFuncKind	kind = sw_function_kind(wfunc->winfnoid);

	if (kind == SW_UNKNOWN_FUNCTION)
		return SW_REFUSED_FUNCTION;

	/* for functions that take no null treatment, core raises the error */
	if (sw_ignores_nulls(wfunc) ||
		(sw_has_null_treatment(wfunc) && kind != SW_LAG && kind != SW_LEAD))
		return SW_REFUSED_NULL_TREATMENT;

	/*
	 * Arguments are evaluated when and where core would, so this would be
	 * right for one call.  But core evaluates equal calls separately if they
	 * are volatile, while for us they would be one column of the scan tuple.
	 */
	if (contain_volatile_functions((Node *) wfunc->args))
		return SW_REFUSED_VOLATILE;

	if (kind == SW_LAG || kind == SW_LEAD)
		return judge_offset(wfunc);
	return SW_STREAMS;
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
		verdict.reason = judge_function(wfunc);
		if (verdict.reason != SW_STREAMS)
		{
			verdict.function = wfunc;
			return verdict;
		}
	}

	/*
	 * Our functions don't look at the frame, but core validates its offsets,
	 * even for functions that don't look.
	 */
	if (wc->startOffset || wc->endOffset)
		verdict.reason = SW_REFUSED_FRAME_OFFSET;
	else if (is_gapfill(input))
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
			return psprintf("%s is not one of row_number, rank, dense_rank, lag and lead",
							name);
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
		case SW_REFUSED_FRAME_OFFSET:
			return pstrdup("the frame clause has an offset");
		case SW_REFUSED_GAPFILL:
			return pstrdup("the rows come from TimescaleDB's gapfill");
	}
	return NULL;				/* keep compiler quiet */
}
