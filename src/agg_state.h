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
 *		[ordering] | capacity | null bits | Datum, Datum, ... | bytes
 *
 * With many groups the size of a state is what counts, and the allocator
 * rounds it up to a power of two.  So the pointer to the ordering is left out
 * where the final function finds the ordering among the call's arguments.
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
	uint32		column;
	bool		reverse;		/* the sort operator is the family's ">" */
	bool		nulls_first;
	SortSupport sort;			/* if method is SW_COMPARE_SORTSUPPORT */
} SwPickerKey;

typedef struct SwPickerByref
{
	uint32		column;
	SwType		type;
} SwPickerByref;

/*
 * Everything about an aggregate call that doesn't depend on the group.
 *
 * A call whose only key is a number, such as a time, and which has no more
 * columns than a word has bits is "plain": it gets by without loops over keys
 * and null words.
 */
typedef struct SwPicker
{
	const SwOrdering *ordering;
	bool		plain;
	bool		last;			/* the greatest row wins, later ones on ties */
	bool		greater;		/* plain: the row with the greater number wins */
	bool		int4;			/* plain: the number is of four bytes */
	uint32		column;			/* plain: of the key */
	uint32		ncolumns;
	uint32		nkeys;
	uint32		nbyref;
	uint32		nvarlena_keys;
	Size		prefix;			/* of a chunk, before its state */
	Size		datums_at;		/* offset of the datums in a state */
	Size		bytes_at;		/* offset of the bytes in a state */
	SwPickerKey *keys;
	SwPickerByref *byref;		/* columns that are not by value */
	uint32	   *varlena_keys;	/* columns: keys to be stored detoasted */
	NullableDatum *row;			/* workspace of the combine function */
} SwPicker;

typedef struct SwState
{
	uint32		has_ordering:1; /* the pointer is before the state */
	uint32		capacity:31;	/* of the bytes, in units of MAXIMUM_ALIGNOF */
	uint32		nulls[FLEXIBLE_ARRAY_MEMBER];	/* a bit for each column */
} SwState;

#define SW_NULL_WORD(column)	((uint32) (column) / 32)
#define SW_NULL_BIT(column)		((uint32) 1 << ((uint32) (column) % 32))

/* Where the datums of a state with one word of null bits begin. */
#define SW_PLAIN_DATUMS_AT		MAXALIGN(offsetof(SwState, nulls[1]))

/* What a chunk begins with if has_ordering is set. */
#define SW_STATE_PREFIX			MAXALIGN(sizeof(SwOrdering *))

extern SwPicker *sw_picker_make(const SwOrdering *ordering,
								bool states_have_ordering,
								MemoryContext context);
extern Size sw_state_datums_at(int ncolumns);
extern bool sw_row_wins_general(const SwPicker *picker, const SwState *state,
								const NullableDatum *row);
extern SwState *sw_state_keep_general(SwPicker *picker, SwState *state,
									  NullableDatum *row,
									  FunctionCallInfo fcinfo);

static inline Datum *
sw_state_datums(const SwState *state, Size datums_at)
{
	return (Datum *) ((char *) state + datums_at);
}

/* Returns the ordering of a state that has it; it belongs to the query. */
static inline const SwOrdering *
sw_state_ordering(const SwState *state)
{
	Assert(state->has_ordering);
	return *(const SwOrdering **) ((const char *) state - SW_STATE_PREFIX);
}

static inline void
sw_state_set_ordering(SwState *state, const SwOrdering *ordering)
{
	state->has_ordering = true;
	*(const SwOrdering **) ((char *) state - SW_STATE_PREFIX) = ordering;
}

static inline bool
sw_state_isnull(const SwState *state, int column)
{
	return (state->nulls[SW_NULL_WORD(column)] & SW_NULL_BIT(column)) != 0;
}

/*
 * Does "row", which arrived later, take the place of the one in "state"?
 * Among rows that tie, the first stays first and the last becomes last.
 */
static pg_attribute_always_inline bool
sw_row_wins(const SwPicker *picker, const SwState *state,
			const NullableDatum *row)
{
	if (likely(picker->plain))
	{
		uint32		column = picker->column;
		int64		ours = sw_state_datums(state, SW_PLAIN_DATUMS_AT)[column];
		int64		theirs = row[column].value;

		if (likely(!row[column].isnull &&
				   !(state->nulls[0] & SW_NULL_BIT(column))))
		{
			if (picker->int4)
			{
				ours = (int32) ours;
				theirs = (int32) theirs;
			}
			if (theirs == ours)
				return picker->last;
			return (theirs > ours) == picker->greater;
		}
	}
	return sw_row_wins_general(picker, state, row);
}

/* Returns how many bytes there are for by-reference datums. */
static inline Size
sw_state_capacity(const SwState *state)
{
	return (Size) state->capacity * MAXIMUM_ALIGNOF;
}

/*
 * Write "row" into "state".  Returns false if its bytes don't fit; what was in
 * the state is lost then, too.  "plain" is that of the picker, a constant
 * where that pays.
 */
static pg_attribute_always_inline bool
sw_state_write(const SwPicker *picker, SwState *state,
			   const NullableDatum *row, const bool plain)
{
	Datum	   *datums = sw_state_datums(state, plain ? SW_PLAIN_DATUMS_AT :
										 picker->datums_at);
	uint32		ncolumns = picker->ncolumns;
	char	   *dest = (char *) (datums + ncolumns);
	Size		room = sw_state_capacity(state);

	for (uint32 column = 0; column < ncolumns;)
	{
		uint32		word = plain ? 0 : SW_NULL_WORD(column);
		uint32		end = plain ? ncolumns : Min(column + 32, ncolumns);
		uint32		nulls = 0;

		for (uint32 bit = 0; column < end; column++, bit++)
		{
			datums[column] = row[column].value;
			nulls |= (uint32) row[column].isnull << bit;
		}
		state->nulls[word] = nulls;
	}

	for (uint32 i = 0; i < picker->nbyref; i++)
	{
		const SwPickerByref *byref = &picker->byref[i];
		const NullableDatum *value = &row[byref->column];
		Size		size;
		Size		padded;

		if (value->isnull)
			continue;
		size = sw_datum_size(value->value, &byref->type);
		padded = MAXALIGN(size);
		if (unlikely(padded > room))
			return false;
		sw_datum_write(dest, size, value->value, &byref->type);
		datums[byref->column] = PointerGetDatum(dest);
		dest += padded;
		room -= padded;
	}
	return true;
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
	/* the key of a plain call is a number, so that there's none to detoast */
	if (likely(state != NULL) && likely(picker->plain) &&
		likely(sw_state_capacity(state) < SW_SHRINK_ABOVE) &&
		likely(sw_state_write(picker, state, row, true)))
		return state;
	return sw_state_keep_general(picker, state, row, fcinfo);
}

#endif							/* SW_AGG_STATE_H */
