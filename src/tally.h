/*-------------------------------------------------------------------------
 *
 * tally.h
 *	  Counts, and sums and averages of small integers, over a frame.
 *
 * Core's functions for them keep a bigint, or two in an array.  Where an
 * aggregate is made of just these functions, their arithmetic is done here
 * instead of being called for each row.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_TALLY_H
#define SW_TALLY_H

#include "argument.h"
#include "fmgr.h"
#include "utils/numeric.h"

/* What is tallied. */
typedef enum SwTallied
{
	SW_TALLIES_NOTHING,			/* the aggregate's functions are called */
	SW_TALLIES_ROWS,
	SW_TALLIES_NOT_NULL,
	SW_TALLIES_INT2,
	SW_TALLIES_INT4
} SwTallied;

/* What is made of it. */
typedef enum SwTallyResult
{
	SW_TALLY_COUNT,
	SW_TALLY_SUM,
	SW_TALLY_AVERAGE
} SwTallyResult;

typedef struct SwTally
{
	SwTallied	tallied;
	SwTallyResult makes;
	int64		count;			/* of rows, without NULLs if there's a value */
	int64		sum;
	Numeric		divisor;		/* a count that has been divided by, or NULL */
	int64		divisor_count;	/* this one */
	MemoryContext context;		/* of the divisor */
} SwTally;

/*
 * The functions of an aggregate in the mode that it runs in; those that it
 * doesn't have are NULL.
 */
typedef struct SwTallyFunctions
{
	const FmgrInfo *transition;
	const FmgrInfo *inverse;
	const FmgrInfo *final;
} SwTallyFunctions;

extern void sw_tally_begin(SwTally *tally, SwTallyFunctions functions,
						   const SwArgument *args, int nargs,
						   NullableDatum initial);
extern Datum sw_tally_average(SwTally *tally, MemoryContext per_row);

static pg_attribute_always_inline void
sw_tally_reset(SwTally *tally)
{
	tally->count = 0;
	tally->sum = 0;
}

/*
 * Add "row", in which "arg" stands where "place" says, to the tally, or remove
 * it if "sign" is -1.  A sum beyond bigint wraps, as core's does.
 */
static pg_attribute_always_inline void
sw_tally_row(SwTally *tally, const SwArgument *arg, SwRow row,
			 SwRowPlace place, const int sign)
{
	if (tally->tallied != SW_TALLIES_ROWS)
	{
		const int	column = arg->column[place];

		if (row.nulls[column])
			return;
		if (tally->tallied == SW_TALLIES_INT4)
			tally->sum += (int64) sign * DatumGetInt32(row.values[column]);
		else if (tally->tallied == SW_TALLIES_INT2)
			tally->sum += (int64) sign * DatumGetInt16(row.values[column]);
	}
	tally->count += sign;
}

/*
 * Returns what the aggregate gives for the tally.  An average lives in
 * "per_row".
 */
static pg_attribute_always_inline Datum
sw_tally_finish(SwTally *tally, MemoryContext per_row, bool *isnull)
{
	*isnull = false;
	if (tally->makes == SW_TALLY_COUNT)
		return Int64GetDatum(tally->count);
	if (tally->count == 0)
	{
		*isnull = true;
		return (Datum) 0;
	}
	if (tally->makes == SW_TALLY_SUM)
		return Int64GetDatum(tally->sum);
	return sw_tally_average(tally, per_row);
}

#endif							/* SW_TALLY_H */
