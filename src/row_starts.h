/*-------------------------------------------------------------------------
 *
 * row_starts.h
 *	  Which of the held rows begin a partition or a peer group.
 *
 * Only those rows are noted, by their serial number in the queue, so that a
 * peer group takes the same memory however large it is.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_ROW_STARTS_H
#define SW_ROW_STARTS_H

#include "row_queue.h"

/* What a row begins. */
#define SW_BEGINS_PARTITION		0x01
#define SW_BEGINS_PEERS			0x02

/*
 * A ring of mask + 1 serial numbers, the lowest bit of each telling what.  The
 * oldest of them, asked for at each row, is also kept apart.  A zeroed struct
 * is a valid empty one for a queue without rows.
 */
typedef struct SwRowStarts
{
	uint64	   *starts;			/* NULL before the first */
	uint64		head;
	uint64		count;
	uint64		mask;
	uint64		next;			/* the oldest of the ring, if there is one */
	uint64		newest;			/* serial number that was pushed last */
} SwRowStarts;

extern void sw_starts_grow(SwRowStarts *starts, SwMemory *memory,
						   MemoryContext context);

/* Note that the next row to be pushed to "queue" begins what "flags" say. */
static pg_attribute_always_inline void
sw_starts_push(SwRowStarts *starts, SwRowQueue *queue, uint8 flags)
{
	uint64		start;

	if (flags == 0)
		return;
	if (unlikely(starts->starts == NULL || starts->count > starts->mask))
		sw_starts_grow(starts, queue->memory, queue->context);
	starts->newest = queue->head + queue->count;
	start = starts->newest << 1 | ((flags & SW_BEGINS_PARTITION) != 0);
	starts->starts[(starts->head + starts->count) & starts->mask] = start;
	if (starts->count++ == 0)
		starts->next = start;
}

/* Returns how many rows of "queue" there are before the next start, if any. */
static pg_attribute_always_inline uint64
sw_starts_distance(const SwRowStarts *starts, const SwRowQueue *queue)
{
	return (starts->next >> 1) - queue->head;
}

/* Returns whether a row behind the oldest one of "queue" begins something. */
static pg_attribute_always_inline bool
sw_starts_behind_oldest(const SwRowStarts *starts, const SwRowQueue *queue)
{
	/* serial numbers of rows that have left are lower */
	return starts->newest > queue->head;
}

/*
 * Returns what the oldest row of "queue" begins, and forgets it, so that what
 * is left are starts behind that row.
 */
static pg_attribute_always_inline uint8
sw_starts_take(SwRowStarts *starts, const SwRowQueue *queue)
{
	bool		partition = starts->next & 1;

	if (starts->count == 0 || sw_starts_distance(starts, queue) > 0)
		return 0;
	starts->head++;
	if (--starts->count > 0)
		starts->next = starts->starts[starts->head & starts->mask];
	return partition ? SW_BEGINS_PARTITION | SW_BEGINS_PEERS :
		SW_BEGINS_PEERS;
}

/* Forget all. */
static inline void
sw_starts_clear(SwRowStarts *starts)
{
	starts->count = 0;
}

#endif							/* SW_ROW_STARTS_H */
