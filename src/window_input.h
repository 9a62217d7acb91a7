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

/* Returns whether "key" is the same in "row" as where it was kept. */
static pg_attribute_always_inline bool
key_unchanged(SwWindowKey *key, SwRow row)
{
	if (unlikely(row.nulls[key->column] | key->kept.isnull))
		return row.nulls[key->column] && key->kept.isnull;
	return sw_equal(&key->equality, key->kept.value, row.values[key->column]);
}

/*
 * Returns what "row" begins, compared with the one before, and keeps its keys
 * from the first one that has changed.
 */
static pg_attribute_always_inline uint8
compare_keys(SwScanState *state, SwRow row)
{
	SwWindowKey *key = state->keys;
	SwWindowKey *end = key + state->ncompared;
	SwWindowKey *order = key + state->npartition;
	uint8		flags = SW_BEGINS_PARTITION | SW_BEGINS_PEERS;

	if (likely(state->any_row))
	{
		while (key < end && key_unchanged(key, row))
			key++;
		if (key == end)
			return 0;
		if (key >= order)
			flags = SW_BEGINS_PEERS;
	}
	state->any_row = true;
	for (; key < end; key++)
		sw_retain(&key->kept, &key->equality.type, row.values[key->column],
				  row.nulls[key->column], state->context);
	return flags;
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
