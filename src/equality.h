/*-------------------------------------------------------------------------
 *
 * equality.h
 *	  "Is this key the same as the one kept from an earlier row?"
 *
 * The answers are those of the equality operator that core would use, with
 * NULLs equal to each other.  Types whose equality is that of their bytes
 * are compared inline; for the others, equal bytes settle the question
 * before the operator's function has to be called.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_EQUALITY_H
#define SW_EQUALITY_H

#include "compat.h"
#include "fmgr.h"
#include "retain.h"

typedef enum SwEqualityKind
{
	/* equality is that of the value, at the width of its type */
	SW_EQ_BYTE,
	SW_EQ_INT16,
	SW_EQ_INT32,
	SW_EQ_INT64,
	/* equality is that of the bytes */
	SW_EQ_FIXED,
	SW_EQ_VARLENA,
	/* equal bytes are equal, different ones may be */
	SW_EQ_NUMERIC,
	SW_EQ_CALL
} SwEqualityKind;

typedef struct SwEquality
{
	SwEqualityKind kind;
	SwType		type;
	FmgrInfo	function;		/* the operator's function */
	FunctionCallInfo call;		/* prepared call of it */
	MemoryContext scratch;		/* where it may allocate */
} SwEquality;

extern void sw_equality_init(SwEquality *eq, Oid eqop, Oid collation,
							 SwType type, MemoryContext scratch);
extern bool sw_equal_slow(SwEquality *eq, Datum a, Datum b);

/*
 * Returns whether the non-null datums "a" and "b" are equal.  Raises whatever
 * the operator raises.
 */
static pg_attribute_always_inline bool
sw_equal(SwEquality *eq, Datum a, Datum b)
{
	if (eq->kind == SW_EQ_INT64)
		return DatumGetInt64(a) == DatumGetInt64(b);
	if (eq->kind == SW_EQ_INT32)
		return DatumGetInt32(a) == DatumGetInt32(b);
	return sw_equal_slow(eq, a, b);
}

#endif							/* SW_EQUALITY_H */
