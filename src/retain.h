/*-------------------------------------------------------------------------
 *
 * retain.h
 *	  Values that outlive the row they came from.
 *
 * A datum taken from a tuple slot is only borrowed: its bytes go away with
 * the slot's row.  Both halves of the extension keep a few of them for
 * longer: the scan its keys and LAG values, the aggregates the winning
 * value and its key.  This module measures and copies such datums, and
 * offers a buffer for one value that is reused from row to row, so that
 * keeping a new value normally costs a store or a memcpy and no allocation.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_RETAIN_H
#define SW_RETAIN_H

#include "access/tupdesc.h"
#include "compat.h"
#include "utils/palloc.h"

/* How the bytes of a type's datums are laid out. */
typedef struct SwType
{
	int16		typlen;
	bool		typbyval;
} SwType;

/*
 * One value kept across rows.  A zeroed struct is a valid empty one; the
 * buffer belongs to the memory context given when it was first needed.
 */
typedef struct SwRetained
{
	Datum		value;			/* by value, or points to buf */
	char	   *buf;			/* bytes of a by-reference value, or NULL */
	Size		capacity;		/* bytes allocated at buf */
	bool		isnull;
} SwRetained;

/*
 * A buffer at least this large is given back when a value needs only a
 * fraction of it, so that one huge value doesn't stay pinned.
 */
#define SW_SHRINK_ABOVE		((Size) 64 * 1024)
#define SW_SHRINK_FRACTION	4

extern SwType sw_type_of_attr(TupleDesc desc, int attno);
extern Size sw_datum_size_slow(Datum value, const SwType *type);
extern void sw_datum_write_expanded(char *dest, Size size, Datum value);
extern Size sw_buffer_capacity(Size current, Size needed);
extern void sw_retain_byref(SwRetained *kept, const SwType *type,
							Datum value, MemoryContext context);

/*
 * Returns how many bytes sw_datum_write() needs for the by-reference datum
 * "value".  Toast pointers count as they are: the query's snapshot keeps
 * what they point to.  An expanded object counts with its flat size, since
 * its own storage belongs to somebody else.
 */
static pg_attribute_always_inline Size
sw_datum_size(Datum value, const SwType *type)
{
	if (likely(type->typlen == -1) &&
		likely(!VARATT_IS_EXTERNAL(DatumGetPointer(value))))
		return VARSIZE_ANY(DatumGetPointer(value));
	return sw_datum_size_slow(value, type);
}

/*
 * Copy "size" bytes between places that don't overlap.  Short strings are
 * what columns of text mostly have, and for these the call of memcpy() costs
 * more than the copy: two moves that overlap do.
 */
static pg_attribute_always_inline void
sw_copy_bytes(char *dest, const char *src, Size size)
{
	if (size - 16 <= 16)
	{
		memcpy(dest + size - 16, src + size - 16, 16);
		memcpy(dest, src, 16);
	}
	else if (size - 8 <= 8)
	{
		memcpy(dest + size - 8, src + size - 8, 8);
		memcpy(dest, src, 8);
	}
	else
		memcpy(dest, src, size);
}

/*
 * Write the by-reference datum "value" to "dest", which has room for the
 * "size" bytes that sw_datum_size() has told, aligned for any type.
 */
static pg_attribute_always_inline void
sw_datum_write(char *dest, Size size, Datum value, const SwType *type)
{
	if (type->typlen == -1 &&
		unlikely(VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value))))
		sw_datum_write_expanded(dest, size, value);
	else
		sw_copy_bytes(dest, DatumGetPointer(value), size);
}

/*
 * Keep a copy of "value" in "kept", whose buffer lives in "context".  Raises
 * an out-of-memory error only.  "value" must not point into the buffer of
 * "kept" itself.
 */
static pg_attribute_always_inline void
sw_retain(SwRetained *kept, const SwType *type, Datum value, bool isnull,
		  MemoryContext context)
{
	kept->isnull = isnull;
	if (type->typbyval)
		kept->value = value;
	else if (!isnull)
		sw_retain_byref(kept, type, value, context);
}

#endif							/* SW_RETAIN_H */
