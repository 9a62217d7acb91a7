/*-------------------------------------------------------------------------
 *
 * row_store.c
 *	  The rows of a queue while they are on a tuplestore.
 *
 * When the rows in memory would exceed the memory limit, they move to a
 * tuplestore, which brings its own limit (work_mem) and its own disk file.
 * Each reader of the queue then has a read pointer, which goes forward and
 * may start over at the oldest row.  The rows come back to memory when at
 * most one is left and it is small enough.  A tuplestore on disk never gets
 * shorter, so it is replaced by a new one when most of its rows have gone.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "executor/executor.h"
#include "miscadmin.h"

#include "compat.h"
#include "row_queue.h"

/*
 * A tuplestore on disk is replaced when it has this many dead rows more than
 * live ones.
 */
#define SW_STORE_DEAD_ROWS	1000

/* Readers of our own: one looks at the oldest row, one moves all of them. */
#define SW_PEEKER(queue)	((queue)->nreaders)
#define SW_MOVER(queue)		((queue)->nreaders + 1)

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

/* End the tuplestore, and free the rows that were read last from it. */
void
sw_store_end(SwRowQueue *queue)
{
	tuplestore_end(queue->store);
	queue->store = NULL;
	for (int i = 0; i < SW_READERS(queue); i++)
		ExecClearTuple(queue->readers[i].slot);
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
void
sw_store_enter(SwRowQueue *queue)
{
	store_begin(queue, queue->head);
	for (uint64 i = 0; i < queue->count; i++)
	{
		Size		first = ((queue->head + i) & queue->mask) *
			queue->ncolumns;
		SwRow		held = {queue->values + first, queue->nulls + first};

		store_put(queue, held);
	}
	sw_ring_end(queue);
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
	bytes = sw_ring_row_bytes(queue, row);
	if (queue->count == 1)
	{
		held = sw_queue_read_stored(queue, SW_PEEKER(queue), queue->head);
		bytes += sw_ring_row_bytes(queue, held);
	}
	/* half the limit, so that it won't be back on a tuplestore at once */
	if (memory->used + bytes + 2 * SW_QUEUE_BLOCK > memory->limit / 2)
		return false;

	/* the held row is the reader's own until the ring has a copy */
	sw_ring_begin(queue);
	if (queue->count == 1)
	{
		queue->count = 0;
		sw_ring_append(queue, held);
		queue->count = 1;
	}
	sw_ring_append(queue, row);
	sw_store_end(queue);
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

/* Give back what the tuplestore can without the rows that were popped. */
void
sw_store_trim(SwRowQueue *queue)
{
	/* a file can't be trimmed, so nobody needs to move on */
	if (!tuplestore_in_memory(queue->store))
		return;

	/* nobody may hold back what tuplestore_trim() can free */
	for (int i = 0; i < SW_READERS(queue); i++)
		reader_seek(queue, &queue->readers[i], queue->head);
	tuplestore_trim(queue->store);
}

/* Move "reader" back to the oldest row. */
static void
reader_rewind(SwRowQueue *queue, SwReader *reader)
{
	SwReader   *mover = &queue->readers[SW_MOVER(queue)];

	reader_seek(queue, mover, queue->head);
	tuplestore_copy_read_pointer(queue->store, mover->pointer,
								 reader->pointer);
	reader->next = mover->next;
}

/* sw_queue_row() for a queue on a tuplestore. */
SwRow
sw_queue_read_stored(SwRowQueue *queue, int number, uint64 serial)
{
	SwReader   *reader = &queue->readers[number];
	SwRow		row;

	if (reader->next != serial + 1)
	{
		if (reader->next > serial)
			reader_rewind(queue, reader);
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

