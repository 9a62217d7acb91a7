/*-------------------------------------------------------------------------
 *
 * row_queue.c
 *	  A first-in, first-out queue of rows, in memory or on a tuplestore.
 *
 * In memory, rows are a ring of Datum arrays.  By-reference values are
 * copied one after the other into blocks, which are as much a queue as the
 * rows are: a block goes as soon as the last row that has bytes in it went.
 *
 *	 rows		  5		 6		7	   8	  9
 *	 blocks		[..555666][6677777][88899.......]
 *				 oldest				newest
 *
 * So what is held is what the rows in the queue need, rounded up to blocks:
 * a huge value gives its memory back when its row has gone, and short
 * queues stay in the processor's cache however long the input is.
 *
 * When the next block would exceed the memory limit, the rows move to a
 * tuplestore: see row_store.c.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "executor/executor.h"
#include "utils/memdebug.h"
#include "utils/memutils.h"

#include "compat.h"
#include "row_queue.h"

struct SwBlock
{
	SwBlock    *next;
	Size		size;			/* bytes of data */
	Size		used;
	uint64		last;			/* newest row with bytes in here */
	char		data[FLEXIBLE_ARRAY_MEMBER];
};

#define SW_BLOCK_HEADER		MAXALIGN(offsetof(SwBlock, data))
#define SW_BLOCK_DATA(block) ((char *) (block) + SW_BLOCK_HEADER)

/* The usual block, header included; a chunk of this size is recycled. */
#define SW_BLOCK_BYTES		SW_QUEUE_BLOCK

/* Rows of a new ring, and how many it may have whatever the memory limit. */
#define SW_RING_ROWS		2
#define SW_RING_ROWS_ANYHOW	64

/* Add "bytes" to what the scan holds. */
void
sw_memory_add(SwMemory *memory, Size bytes)
{
	memory->used += bytes;
	if (memory->used > memory->peak)
		memory->peak = memory->used;
}

/*
 * Move "row_bytes" bytes a row of the ring at "old", which may be NULL, to a
 * new ring of "rows" rows, a power of two, and returns it.
 */
static void *
ring_move(SwRowQueue *queue, void *old, uint64 rows, Size row_bytes)
{
	char	   *new = MemoryContextAllocHuge(queue->context,
											 Max(rows * row_bytes, 1));

	if (old)
	{
		for (uint64 i = 0; i < queue->count; i++)
			memcpy(new + ((queue->head + i) & (rows - 1)) * row_bytes,
				   (char *) old + ((queue->head + i) & queue->mask) * row_bytes,
				   row_bytes);
		pfree(old);
	}
	return new;
}

/* What a row takes in the ring. */
#define SW_RING_ROW_BYTES(queue) \
	((queue)->ncolumns * (sizeof(Datum) + sizeof(bool)))

/* Resize the ring to "rows" rows, a power of two. */
static void
ring_resize(SwRowQueue *queue, uint64 rows)
{
	if (queue->values)
		queue->memory->used -= (queue->mask + 1) * SW_RING_ROW_BYTES(queue);
	queue->values = ring_move(queue, queue->values, rows,
							  queue->ncolumns * sizeof(Datum));
	queue->nulls = ring_move(queue, queue->nulls, rows,
							 queue->ncolumns * sizeof(bool));
	sw_memory_add(queue->memory, rows * SW_RING_ROW_BYTES(queue));
	queue->mask = rows - 1;
}

/* Begin an empty ring, with the queue's memory for the rows to come. */
void
sw_ring_begin(SwRowQueue *queue)
{
	Assert(queue->values == NULL);
	ring_resize(queue, SW_RING_ROWS);
}

/*
 * Returns an empty queue of the "columns" (attribute numbers) of "rowdesc".
 * Rows will be pushed as arrays in which attribute N stands at source[N - 1]
 * (or at N - 1 where "source" is NULL).  "nreaders" callers may read rows
 * behind each other's back.  The queue and all it holds live in "context".
 */
SwRowQueue *
sw_queue_begin(TupleDesc rowdesc, const Bitmapset *columns, const int *source,
			   int nreaders, SwMemory *memory, MemoryContext context)
{
	MemoryContext oldcontext = MemoryContextSwitchTo(context);
	SwRowQueue *queue = palloc0(sizeof(SwRowQueue));
	int			natts = bms_num_members(columns);
	int			attno = -1;

	queue->attnos = palloc(sizeof(int) * Max(natts, 1));
	queue->source = palloc(sizeof(int) * Max(natts, 1));
	queue->types = palloc(sizeof(SwType) * Max(natts, 1));
	queue->byref = palloc(sizeof(int) * Max(natts, 1));
	queue->desc = CreateTemplateTupleDesc(natts);
	while ((attno = bms_next_member(columns, attno)) >= 0)
	{
		int			i = queue->ncolumns++;

		queue->attnos[i] = attno;
		queue->source[i] = source ? source[attno - 1] : attno - 1;
		queue->types[i] = sw_type_of_attr(rowdesc, attno);
		if (!queue->types[i].typbyval)
			queue->byref[queue->nbyref++] = i;
		TupleDescCopyEntry(queue->desc, i + 1, rowdesc, attno);
	}
	sw_tupledesc_finalize(queue->desc);
	queue->nreaders = nreaders;
	queue->readers = palloc0(sizeof(SwReader) * SW_READERS(queue));
	queue->context = context;
	queue->memory = memory;
	sw_ring_begin(queue);
	MemoryContextSwitchTo(oldcontext);
	return queue;
}

/* Returns which column of the queue is attribute "attno". */
int
sw_queue_column(const SwRowQueue *queue, int attno)
{
	for (int i = 0; i < queue->ncolumns; i++)
		if (queue->attnos[i] == attno)
			return i;
	elog(ERROR, "column %d is not in the row queue", attno);
}

/*
 * Make "block" an empty one.  Memory checkers take any access to what was in
 * it for a mistake then, as they do after a pfree.
 */
static void
block_clear(SwBlock *block)
{
	block->used = 0;
	VALGRIND_MAKE_MEM_NOACCESS(SW_BLOCK_DATA(block), block->size);
}

/* Give "block" back, or keep it as the spare one. */
static void
block_release(SwRowQueue *queue, SwBlock *block)
{
	if (queue->spare == NULL &&
		block->size + SW_BLOCK_HEADER == SW_BLOCK_BYTES)
	{
		block_clear(block);
		queue->spare = block;
	}
	else
	{
		queue->memory->used -= block->size + SW_BLOCK_HEADER;
		pfree(block);
	}
}

/*
 * Returns room for "size" bytes of the row that is being pushed, or NULL if
 * that would exceed the memory limit.
 */
static char *
block_room(SwRowQueue *queue, Size size)
{
	SwBlock    *block = queue->newest;
	Size		aligned = MAXALIGN(size);
	char	   *room;

	if (unlikely(block == NULL || block->size - block->used < aligned))
	{
		Size		total = Max(SW_BLOCK_BYTES, aligned + SW_BLOCK_HEADER);

		if (total == SW_BLOCK_BYTES && queue->spare)
		{
			block = queue->spare;
			queue->spare = NULL;
		}
		else
		{
			if (queue->memory->used + total > queue->memory->limit)
				return NULL;
			block = MemoryContextAllocHuge(queue->context, total);
			block->size = total - SW_BLOCK_HEADER;
			block_clear(block);
			sw_memory_add(queue->memory, total);
		}
		block->next = NULL;
		if (queue->newest)
			queue->newest->next = block;
		else
			queue->oldest = block;
		queue->newest = block;
	}
	room = SW_BLOCK_DATA(block) + block->used;
	VALGRIND_MAKE_MEM_UNDEFINED(room, size);
	block->used += aligned;
	block->last = queue->head + queue->count;
	return room;
}

/* Free all blocks of by-reference values. */
static void
blocks_free(SwRowQueue *queue)
{
	SwBlock    *block = queue->oldest;

	while (block)
	{
		SwBlock    *next = block->next;

		block_release(queue, block);
		block = next;
	}
	queue->oldest = queue->newest = NULL;
}

/* Free the ring and the bytes of its rows, which are on a tuplestore now. */
void
sw_ring_end(SwRowQueue *queue)
{
	blocks_free(queue);
	queue->memory->used -= (queue->mask + 1) * SW_RING_ROW_BYTES(queue);
	pfree(queue->values);
	pfree(queue->nulls);
	queue->values = NULL;
	queue->nulls = NULL;
	/* there is always room for one more */
	queue->mask = PG_UINT64_MAX;
}

/*
 * Copy the bytes of the row that stands after the last one in the ring, so
 * that its by-reference columns are the queue's own.  Returns false if they
 * would exceed the memory limit; the row is then to be stored.
 */
static bool
ring_copy_bytes(SwRowQueue *queue)
{
	Size		first = ((queue->head + queue->count) & queue->mask) *
		queue->ncolumns;

	for (int i = 0; i < queue->nbyref; i++)
	{
		int			column = queue->byref[i];
		Datum	   *value = &queue->values[first + column];
		const SwType *type = &queue->types[column];
		Size		size;
		char	   *room;

		if (queue->nulls[first + column])
			continue;
		size = sw_datum_size(*value, type);
		room = block_room(queue, size);
		if (unlikely(room == NULL))
			return false;
		sw_datum_write(room, size, *value, type);
		*value = PointerGetDatum(room);
	}
	return true;
}

/*
 * The by-reference part of sw_queue_push(): copy the bytes of the new row, or
 * move the queue to a tuplestore if there is no room for them.
 */
void
sw_queue_copy_bytes(SwRowQueue *queue, SwRow row)
{
	if (likely(ring_copy_bytes(queue)))
		return;

	sw_store_enter(queue);
	sw_queue_store_row(queue, row);
}

/*
 * Make room for one more row than the ring has, if need be by moving the
 * rows to a tuplestore.
 */
void
sw_queue_grow(SwRowQueue *queue)
{
	SwMemory   *memory = queue->memory;
	uint64		rows = (queue->mask + 1) * 2;

	if (queue->mask >= SW_RING_ROWS_ANYHOW &&
		memory->used + rows * SW_RING_ROW_BYTES(queue) > memory->limit)
		sw_store_enter(queue);
	else
		ring_resize(queue, rows);
}

/*
 * Returns the bytes that the by-reference columns of "row", an array of the
 * queue's columns, would take in memory.
 */
Size
sw_ring_row_bytes(SwRowQueue *queue, SwRow row)
{
	Size		bytes = 0;

	for (int i = 0; i < queue->nbyref; i++)
	{
		int			column = queue->byref[i];

		if (!row.nulls[column])
			bytes += MAXALIGN(sw_datum_size(row.values[column],
											&queue->types[column]));
	}
	return bytes;
}

/*
 * Copy "row", an array of the queue's columns, to its place after the last
 * row of the ring; there must be room for it.
 */
void
sw_ring_append(SwRowQueue *queue, SwRow row)
{
	Size		first = ((queue->head + queue->count) & queue->mask) *
		queue->ncolumns;

	memcpy(queue->values + first, row.values,
		   queue->ncolumns * sizeof(Datum));
	memcpy(queue->nulls + first, row.nulls, queue->ncolumns * sizeof(bool));
	if (!ring_copy_bytes(queue))
		elog(ERROR, "row queue has no room for a row that was measured");
}

/* The part of sw_queue_pop() that frees what the row took. */
void
sw_queue_after_pop(SwRowQueue *queue)
{
	if (unlikely(queue->store != NULL))
	{
		sw_store_trim(queue);
		return;
	}
	while (queue->oldest && queue->oldest->last < queue->head)
	{
		SwBlock    *block = queue->oldest;

		if (block == queue->newest &&
			block->size + SW_BLOCK_HEADER == SW_BLOCK_BYTES)
		{
			/* all empty: start over in the same block */
			block_clear(block);
			break;
		}
		queue->oldest = block->next;
		if (queue->oldest == NULL)
			queue->newest = NULL;
		block_release(queue, block);
	}
}

/* The part of sw_queue_clear() that frees what the rows took. */
void
sw_queue_after_clear(SwRowQueue *queue)
{
	if (queue->store)
	{
		sw_store_end(queue);
		sw_ring_begin(queue);
	}
	else
		sw_queue_after_pop(queue);
}

/* Give up what isn't freed with the queue's memory context. */
void
sw_queue_end(SwRowQueue *queue)
{
	if (queue->store)
		tuplestore_end(queue->store);
	for (int i = 0; i < SW_READERS(queue); i++)
		if (queue->readers[i].slot)
			ExecDropSingleTupleTableSlot(queue->readers[i].slot);
}
