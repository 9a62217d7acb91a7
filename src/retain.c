/*-------------------------------------------------------------------------
 *
 * retain.c
 *	  Values that outlive the row they came from: see retain.h.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "port/pg_bitutils.h"
#include "utils/expandeddatum.h"
#include "utils/memutils.h"

#include "compat.h"
#include "retain.h"

/* Returns the layout of column "attno" (from 1) of "desc". */
SwType
sw_type_of_attr(TupleDesc desc, int attno)
{
	Form_pg_attribute attr = TupleDescAttr(desc, attno - 1);
	SwType		type = {attr->attlen, attr->attbyval};

	return type;
}

/* The part of sw_datum_size() that isn't inline. */
Size
sw_datum_size_slow(Datum value, const SwType *type)
{
	if (type->typlen > 0)
		return type->typlen;
	if (type->typlen == -1)
	{
		Pointer		ptr = DatumGetPointer(value);

		if (VARATT_IS_EXTERNAL_EXPANDED(ptr))
			return EOH_get_flat_size(DatumGetEOHP(value));
		return VARSIZE_ANY(ptr);
	}
	return strlen(DatumGetCString(value)) + 1;
}

/* Write the expanded object "value" in its flat form, of "size" bytes. */
void
sw_datum_write_expanded(char *dest, Size size, Datum value)
{
	EOH_flatten_into(DatumGetEOHP(value), dest, size);
}

/*
 * Returns the capacity that a buffer of "current" bytes should have to take
 * a value of "needed" bytes: "current" itself where it serves, so that the
 * caller has nothing to do.  Growing leaves slack, so that values of slowly
 * growing width don't mean an allocation each.
 */
Size
sw_buffer_capacity(Size current, Size needed)
{
	if (needed <= current &&
		(current < SW_SHRINK_ABOVE || needed >= current / SW_SHRINK_FRACTION))
		return current;
	if (needed >= SW_SHRINK_ABOVE)
		return MAXALIGN(needed + needed / 4);
	return pg_nextpower2_size_t(Max(needed, 16));
}

/*
 * Make the buffer of "kept" one of "capacity" bytes.  Nothing of the old
 * value is needed, so this isn't a repalloc, which would copy it.
 */
static void
replace_buffer(SwRetained *kept, Size capacity, MemoryContext context)
{
	/* the struct says so before anything can fail */
	if (kept->buf)
		pfree(kept->buf);
	kept->buf = NULL;
	kept->capacity = 0;
	kept->buf = MemoryContextAllocHuge(context, capacity);
	kept->capacity = capacity;
}

/* The by-reference part of sw_retain(). */
void
sw_retain_byref(SwRetained *kept, const SwType *type, Datum value,
				MemoryContext context)
{
	Size		size = sw_datum_size(value, type);
	Size		capacity = sw_buffer_capacity(kept->capacity, size);

	if (unlikely(capacity != kept->capacity))
		replace_buffer(kept, capacity, context);
	sw_datum_write(kept->buf, size, value, type);
	kept->value = PointerGetDatum(kept->buf);
}
