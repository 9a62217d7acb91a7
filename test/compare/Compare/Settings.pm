# Random settings of the planner and the executor.

package Compare::Settings;

use strict;
use warnings;
use Exporter 'import';
use Compare::Tree;
our @EXPORT = qw(settings parallel set);

our $major = 15;

# Returns the statements for a list of settings.
sub set { return list({ sep => '' }, map { "SET $_;\n" } @_) }

# Settings that make every plan parallel that can be.
sub parallel
{
	my @settings = (
		'max_parallel_workers_per_gather = 2', 'parallel_setup_cost = 0',
		'parallel_tuple_cost = 0', 'min_parallel_table_scan_size = 0',
		'min_parallel_index_scan_size = 0');
	push @settings, 'parallel_leader_participation = off' if chance(0.3);
	push @settings, 'enable_parallel_append = off' if chance(0.1);
	return @settings;
}

# Returns a list of settings, each "name = value".
sub settings
{
	my @settings;
	my @nodes = qw(seqscan indexscan indexonlyscan bitmapscan sort incremental_sort
	  hashagg hashjoin mergejoin nestloop material memoize tidscan);
	push @nodes, 'presorted_aggregate' if $major >= 16;
	push @nodes, 'distinct_reordering', 'self_join_elimination' if $major >= 18;
	push @settings, map { "enable_$_ = off" } some(0.07, @nodes);
	push @settings, 'work_mem = ' . pick(q('64kB'), q('64kB'), q('1MB'), q('64MB')) if chance(0.3);
	push @settings, 'hash_mem_multiplier = 1' if chance(0.1);
	push @settings, 'jit = on', 'jit_above_cost = 0',
	  (chance(0.3) ? ('jit_inline_above_cost = 0', 'jit_optimize_above_cost = 0') : ()) if chance(0.003);
	push @settings, 'cursor_tuple_fraction = ' . pick('1', '0.001') if chance(0.2);
	push @settings, 'sorted_window.max_offset = ' . pick(0, 2) if chance(0.03);
	push @settings, 'from_collapse_limit = 1' if chance(0.04);
	push @settings, 'join_collapse_limit = 1' if chance(0.04);
	push @settings, 'enable_partitionwise_aggregate = on' if chance(0.15);
	push @settings, 'enable_partitionwise_join = on' if chance(0.15);
	push @settings, 'enable_partition_pruning = off' if chance(0.03);
	push @settings, 'random_page_cost = 0.01' if chance(0.1);
	push @settings, 'enable_group_by_reordering = off' if $major >= 17 && chance(0.05);
	# Starting workers takes more than all the rest of a query.
	if (chance(0.04))
	{
		push @settings, parallel();
	}
	elsif (chance(0.01))
	{
		push @settings, ($major >= 16 ? 'debug_parallel_query' : 'force_parallel_mode') . ' = ' . pick('on', 'regress'),
		  'max_parallel_workers_per_gather = 2';
	}
	return @settings;
}

1;
