/*-------------------------------------------------------------------------
 *
 * window_node.c
 *	  The SortedWindow executor node, as the executor sees it.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "executor/executor.h"

#include "compat.h"
#include "window_exec.h"

static Node *sw_create_window_state(CustomScan *cscan);
static TupleTableSlot *sw_exec_window(CustomScanState *node);
static void sw_end_window(CustomScanState *node);
static void sw_rescan_window(CustomScanState *node);

const CustomScanMethods sw_scan_methods = {
	.CustomName = "SortedWindow",
	.CreateCustomScanState = sw_create_window_state,
};

static const CustomExecMethods sw_exec_methods = {
	.CustomName = "SortedWindow",
	.BeginCustomScan = sw_begin_window,
	.ExecCustomScan = sw_exec_window,
	.EndCustomScan = sw_end_window,
	.ReScanCustomScan = sw_rescan_window,
	.ExplainCustomScan = sw_explain_window,
};

/* Called once, at library load; parallel workers find the node by name. */
void
sw_register_scan(void)
{
	RegisterCustomScanMethods(&sw_scan_methods);
}

/* Returns whether "cscan" is a SortedWindow. */
bool
sw_is_our_scan(CustomScan *cscan)
{
	return cscan->methods == &sw_scan_methods;
}

/* The CreateCustomScanState callback. */
static Node *
sw_create_window_state(CustomScan *cscan)
{
	SwScanState *state = palloc0(sizeof(SwScanState));

	NodeSetTag(state, T_CustomScanState);
	state->css.methods = &sw_exec_methods;
	return (Node *) state;
}

/*
 * The ExecCustomScan callback, which is called once: from then on the
 * executor calls the variant of the node's main loop that fits, which saves a
 * call a row.
 */
static TupleTableSlot *
sw_exec_window(CustomScanState *node)
{
	SwScanState *state = (SwScanState *) node;
	ExecProcNodeMtd variant;

	if (!state->started)
	{
		sw_start_window(state);
		sw_bound_input(state);
	}
	variant = sw_window_variant(state);
	ExecSetExecProcNode(&node->ss.ps, variant);
	return variant(&node->ss.ps);
}

/* The EndCustomScan callback. */
static void
sw_end_window(CustomScanState *node)
{
	SwScanState *state = (SwScanState *) node;

	if (state->held)
		sw_queue_end(state->held);
	if (state->gone)
		sw_queue_end(state->gone);
	for (int i = 0; i < state->nfuncs; i++)
		if (state->funcs[i].kept_row)
			sw_queue_end(state->funcs[i].kept_row);
	MemoryContextDelete(state->context);
	ExecEndNode(state->child);
}

/* The ReScanCustomScan callback. */
static void
sw_rescan_window(CustomScanState *node)
{
	SwScanState *state = (SwScanState *) node;

	state->phase = SW_RUN;
	state->input_done = false;
	state->any_row = false;
	state->newest_begins = false;
	state->emitted = false;
	state->bounds_known = false;
	if (state->held)
		sw_queue_clear(state->held);
	if (state->gone)
		sw_queue_clear(state->gone);
	sw_starts_clear(&state->starts);

	/* the bound has to be there before the child starts over */
	if (state->started)
		sw_bound_input(state);

	/* if the child's parameters have changed, it starts over by itself */
	if (state->child->chgParam == NULL)
		ExecReScan(state->child);
}
