/*-------------------------------------------------------------------------
 *
 * row_starts.c
 *	  Which of the held rows begin a partition or a peer group: see
 *	  row_starts.h.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "utils/memutils.h"

#include "compat.h"
#include "row_starts.h"

/* Entries of a new ring. */
#define SW_STARTS_FIRST		16

/*
 * Make room for one more start in a ring that is full, in "context".  What it
 * takes counts as "memory", whose limit doesn't apply.
 */
void
sw_starts_grow(SwRowStarts *starts, SwMemory *memory, MemoryContext context)
{
	uint64		size = starts->starts ? (starts->mask + 1) * 2 :
		SW_STARTS_FIRST;
	uint64	   *new = MemoryContextAllocHuge(context, size * sizeof(uint64));

	for (uint64 i = 0; i < starts->count; i++)
		new[i] = starts->starts[(starts->head + i) & starts->mask];
	if (starts->starts)
	{
		memory->used -= (starts->mask + 1) * sizeof(uint64);
		pfree(starts->starts);
	}
	sw_memory_add(memory, size * sizeof(uint64));
	starts->starts = new;
	starts->head = 0;
	starts->mask = size - 1;
}
