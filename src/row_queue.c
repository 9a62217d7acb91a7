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
 * tuplestore, which brings its own limit (work_mem) and its own disk file.
 * Each reader of the queue then has a read pointer that goes forward only.
 * The rows come back to memory when at most one is left and it is small
 * enough.  A tuplestore on disk never gets shorter, so it is replaced by a
 * new one when most of its rows have gone.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "executor/executor.h"
#include "miscadmin.h"
#include "port/pg_bitutils.h"
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
#define SW_BLOCK_BYTES		8192

/* Rows of a new ring, and how many it may have whatever the memory limit. */
#define SW_RING_ROWS		2
#define SW_RING_ROWS_ANYHOW	64

/*
 * A tuplestore on disk is replaced when it has this many dead rows more than
 * live ones.
 */
#define SW_STORE_DEAD_ROWS	1000

/* Readers of our own: one looks at the oldest row, one moves all of them. */
#define SW_PEEKER(queue)	((queue)->nreaders)
#define SW_MOVER(queue)		((queue)->nreaders + 1)
#define SW_READERS(queue)	((queue)->nreaders + 2)

/* Add "bytes" to what the scan holds. */
static void
memory_add(SwMemory *memory, Size bytes)
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

/* What a row takes in the ring, apart from its flags. */
#define SW_RING_ROW_BYTES(queue) \
	((queue)->ncolumns * (sizeof(Datum) + sizeof(bool)))

/* Resize the ring to "rows" rows, a power of two. */
static void
ring_resize(SwRowQueue *queue, uint64 rows)
{
	SwMemory   *memory = queue->memory;

	if (queue->flags)
		memory->used -= queue->mask + 1;
	queue->flags = ring_move(queue, queue->flags, rows, 1);
	memory_add(memory, rows);
	if (queue->store == NULL)
	{
		if (queue->values)
			memory->used -= (queue->mask + 1) * SW_RING_ROW_BYTES(queue);
		queue->values = ring_move(queue, queue->values, rows,
								  queue->ncolumns * sizeof(Datum));
		queue->nulls = ring_move(queue, queue->nulls, rows,
								 queue->ncolumns * sizeof(bool));
		memory_add(memory, rows * SW_RING_ROW_BYTES(queue));
	}
	queue->mask = rows - 1;
}

/* Free the rows of the ring; the flags stay. */
static void
ring_drop_rows(SwRowQueue *queue)
{
	queue->memory->used -= (queue->mask + 1) * SW_RING_ROW_BYTES(queue);
	pfree(queue->values);
	pfree(queue->nulls);
	queue->values = NULL;
	queue->nulls = NULL;
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
	ring_resize(queue, SW_RING_ROWS);
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

/* Give "block" back, or keep it as the spare one. */
static void
block_release(SwRowQueue *queue, SwBlock *block)
{
	if (queue->spare == NULL &&
		block->size + SW_BLOCK_HEADER == SW_BLOCK_BYTES)
		queue->spare = block;
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
	char	   *room;

	size = MAXALIGN(size);
	if (unlikely(block == NULL || block->size - block->used < size))
	{
		Size		total = Max(SW_BLOCK_BYTES, size + SW_BLOCK_HEADER);

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
			memory_add(queue->memory, total);
		}
		block->next = NULL;
		block->used = 0;
		if (queue->newest)
			queue->newest->next = block;
		else
			queue->oldest = block;
		queue->newest = block;
	}
	room = SW_BLOCK_DATA(block) + block->used;
	block->used += size;
	block->last = queue->head + queue->count;
	return room;
}

/* Begin a tuplestore for the rows from serial number "first" on. */
static void
store_begin(SwRowQueue *queue, uint64 first)
{
	MemoryContext oldcontext = MemoryContextSwitchTo(queue->context);

	queue->store = tuplestore_begin_heap(false, false, work_mem);
	tuplestore_set_eflags(queue->store, 0);
	queue->stored = 0;
	queue->was_stored = true;
	for (int i = 0; i < SW_READERS(queue); i++)
	{
		SwReader   *reader = &queue->readers[i];

		reader->pointer = i == 0 ? 0 :
			tuplestore_alloc_read_pointer(queue->store, 0);
		reader->next = first;
		if (reader->slot == NULL)
			reader->slot = MakeSingleTupleTableSlot(queue->desc,
													&TTSOpsMinimalTuple);
	}
	MemoryContextSwitchTo(oldcontext);
}

/*
 * Put one row, already an array of the queue's columns, into the tuplestore.
 */
static void
store_put(SwRowQueue *queue, SwRow row)
{
	tuplestore_putvalues(queue->store, queue->desc,
						 unconstify(Datum *, row.values),
						 unconstify(bool *, row.nulls));
	queue->stored++;
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

/* Free the rows that were read last from the tuplestore. */
static void
readers_clear(SwRowQueue *queue)
{
	for (int i = 0; i < SW_READERS(queue); i++)
		ExecClearTuple(queue->readers[i].slot);
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
 * Move "reader" forward to row "serial", unless it is beyond.  To skip rows of
 * a file means to read them, so it starts from the reader that is nearest.
 */
static void
reader_seek(SwRowQueue *queue, SwReader *reader, uint64 serial)
{
	SwReader   *nearest = reader;

	if (reader->next >= serial)
		return;
	for (int i = 0; i < SW_READERS(queue); i++)
	{
		SwReader   *other = &queue->readers[i];

		if (other->next > nearest->next && other->next <= serial)
			nearest = other;
	}
	if (nearest != reader)
		tuplestore_copy_read_pointer(queue->store, nearest->pointer,
									 reader->pointer);
	tuplestore_select_read_pointer(queue->store, reader->pointer);
	if (nearest->next < serial)
		tuplestore_skiptuples(queue->store, serial - nearest->next, true);
	reader->next = serial;
}

/* Move all rows from memory to a tuplestore. */
static void
store_enter(SwRowQueue *queue)
{
	store_begin(queue, queue->head);
	for (uint64 i = 0; i < queue->count; i++)
	{
		Size		first = ((queue->head + i) & queue->mask) *
			queue->ncolumns;
		SwRow		held = {queue->values + first, queue->nulls + first};

		store_put(queue, held);
	}
	blocks_free(queue);
	ring_drop_rows(queue);
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

	store_enter(queue);
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

	if (queue->store == NULL && queue->mask >= SW_RING_ROWS_ANYHOW &&
		memory->used + rows * SW_RING_ROW_BYTES(queue) > memory->limit)
		store_enter(queue);
	ring_resize(queue, rows);
}

/*
 * Returns the bytes that the by-reference columns of "row", an array of the
 * queue's columns, would take in memory.
 */
static Size
row_bytes(SwRowQueue *queue, SwRow row)
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
static void
ring_append(SwRowQueue *queue, SwRow row)
{
	Size		first = ((queue->head + queue->count) & queue->mask) *
		queue->ncolumns;

	memcpy(queue->values + first, row.values,
		   queue->ncolumns * sizeof(Datum));
	memcpy(queue->nulls + first, row.nulls, queue->ncolumns * sizeof(bool));
	if (!ring_copy_bytes(queue))
		elog(ERROR, "row queue has no room for a row that was measured");
}

/*
 * If the rows of the queue together with "row" are at most two and small,
 * bring them back to memory.  Returns whether it did, "row" included.
 */
static bool
store_leave(SwRowQueue *queue, SwRow row)
{
	SwMemory   *memory = queue->memory;
	Size		bytes;
	SwRow		held = {0};

	if (queue->count > 1)
		return false;
	bytes = row_bytes(queue, row);
	if (queue->count == 1)
	{
		held = sw_queue_read_stored(queue, SW_PEEKER(queue), queue->head);
		bytes += row_bytes(queue, held);
	}
	/* half the limit, so that it won't be back on a tuplestore at once */
	if (memory->used + bytes + 2 * SW_BLOCK_BYTES > memory->limit / 2)
		return false;

	/* the ring takes the held row's flags along, and the new one's */
	tuplestore_end(queue->store);
	queue->store = NULL;
	queue->count++;
	ring_resize(queue, SW_RING_ROWS);
	queue->count--;
	if (queue->count == 1)
	{
		queue->count = 0;
		ring_append(queue, held);
		queue->count = 1;
	}
	ring_append(queue, row);
	readers_clear(queue);
	return true;
}

/*
 * Begin a new tuplestore with the rows that are still in the queue, so that
 * the old one's disk file can go.
 */
static void
store_renew(SwRowQueue *queue)
{
	Tuplestorestate *old = queue->store;
	SwReader   *mover = &queue->readers[SW_MOVER(queue)];
	int			pointer = mover->pointer;

	Assert(mover->next <= queue->head);
	reader_seek(queue, mover, queue->head);
	store_begin(queue, queue->head);
	tuplestore_select_read_pointer(old, pointer);
	for (uint64 i = 0; i < queue->count; i++)
	{
		SwRow		row;

		CHECK_FOR_INTERRUPTS();
		if (!tuplestore_gettupleslot(old, true, true, mover->slot))
			elog(ERROR, "row queue has lost a row");
		slot_getallattrs(mover->slot);
		row.values = mover->slot->tts_values;
		row.nulls = mover->slot->tts_isnull;
		store_put(queue, row);
	}
	ExecClearTuple(mover->slot);
	tuplestore_end(old);
}

/* sw_queue_push() for a queue on a tuplestore. */
void
sw_queue_store_row(SwRowQueue *queue, SwRow row)
{
	Datum	   *values = palloc(sizeof(Datum) * queue->ncolumns);
	bool	   *nulls = palloc(sizeof(bool) * queue->ncolumns);
	SwRow		mine = {values, nulls};

	for (int i = 0; i < queue->ncolumns; i++)
	{
		values[i] = row.values[queue->source[i]];
		nulls[i] = row.nulls[queue->source[i]];
	}
	if (!store_leave(queue, mine))
	{
		if (queue->stored > 2 * queue->count + SW_STORE_DEAD_ROWS &&
			!tuplestore_in_memory(queue->store))
			store_renew(queue);
		store_put(queue, mine);
	}
	pfree(values);
	pfree(nulls);
}

/* The part of sw_queue_pop() that frees what the row took. */
void
sw_queue_after_pop(SwRowQueue *queue)
{
	if (unlikely(queue->store != NULL))
	{
		/* a file can't be trimmed, so nobody needs to move on */
		if (!tuplestore_in_memory(queue->store))
			return;

		/* nobody may hold back what tuplestore_trim() can free */
		for (int i = 0; i < SW_READERS(queue); i++)
			reader_seek(queue, &queue->readers[i], queue->head);
		tuplestore_trim(queue->store);
		return;
	}
	while (queue->oldest && queue->oldest->last < queue->head)
	{
		SwBlock    *block = queue->oldest;

		if (block == queue->newest &&
			block->size + SW_BLOCK_HEADER == SW_BLOCK_BYTES)
		{
			/* all empty: start over in the same block */
			block->used = 0;
			break;
		}
		queue->oldest = block->next;
		if (queue->oldest == NULL)
			queue->newest = NULL;
		block_release(queue, block);
	}
}

/* sw_queue_row() for a queue on a tuplestore. */
SwRow
sw_queue_read_stored(SwRowQueue *queue, int number, uint64 serial)
{
	SwReader   *reader = &queue->readers[number];
	SwRow		row;

	if (reader->next != serial + 1)
	{
		Assert(reader->next <= serial);
		reader_seek(queue, reader, serial);
		tuplestore_select_read_pointer(queue->store, reader->pointer);
		if (!tuplestore_gettupleslot(queue->store, true, true, reader->slot))
			elog(ERROR, "row queue has lost a row");
		reader->next = serial + 1;
	}
	slot_getallattrs(reader->slot);
	row.values = reader->slot->tts_values;
	row.nulls = reader->slot->tts_isnull;
	return row;
}

/* The part of sw_queue_clear() that frees what the rows took. */
void
sw_queue_after_clear(SwRowQueue *queue)
{
	if (queue->store)
	{
		tuplestore_end(queue->store);
		queue->store = NULL;
		readers_clear(queue);
		ring_resize(queue, SW_RING_ROWS);
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
