/*-------------------------------------------------------------------------
 *
 * window_input.h
 *	  The input of the SortedWindow node: what its rows begin, and which of
 *	  them wait until they can be the current one.
 *
 * All of this is inlined into the variants of the node's main loop in
 * window_exec.c, its only user.
 *
 *-------------------------------------------------------------------------
 */
#ifndef SW_WINDOW_INPUT_H
#define SW_WINDOW_INPUT_H

#include "executor/executor.h"
#include "miscadmin.h"
#include "window_exec.h"

/* Returns whether the keys of "row" equal those kept. */
static pg_attribute_always_inline bool
keys_equal(const SwKeys *keys, SwRow row)
{
	SwWindowKey *key = keys->keys;

	for (int n = keys->nkeys; n > 0; n--, key++)
	{
		if (row.nulls[key->column] != key->kept.isnull)
			return false;
		if (!key->kept.isnull && !sw_equal(&key->equality, key->kept.value,
										   row.values[key->column]))
			return false;
	}
	return true;
}

/* Keep the keys of "row" in memory of "context". */
static pg_attribute_always_inline void
keys_keep(const SwKeys *keys, SwRow row, MemoryContext context)
{
	SwWindowKey *key = keys->keys;

	for (int n = keys->nkeys; n > 0; n--, key++)
		sw_retain(&key->kept, &key->equality.type, row.values[key->column],
				  row.nulls[key->column], context);
}

/*
 * Returns what "row" begins, compared with the one before, and keeps its keys
 * if that is anything.
 */
static pg_attribute_always_inline uint8
compare_keys(SwScanState *state, SwRow row)
{
	if (likely(state->any_row) && keys_equal(&state->partition, row))
	{
		if (!state->needs_peers || keys_equal(&state->order, row))
			return 0;
		keys_keep(&state->order, row, state->context);
		return SW_BEGINS_PEERS;
	}
	state->any_row = true;
	keys_keep(&state->partition, row, state->context);
	if (state->needs_peers)
		keys_keep(&state->order, row, state->context);
	return SW_BEGINS_PARTITION | SW_BEGINS_PEERS;
}

/*
 * Returns the next row of the input, and in "*flags" what it begins; NULL at
 * the end of the input.  The row is valid until the next call.
 */
static pg_attribute_always_inline TupleTableSlot *
next_input(SwScanState *state, uint8 *flags)
{
	TupleTableSlot *slot = ExecProcNode(state->child);
	SwRow		row;

	if (TupIsNull(slot))
	{
		state->input_done = true;
		return NULL;
	}
	slot_getsomeattrs(slot, state->natts_needed);
	row.values = slot->tts_values;
	row.nulls = slot->tts_isnull;
	*flags = compare_keys(state, row);
	return slot;
}

/*
 * Returns whether the oldest held row has to wait for further ones: for those
 * that its functions look ahead to, or for its last peer.
 */
static pg_attribute_always_inline bool
oldest_waits(const SwScanState *state)
{
	const SwRowQueue *held = state->held;

	if ((int64) held->count <= state->max_ahead)
		return !(held->count > 1 && state->newest_begins);
	return unlikely(state->hold_peers) &&
		!sw_starts_behind_oldest(&state->starts, held);
}

/*
 * Hold input rows until the oldest one can be the current row.  Returns false
 * if there are no more.
 */
static pg_attribute_always_inline bool
hold_rows(SwScanState *state)
{
	SwRowQueue *held = state->held;

	if (state->emitted)
	{
		sw_queue_pop(held);
		state->emitted = false;
	}
	/* what is left of a partition that is skipped */
	if (unlikely(state->phase == SW_SKIP) && !state->newest_begins)
	{
		sw_queue_clear(held);
		sw_starts_clear(&state->starts);
	}
	while (!state->input_done && oldest_waits(state))
	{
		TupleTableSlot *slot;
		SwRow		row;
		uint8		flags;

		if (state->reset_context)
			ResetExprContext(state->css.ss.ps.ps_ExprContext);
		CHECK_FOR_INTERRUPTS();
		slot = next_input(state, &flags);
		if (slot == NULL)
			break;
		state->newest_begins = (flags & SW_BEGINS_PARTITION) != 0;
		/* when the rest of the partition is left out, so is this */
		if (unlikely(state->phase == SW_SKIP) && held->count == 0 &&
			!state->newest_begins)
			continue;
		row.values = slot->tts_values;
		row.nulls = slot->tts_isnull;
		sw_starts_push(&state->starts, held, flags);
		sw_queue_push(held, row);
		if (held->count > state->peak_held)
			state->peak_held = held->count;
	}
	return held->count > 0;
}

#endif							/* SW_WINDOW_INPUT_H */
