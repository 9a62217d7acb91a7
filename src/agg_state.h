/*-------------------------------------------------------------------------
 *
 * agg_state.h
 *	  The winning row of one group, and the means to tell and keep a winner.
 *
 * What is the same for all groups of a query (types, comparators, layout) is
 * an SwPicker, made once.  A group has an SwState: one chunk with a Datum
 * for every column and, after these, the bytes that by-reference ones point
 * to.  A row that wins replaces all columns at once, so the bytes are simply
 * written from the start again, and a new chunk is needed only when they
 * don't fit:
 *
 *		ordering | capacity | null bits | Datum, Datum, ... | bytes
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_AGG_STATE_H
#define SW_AGG_STATE_H

#include "fmgr.h"
#include "utils/sortsupport.h"

#include "agg_ordering.h"
#include "retain.h"

/* How a key is compared: in line, or by the sort support of its type. */
typedef enum SwKeyMethod
{
	SW_COMPARE_SORTSUPPORT,
	SW_COMPARE_INT4,
	SW_COMPARE_INT8,
	SW_COMPARE_FLOAT8
} SwKeyMethod;

typedef struct SwPickerKey
{
	SwKeyMethod method;
	int			column;
	bool		reverse;		/* the sort operator is the family's ">" */
	bool		nulls_first;
	SortSupport sort;			/* if method is SW_COMPARE_SORTSUPPORT */
} SwPickerKey;

typedef struct SwPickerByref
{
	int			column;
	SwType		type;
	bool		is_key;			/* gets compared again and again */
	Size		size;			/* in the row at hand; 0 for NULL */
} SwPickerByref;

/* Everything about an aggregate call that doesn't depend on the group. */
typedef struct SwPicker
{
	const SwOrdering *ordering;
	int			ncolumns;
	int			nkeys;
	bool		last;			/* the greatest row wins, later ones on ties */
	int			first_arg;		/* function argument that is column 0 */
	Size		datums_at;		/* offset of the datums in a state */
	Size		bytes_at;		/* offset of the bytes in a state */
	SwPickerKey *keys;
	int			nbyref;
	SwPickerByref *byref;		/* columns that are not by value */
	NullableDatum *row;			/* workspace of the combine function */
} SwPicker;

typedef struct SwState
{
	const SwOrdering *ordering; /* belongs to the query */
	uint32		capacity;		/* of the bytes, in units of MAXIMUM_ALIGNOF */
	uint32		nulls[FLEXIBLE_ARRAY_MEMBER];	/* a bit for each column */
} SwState;

#define SW_NULL_WORD(column)	((uint32) (column) / 32)
#define SW_NULL_BIT(column)		((uint32) 1 << ((uint32) (column) % 32))

extern SwPicker *sw_picker_make(const SwOrdering *ordering,
								MemoryContext context);
extern Size sw_state_datums_at(int ncolumns);
extern SwState *sw_state_fit(SwPicker *picker, SwState *state, Size needed,
							 FunctionCallInfo fcinfo);

static inline Datum *
sw_state_datums(const SwState *state, Size datums_at)
{
	return (Datum *) ((char *) state + datums_at);
}

static inline bool
sw_state_isnull(const SwState *state, int column)
{
	return (state->nulls[SW_NULL_WORD(column)] & SW_NULL_BIT(column)) != 0;
}

/* Returns how many bytes there are for by-reference datums. */
static inline Size
sw_state_capacity(const SwState *state)
{
	return (Size) state->capacity * MAXIMUM_ALIGNOF;
}

/* Returns the order of two keys in the terms of the sort operator. */
static pg_attribute_always_inline int
sw_compare_key(const SwPickerKey *key, Datum a, bool a_isnull,
			   Datum b, bool b_isnull)
{
	int			order = 0;

	if (unlikely(a_isnull || b_isnull))
	{
		if (a_isnull && b_isnull)
			return 0;
		return a_isnull == key->nulls_first ? -1 : 1;
	}
	switch (key->method)
	{
		case SW_COMPARE_INT4:
			order = (DatumGetInt32(a) > DatumGetInt32(b)) -
				(DatumGetInt32(a) < DatumGetInt32(b));
			break;
		case SW_COMPARE_INT8:
			order = (DatumGetInt64(a) > DatumGetInt64(b)) -
				(DatumGetInt64(a) < DatumGetInt64(b));
			break;
		case SW_COMPARE_FLOAT8:
			{
				float8		x = DatumGetFloat8(a);
				float8		y = DatumGetFloat8(b);

				/* NaN equals NaN and is greater than all else */
				if (unlikely(x != x || y != y))
					order = (x != x) - (y != y);
				else
					order = (x > y) - (x < y);
				break;
			}
		case SW_COMPARE_SORTSUPPORT:
			order = key->sort->comparator(a, b, key->sort);
			break;
	}
	/* not a negation: the comparator may have returned INT_MIN */
	if (key->reverse)
		return order < 0 ? 1 : -(order > 0);
	return order;
}

/*
 * Does "row", which arrived later, take the place of the one in "state"?
 * Among rows that tie, the first stays first and the last becomes last.
 */
static pg_attribute_always_inline bool
sw_row_wins(const SwPicker *picker, const SwState *state,
			const NullableDatum *row)
{
	const Datum *datums = sw_state_datums(state, picker->datums_at);

	for (int i = 0; i < picker->nkeys; i++)
	{
		const SwPickerKey *key = &picker->keys[i];
		int			column = key->column;
		int			order;

		order = sw_compare_key(key, row[column].value, row[column].isnull,
							   datums[column],
							   sw_state_isnull(state, column));
		if (order != 0)
			return (order > 0) == picker->last;
	}
	return picker->last;
}

/*
 * Note in the picker how large the by-reference datums of "row" are.  Returns
 * how many bytes they take in a state.
 */
static pg_attribute_always_inline Size
sw_measure_row(SwPicker *picker, NullableDatum *row)
{
	Size		needed = 0;

	for (int i = 0; i < picker->nbyref; i++)
	{
		SwPickerByref *byref = &picker->byref[i];
		NullableDatum *value = &row[byref->column];

		byref->size = 0;
		if (value->isnull)
			continue;

		/*
		 * A key that is stored out of line or compressed would have to be
		 * fetched again for every later row.
		 */
		if (byref->is_key && byref->type.typlen == -1)
			value->value =
				PointerGetDatum(PG_DETOAST_DATUM_PACKED(value->value));
		byref->size = sw_datum_size(value->value, &byref->type);
		needed += MAXALIGN(byref->size);
	}
	return needed;
}

/*
 * Keep "row" as the winner of a group whose state is "state", or NULL if it
 * has none yet.  Returns the state, which may have moved; it lives in the
 * aggregate's memory context.  Datums of "row" may be replaced by detoasted
 * copies.  Raises an out-of-memory error only.
 */
static pg_attribute_always_inline SwState *
sw_state_keep(SwPicker *picker, SwState *state, NullableDatum *row,
			  FunctionCallInfo fcinfo)
{
	int			ncolumns = picker->ncolumns;
	Size		needed = sw_measure_row(picker, row);
	Datum	   *datums;
	char	   *dest;

	if (unlikely(state == NULL) ||
		unlikely(needed > sw_state_capacity(state)) ||
		unlikely(sw_state_capacity(state) >= SW_SHRINK_ABOVE))
		state = sw_state_fit(picker, state, needed, fcinfo);

	datums = sw_state_datums(state, picker->datums_at);
	for (uint32 word = 0; word <= SW_NULL_WORD(ncolumns - 1); word++)
		state->nulls[word] = 0;
	for (int column = 0; column < ncolumns; column++)
	{
		datums[column] = row[column].value;
		if (unlikely(row[column].isnull))
			state->nulls[SW_NULL_WORD(column)] |= SW_NULL_BIT(column);
	}

	dest = (char *) state + picker->bytes_at;
	for (int i = 0; i < picker->nbyref; i++)
	{
		const SwPickerByref *byref = &picker->byref[i];

		if (byref->size == 0)
			continue;
		sw_datum_write(dest, byref->size, row[byref->column].value,
					   &byref->type);
		datums[byref->column] = PointerGetDatum(dest);
		dest += MAXALIGN(byref->size);
	}
	return state;
}

#endif							/* SW_AGG_STATE_H */
