/*-------------------------------------------------------------------------
 *
 * window_aggregate_begin.c
 *	  An aggregate over a frame: from its catalog entry to executor state.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/objectaccess.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_proc.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "nodes/parsenodes.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
#include "parser/parse_agg.h"
#include "parser/parse_coerce.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/regproc.h"
#include "utils/syscache.h"

#include "compat.h"
#include "window_aggregate.h"

/* The functions and types of an aggregate in one of its two modes. */
typedef struct Implementation
{
	Oid			transfn;
	Oid			inversefn;		/* or InvalidOid */
	Oid			finalfn;		/* or InvalidOid */
	bool		finalextra;
	char		finalmodify;
	Oid			transtype;
	AttrNumber	initval;
} Implementation;

/*
 * Returns in which mode core runs the aggregate "form" of the call with "args"
 * and "filter" over a frame with "options": in the moving one if the frame's
 * start moves, but not if it would show that rows are evaluated twice.
 */
static Implementation
choose_mode(Form_pg_aggregate form, List *args, List *filter, int options)
{
	Implementation plain = {
		form->aggtransfn, InvalidOid, form->aggfinalfn, form->aggfinalextra,
		form->aggfinalmodify, form->aggtranstype,
		Anum_pg_aggregate_agginitval
	};
	Implementation moving = {
		form->aggmtransfn, form->aggminvtransfn, form->aggmfinalfn,
		form->aggmfinalextra, form->aggmfinalmodify, form->aggmtranstype,
		Anum_pg_aggregate_aggminitval
	};

	if (!OidIsValid(moving.inversefn))
		return plain;
	/* only the moving mode's final function leaves the state intact */
	if (moving.finalmodify == AGGMODIFY_READ_ONLY &&
		plain.finalmodify != AGGMODIFY_READ_ONLY)
		return moving;
	if ((options & FRAMEOPTION_START_UNBOUNDED_PRECEDING) ||
		contain_volatile_functions((Node *) args) ||
		contain_volatile_functions((Node *) filter) ||
		contain_subplans((Node *) args) ||
		contain_subplans((Node *) filter))
		return plain;
	return moving;
}

/*
 * Raise an error if "owner" may not execute the function "funcid" of his
 * aggregate.
 */
static void
check_execute(Oid funcid, Oid owner)
{
	AclResult	aclresult;

	if (!OidIsValid(funcid))
		return;
	aclresult = sw_function_aclcheck(funcid, owner, ACL_EXECUTE);
	if (aclresult != ACLCHECK_OK)
		aclcheck_error(aclresult, OBJECT_FUNCTION, get_func_name(funcid));
	InvokeFunctionExecuteHook(funcid);
}

/* Returns the owner of the function "funcid". */
static Oid
function_owner(Oid funcid)
{
	HeapTuple	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(funcid));
	Oid			owner;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for function %u", funcid);
	owner = ((Form_pg_proc) GETSTRUCT(tuple))->proowner;
	ReleaseSysCache(tuple);
	return owner;
}

/* Returns a call of "function" with "nargs" arguments, palloc'd. */
static FunctionCallInfo
prepare_call(SwAggregate *agg, FmgrInfo *function, int nargs, Oid collation)
{
	FunctionCallInfo call = palloc0(SizeForFunctionCallInfo(nargs));

	InitFunctionCallInfoData(*call, function, nargs, collation,
							 (Node *) agg->winstate, NULL);
	return call;
}

/* Look up the functions of "impl" and prepare calls of them. */
static void
begin_functions(SwAggregate *agg, const Implementation *impl, Oid *argtypes,
				int nargs, Oid collation, Oid result_typid)
{
	int			nfinalargs = impl->finalextra ? nargs + 1 : 1;
	Expr	   *transexpr;
	Expr	   *inverseexpr;
	Expr	   *finalexpr;

	agg->has_inverse = OidIsValid(impl->inversefn);
	agg->has_final = OidIsValid(impl->finalfn);
	build_aggregate_transfn_expr(argtypes, nargs, 0, false, impl->transtype,
								 collation, impl->transfn, impl->inversefn,
								 &transexpr, &inverseexpr);
	fmgr_info(impl->transfn, &agg->transfn);
	fmgr_info_set_expr((Node *) transexpr, &agg->transfn);
	agg->trans_call = prepare_call(agg, &agg->transfn, nargs + 1, collation);
	if (agg->has_inverse)
	{
		fmgr_info(impl->inversefn, &agg->inversefn);
		fmgr_info_set_expr((Node *) inverseexpr, &agg->inversefn);
		agg->inverse_call = prepare_call(agg, &agg->inversefn, nargs + 1,
										 collation);
	}
	if (agg->has_final)
	{
		build_aggregate_finalfn_expr(argtypes, nfinalargs, impl->transtype,
									 result_typid, collation, impl->finalfn,
									 &finalexpr);
		fmgr_info(impl->finalfn, &agg->finalfn);
		fmgr_info_set_expr((Node *) finalexpr, &agg->finalfn);
		agg->final_call = prepare_call(agg, &agg->finalfn, nfinalargs,
									   collation);
	}
}

/* Set the initial state, from the column "attno" of the catalog's row. */
static void
begin_state(SwAggregate *agg, HeapTuple tuple, AttrNumber attno,
			Oid transtype)
{
	Datum		string = SysCacheGetAttr(AGGFNOID, tuple, attno,
									   &agg->init_isnull);
	Oid			input;
	Oid			ioparam;

	if (agg->init_isnull)
		return;
	getTypeInputInfo(transtype, &input, &ioparam);
	agg->init_value = OidInputFunctionCall(input, TextDatumGetCString(string),
										   ioparam, -1);
}

/*
 * Raise core's errors if the aggregate's functions don't fit together, which
 * may be since one was replaced after the aggregate had been created.
 */
static void
check_functions(SwAggregate *agg, Oid aggfnoid, const Implementation *impl,
				Oid *argtypes, int nargs)
{
	if (impl->finalmodify != AGGMODIFY_READ_ONLY)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("aggregate function %s does not support use as a window function",
						format_procedure(aggfnoid))));
	if (agg->transfn.fn_strict && agg->init_isnull &&
		(nargs < 1 || !IsBinaryCoercible(argtypes[0], impl->transtype)))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
				 errmsg("aggregate %u needs to have compatible input type and transition type",
						aggfnoid)));
	if (agg->has_inverse &&
		agg->transfn.fn_strict != agg->inversefn.fn_strict)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_FUNCTION_DEFINITION),
				 errmsg("strictness of aggregate's forward and inverse transition functions must match")));
}

/* Prepare the arguments "args" and the condition of "filter". */
static void
begin_inputs(SwAggregate *agg, List *args, List *filter, PlanState *parent)
{
	ListCell   *lc;

	agg->args = palloc0(sizeof(SwArgument) * Max(list_length(args), 1));
	foreach(lc, args)
	{
		SwArgument *arg = &agg->args[agg->nargs++];

		sw_argument_begin(arg, lfirst(lc), parent);
		agg->evaluates |= arg->expr != NULL;
	}
	if (filter != NIL)
	{
		agg->filter = ExecInitExpr(linitial(filter), parent);
		agg->evaluates = true;
	}
}

/* Find out whether the aggregate, which evaluates nothing, can be tallied. */
static void
begin_tally(SwAggregate *agg)
{
	SwTallyFunctions functions = {
		&agg->transfn,
		agg->has_inverse ? &agg->inversefn : NULL,
		agg->has_final ? &agg->finalfn : NULL
	};
	NullableDatum initial = {agg->init_value, agg->init_isnull};

	sw_tally_begin(&agg->tally, functions, agg->args, agg->nargs, initial);
}

/*
 * Prepare a call of the aggregate "aggfnoid" with the arguments "args" and the
 * condition that is the only member of "filter", if any.  "winstate" is what
 * its functions will be called with, and says what the frame is.  Allocates in
 * the current memory context.  Raises what core raises of aggregates that
 * can't be executed, or may not be.
 */
SwAggregate *
sw_aggregate_begin(Oid aggfnoid, List *args, List *filter, Oid collation,
				   Oid result_typid, WindowAggState *winstate,
				   PlanState *parent)
{
	SwAggregate *agg = palloc0(sizeof(SwAggregate));
	HeapTuple	tuple = SearchSysCache1(AGGFNOID, ObjectIdGetDatum(aggfnoid));
	int			nargs = list_length(args);
	Oid			argtypes[FUNC_MAX_ARGS];
	Oid			owner = function_owner(aggfnoid);
	Implementation impl;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for aggregate %u", aggfnoid);
	if (nargs > FUNC_MAX_ARGS - 1)
		elog(ERROR, "aggregate %u is called with %d arguments", aggfnoid,
			 nargs);
	for (int i = 0; i < nargs; i++)
		argtypes[i] = exprType(list_nth(args, i));

	agg->winstate = winstate;
	impl = choose_mode((Form_pg_aggregate) GETSTRUCT(tuple), args, filter,
					   winstate->frameOptions);
	check_execute(impl.transfn, owner);
	check_execute(impl.inversefn, owner);
	check_execute(impl.finalfn, owner);

	impl.transtype = resolve_aggregate_transtype(aggfnoid, impl.transtype,
												 argtypes, nargs);
	begin_functions(agg, &impl, argtypes, nargs, collation, result_typid);
	begin_state(agg, tuple, impl.initval, impl.transtype);
	check_functions(agg, aggfnoid, &impl, argtypes, nargs);
	ReleaseSysCache(tuple);

	get_typlenbyval(impl.transtype, &agg->trans_type.typlen,
					&agg->trans_type.typbyval);
	get_typlenbyval(result_typid, &agg->result_type.typlen,
					&agg->result_type.typbyval);
	/* without a final function it is the state */
	agg->keeps_result = agg->has_final && !agg->result_type.typbyval;
	begin_inputs(agg, args, filter, parent);
	agg->simple = !agg->evaluates && !agg->has_inverse &&
		agg->trans_type.typbyval &&
		(nargs == 0 || (nargs == 1 && agg->args[0].attno > 0));
	if (!agg->evaluates)
		begin_tally(agg);
	agg->context = AllocSetContextCreate(CurrentMemoryContext,
										 "SortedWindow aggregate",
										 ALLOCSET_DEFAULT_SIZES);
	agg->econtext = winstate->tmpcontext;
	return agg;
}
