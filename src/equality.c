/*-------------------------------------------------------------------------
 *
 * equality.c
 *	  Key comparison for the scan: see equality.h.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_proc.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"

#include "compat.h"
#include "equality.h"

/* Every numeric begins with at least these many bytes of header. */
#define NUMERIC_HEADER_BYTES	2

/*
 * Returns how the operator whose function is "funcid" compares.  A function
 * that isn't listed is called, which is always right.
 */
static SwEqualityKind
equality_kind(Oid funcid, Oid collation)
{
	switch (funcid)
	{
		case F_BOOLEQ:
		case F_CHAREQ:
			return SW_EQ_BYTE;
		case F_INT2EQ:
			return SW_EQ_INT16;
		case F_INT4EQ:
		case F_OIDEQ:
		case F_DATE_EQ:
		case F_ENUM_EQ:
			return SW_EQ_INT32;
		case F_INT8EQ:
		case F_TIME_EQ:
		case F_TIMESTAMP_EQ:
		case F_TIMESTAMPTZ_EQ:
		case F_CASH_EQ:
			return SW_EQ_INT64;
		case F_UUID_EQ:
			return SW_EQ_FIXED;
		case F_BYTEAEQ:
			return SW_EQ_VARLENA;
		case F_TEXTEQ:
			/* equal under a nondeterministic collation isn't same bytes */
			if (OidIsValid(collation) &&
				get_collation_isdeterministic(collation))
				return SW_EQ_VARLENA;
			return SW_EQ_CALL;
		case F_NUMERIC_EQ:
			return SW_EQ_NUMERIC;
		default:
			return SW_EQ_CALL;
	}
}

/*
 * Prepare "eq" for the equality operator "eqop" under "collation", on datums
 * of "type".  Allocates in the current memory context, which must outlive
 * "eq".  The operator's function will be called in the memory context
 * "scratch", which is reset after each call.  Raises an error if the user may
 * not execute the function.
 */
void
sw_equality_init(SwEquality *eq, Oid eqop, Oid collation, SwType type,
				 MemoryContext scratch)
{
	Oid			funcid = get_opcode(eqop);
	AclResult	aclresult;

	if (!OidIsValid(funcid))
		elog(ERROR, "operator %u has no function", eqop);
	aclresult = sw_function_aclcheck(funcid, GetUserId(), ACL_EXECUTE);
	if (aclresult != ACLCHECK_OK)
		aclcheck_error(aclresult, OBJECT_FUNCTION, get_func_name(funcid));

	eq->kind = equality_kind(funcid, collation);
	eq->type = type;
	eq->scratch = scratch;
	fmgr_info(funcid, &eq->function);
	eq->call = palloc0(SizeForFunctionCallInfo(2));
	InitFunctionCallInfoData(*eq->call, &eq->function, 2, collation,
							 NULL, NULL);
}

/* Returns what the equality operator says of the non-null "a" and "b". */
static bool
call_operator(SwEquality *eq, Datum a, Datum b)
{
	MemoryContext oldcontext = MemoryContextSwitchTo(eq->scratch);
	Datum		result;

	eq->call->args[0].value = a;
	eq->call->args[0].isnull = false;
	eq->call->args[1].value = b;
	eq->call->args[1].isnull = false;
	eq->call->isnull = false;
	result = FunctionCallInvoke(eq->call);
	MemoryContextSwitchTo(oldcontext);
	MemoryContextReset(eq->scratch);
	return !eq->call->isnull && DatumGetBool(result);
}

/*
 * The part of sw_equal() that isn't inline.  Equality operators of a btree or hash operator class
 * are reflexive, so equal bytes are equal.
 */
bool
sw_equal_slow(SwEquality *eq, Datum a, Datum b)
{
	if (eq->type.typbyval)
	{
		if (eq->kind == SW_EQ_INT16)
			return DatumGetInt16(a) == DatumGetInt16(b);
		if (eq->kind == SW_EQ_BYTE)
			return DatumGetChar(a) == DatumGetChar(b);
		if (a == b)
			return true;
	}
	else if (eq->type.typlen > 0)
	{
		if (memcmp(DatumGetPointer(a), DatumGetPointer(b),
				   eq->type.typlen) == 0)
			return true;
		if (eq->kind == SW_EQ_FIXED)
			return false;
	}
	else if (eq->type.typlen == -1)
	{
		Pointer		pa = DatumGetPointer(a);
		Pointer		pb = DatumGetPointer(b);

		/* values with a one-byte and a four-byte header compare as well */
		if (!VARATT_IS_COMPRESSED(pa) && !VARATT_IS_EXTERNAL(pa) &&
			!VARATT_IS_COMPRESSED(pb) && !VARATT_IS_EXTERNAL(pb))
		{
			Size		size = VARSIZE_ANY_EXHDR(pa);

			if (size == VARSIZE_ANY_EXHDR(pb) &&
				memcmp(VARDATA_ANY(pa), VARDATA_ANY(pb), size) == 0)
				return true;
			if (eq->kind == SW_EQ_VARLENA)
				return false;

			/*
			 * A numeric begins with a header of sign, format and display
			 * scale (and weight, in the short format), and its digits carry
			 * no zeroes at either end.  So numbers with the same header that
			 * differ elsewhere are different numbers; 1.0 and 1.00 have
			 * different headers.
			 */
			if (eq->kind == SW_EQ_NUMERIC &&
				memcmp(VARDATA_ANY(pa), VARDATA_ANY(pb),
					   NUMERIC_HEADER_BYTES) == 0)
				return false;
		}
	}
	return call_operator(eq, a, b);
}
