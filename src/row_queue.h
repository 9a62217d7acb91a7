/*-------------------------------------------------------------------------
 *
 * row_queue.h
 *	  A first-in, first-out queue of rows, in memory or on a tuplestore.
 *
 * The scan's queues: rows that wait until all that their functions look at
 * is known, and of the rows that have gone what functions still look at.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_ROW_QUEUE_H
#define SW_ROW_QUEUE_H

#include "executor/tuptable.h"
#include "nodes/bitmapset.h"
#include "retain.h"
#include "utils/tuplestore.h"

/* What a scan's queues hold in memory together, in bytes. */
typedef struct SwMemory
{
	Size		used;
	Size		peak;
	Size		limit;			/* beyond this a queue goes to a tuplestore */
} SwMemory;

typedef struct SwBlock SwBlock;

/* Who reads rows of a queue on a tuplestore, in the order they came. */
typedef struct SwReader
{
	int			pointer;		/* tuplestore read pointer */
	uint64		next;			/* serial number of the row it reads next */
	TupleTableSlot *slot;		/* the row it read last */
} SwReader;

/* The usual allocation for by-reference values, in bytes. */
#define SW_QUEUE_BLOCK		8192

/* All readers of "queue": the callers', and two of its own. */
#define SW_READERS(queue)	((queue)->nreaders + 2)

typedef struct SwRowQueue
{
	/* set at begin */
	int			ncolumns;
	int		   *attnos;			/* each column's attribute number */
	int		   *source;			/* each column's place in a pushed row */
	SwType	   *types;
	int			nbyref;
	int		   *byref;			/* the columns that are by-reference */
	TupleDesc	desc;			/* the columns, as a tuplestore row */
	int			nreaders;		/* callers' readers, numbered from 0 */
	MemoryContext context;		/* owner of all that is held */
	SwMemory   *memory;

	/* the rows: a ring of mask + 1 of them, row N at N & mask */
	uint64		head;			/* serial number of the oldest row */
	uint64		count;
	uint64		mask;
	Datum	   *values;			/* ncolumns a row; NULL on a tuplestore */
	bool	   *nulls;

	/* bytes of by-reference values in memory, in the order of the rows */
	SwBlock    *oldest;
	SwBlock    *newest;
	SwBlock    *spare;

	/* on a tuplestore; NULL while in memory */
	Tuplestorestate *store;
	uint64		stored;			/* rows put into "store" */
	SwReader   *readers;		/* the callers', and two of our own */
	bool		was_stored;		/* since begin */
} SwRowQueue;

/* A row as an array a column; the arrays belong to the queue. */
typedef struct SwRow
{
	const Datum *values;
	const bool *nulls;
} SwRow;

extern SwRowQueue *sw_queue_begin(TupleDesc rowdesc, const Bitmapset *columns,
								  const int *source, int nreaders,
								  SwMemory *memory, MemoryContext context);
extern int	sw_queue_column(const SwRowQueue *queue, int attno);
extern void sw_queue_grow(SwRowQueue *queue);
extern void sw_queue_copy_bytes(SwRowQueue *queue, SwRow row);
extern void sw_queue_after_pop(SwRowQueue *queue);
extern void sw_queue_after_clear(SwRowQueue *queue);
extern void sw_queue_end(SwRowQueue *queue);
extern void sw_memory_add(SwMemory *memory, Size bytes);

/* what the two halves of a queue ask of each other */
extern void sw_ring_begin(SwRowQueue *queue);
extern void sw_ring_append(SwRowQueue *queue, SwRow row);
extern Size sw_ring_row_bytes(SwRowQueue *queue, SwRow row);
extern void sw_ring_end(SwRowQueue *queue);

/* row_store.c */
extern void sw_store_enter(SwRowQueue *queue);
extern void sw_store_trim(SwRowQueue *queue);
extern void sw_store_end(SwRowQueue *queue);
extern void sw_queue_store_row(SwRowQueue *queue, SwRow row);
extern SwRow sw_queue_read_stored(SwRowQueue *queue, int reader,
								  uint64 serial);

/*
 * Append a copy of "row", an array of whatever sources the queue began with.
 * Raises out-of-memory errors and those of a tuplestore (a full disk).
 */
static pg_attribute_always_inline void
sw_queue_push(SwRowQueue *queue, SwRow row)
{
	if (unlikely(queue->count > queue->mask))
		sw_queue_grow(queue);
	if (likely(queue->store == NULL))
	{
		const uint64 place = (queue->head + queue->count) & queue->mask;
		const int	ncolumns = queue->ncolumns;
		const int  *source = queue->source;
		Datum	   *values = queue->values + place * ncolumns;
		bool	   *nulls = queue->nulls + place * ncolumns;

		for (int i = 0; i < ncolumns; i++)
		{
			const int	from = source[i];

			values[i] = row.values[from];
			nulls[i] = row.nulls[from];
		}
		if (queue->nbyref > 0)
			sw_queue_copy_bytes(queue, row);
	}
	else
		sw_queue_store_row(queue, row);
	queue->count++;
}

/*
 * Drop the oldest row.  What a caller got from sw_queue_row() is gone.
 */
static pg_attribute_always_inline void
sw_queue_pop(SwRowQueue *queue)
{
	queue->head++;
	queue->count--;
	if (queue->nbyref > 0 || unlikely(queue->store != NULL))
		sw_queue_after_pop(queue);
}

/* Drop all rows, and what they took of memory and disk. */
static pg_attribute_always_inline void
sw_queue_clear(SwRowQueue *queue)
{
	queue->head += queue->count;
	queue->count = 0;
	if (queue->nbyref > 0 || unlikely(queue->store != NULL))
		sw_queue_after_clear(queue);
}

/*
 * Returns row number "index", 0 being the oldest.  On a tuplestore it costs
 * little to ask for the same row again or for the next one, and a reader that
 * goes back starts over at the oldest row.  The row is valid until the same
 * reader reads on, or until the row is popped.
 */
static pg_attribute_always_inline SwRow
sw_queue_row(SwRowQueue *queue, int reader, uint64 index)
{
	Assert(index < queue->count);
	if (likely(queue->store == NULL))
	{
		Size		first = ((queue->head + index) & queue->mask) *
			queue->ncolumns;
		SwRow		row = {queue->values + first, queue->nulls + first};

		return row;
	}
	return sw_queue_read_stored(queue, reader, queue->head + index);
}

#endif							/* SW_ROW_QUEUE_H */
