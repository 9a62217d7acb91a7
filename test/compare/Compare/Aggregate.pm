# Queries with sorted_window.first_value and last_value, whose other side is
# array_agg: ours have a rewritten, a sorted or a windowed plan, core's sorts.

package Compare::Aggregate;

use strict;
use warnings;
use Exporter 'import';
use Compare::AggTables;
use Compare::Settings;
use Compare::Source;
use Compare::Tree;
our @EXPORT = qw(aggregate_query aggregate_settings);

our $icu = 0;

# Returns an expression to be kept, and what it may be cut down to.
sub value
{
	my $value = any_value();
	return ref $value || $value =~ /^\w+$/ ? $value : alt($value, 'i4');
}

sub any_value
{
	my $r = rand();
	return alt(cat('ROW(', list({ min => 1 }, pick(@sortable), pick(@values), some(0.3, @values[ 1 .. 6 ])), ')'), 'i4') if $r < 0.08;
	return 'ROW(id, ' . pick('t', 'w', 'tc') . ', f8)::trio' if $r < 0.16;
	return 'ROW(i4, ROW(' . pick(@values) . ', w), c)' if $r < 0.2;
	return 'ROW(i8, ROW(i4, t)::duo, NULL)::nest' if $r < 0.24;
	return 'NULL::text' if $r < 0.25;
	return 'i4 + coalesce(i2, 0)' if $r < 0.28;
	return 'array[w, t]' if $r < 0.3;
	return pick('(c).y', '(cc).p', '(cd).x') if $r < 0.33;
	return pick(@values);
}

# Returns what to order by: { expr, order }, the order a node.
sub key
{
	my $expr = pick(@sortable);
	my @collations = ('"C"', '"POSIX"', $icu ? ('"en-x-icu"', 'loose') : ());
	my $usable = $expr =~ /^(i2|i4|i8|t|n|d|ts)$/;

	if ($text_column{$expr} && chance(0.5))
	{
		$expr .= ' COLLATE ' . pick(@collations);
	}
	elsif (chance(0.15))
	{
		$expr = pick('i4 % 3', 'upper(t)', 'ROW(i2, t)', 'n * 2', q('same'::text), 'abs(i8)', 'd IS NULL', 'c', '(cc).p');
	}
	my $order = pick('', '', ' ASC', ' DESC', $usable ? (' USING <', ' USING >') : ());
	return { expr => $expr, order => opt($order . pick('', '', ' NULLS FIRST', ' NULLS LAST')) };
}

# Returns a FILTER clause or nothing.
sub filter
{
	my $filter = pick('', '', '', 'i4 > 0', 'b', 'h < 3 OR t IS NULL', 'false', 'NULL');
	return $filter ? opt(" FILTER (WHERE $filter)") : '';
}

# Returns an ordering that some calls share: its lists are cut together.
sub ordering
{
	my ($serial) = @_;
	my $keyed = chance(0.4);
	my @keys = map { key() } 1 .. pick(1, 1, 1, 2, 2, 3, 4);
	my %used;
	# Explicit collations that differ are an error among arguments.
	@keys = grep { $_->{expr} !~ /COLLATE/ || !$used{collate}++ } @keys if $keyed;

	my $choice = list({ min => 1 });
	my $shared = sub { return [ @$choice[ 0 .. 1 ], { %{ $choice->[2] }, %{ shift() } }, @_ ] };
	my %ordering = (keyed => $keyed, serial => $serial, filter => filter());
	for my $function (qw(first last))
	{
		my $nulls = $function eq 'first' ? 'LAST' : 'FIRST';
		$ordering{$function} = $shared->({}, map { $keyed ? "$_->{expr} NULLS $nulls" : cat($_->{expr}, $_->{order}) } @keys);
	}
	$ordering{args} = $shared->({}, map { $_->{expr} } @keys);
	return \%ordering;
}

# Returns a call of ours and what array_agg makes of it, as text.
sub call
{
	my ($ordering) = @_;
	my $value = value();
	my $function = pick('first', 'last');
	my $filter = chance(0.7) ? $ordering->{filter} : filter();
	my $breaker = $ordering->{serial} ? '' : ', id';
	my $ours = $ordering->{keyed}
	  ? cat("sorted_window.${function}_value(", $value, ', ', $ordering->{args}, "$breaker)", $filter)
	  : cat("sorted_window.${function}_value(", $value, ' ORDER BY ', $ordering->{$function}, "$breaker)", $filter);
	my $index = $function eq 'first' ? '1' : cat('count(*)', $filter);
	my $core = sub { return cat('(array_agg((', $_[0], ')::text ORDER BY ', $ordering->{$function}, ', id)', $filter, ')[', $index, ']') };

	# A field of a row: the rest need not be kept.
	if ((ref $value ? $value->[2] : $value) =~ /^ROW\(id, (\w+), f8\)::trio$/ && chance(0.5))
	{
		my %inner = (k => 'id', l => $1, m => 'f8');
		my $field = pick(sort keys %inner);
		return (cat('((', $ours, ").$field)::text"), $core->($inner{$field}));
	}
	return (cat('(', $ours, ')::text'), $core->($value));
}

my @groupings = ('', 'g', 'g', 'g', 'h', 'h', 'k', 'g, k', 'g % 7', 'ROLLUP (h, k)',
	'CUBE (h, k)', 'GROUPING SETS ((h), (k), ())', 'b, h', 'i2');

# Where rows come from; "serial" wants them in one order.
sub from
{
	my ($serial, $group) = @_;
	return '(SELECT * FROM big ORDER BY ' . ($group ? "$group, " : '') . 'id OFFSET 0) x' if $serial;
	return pick('big x', 'big x', 'pbig x', 'gbig x', 'vbig x',
		alt('(SELECT * FROM big ORDER BY md5(id::text)) x', 'big x'), alt('(TABLE big OFFSET 0) x', 'big x'),
		alt('big x JOIN LATERAL (SELECT 1 FROM generate_series(1, 2)) y ON x.id % 3 = 0', 'big x') );
}

sub grouped_query
{
	my ($serial) = @_;
	my @orderings = map { ordering($serial) } 1 .. pick(1, 1, 2, 3);
	my $group = $serial ? pick('', 'g', 'h', 'k', 'g, k') : pick(@groupings);
	my (@select, $having, $number);

	# Each call stands once as it was written and is compared with its twin.
	for (1 .. pick(1, 2, 3, 3, 5))
	{
		my ($ours, $core) = call(pick(@orderings));
		$number++;
		push @select, cat(twin($ours, $core), qq( COLLATE "C" AS o$number));
		$having //= cat(twin($ours, $core), ' IS NULL');
	}
	my @names = $group =~ /^[\w, ]+$/ ? split(/, /, $group) : ();
	my $sql = cat('SELECT ', list({ min => 1 }, @names, 'count(*) AS n', @select), ' FROM ', from($serial, $group),
		opt(pick('', '', '', ' WHERE i4 > -20', ' WHERE id % 17 = 0', ' WHERE false')),
		# Without its groups, rows in their order would tie otherwise.
		$serial && $group ? " GROUP BY $group" : $group ? alt(" GROUP BY $group", '') : '',
		chance(0.1) ? opt(cat(' HAVING count(*) > 1 OR ', $having)) : '');

	if (!$serial && !$group && chance(0.4))
	{
		$sql = alt(cat('SELECT s.* FROM generate_series(0, 4) z, LATERAL (', $sql, opt(' OFFSET z * 0'), ') s'), $sql);
	}
	$sql = alt(cat('WITH q AS (', $sql, ') TABLE q'), $sql) if chance(0.1);
	$sql = alt(cat('SELECT DISTINCT * FROM (', $sql, ') q'), $sql) if chance(0.08);
	$sql = alt(cat('SELECT *, row_number() OVER (ORDER BY o1, n) FROM (', $sql, ') q'), $sql) if chance(0.03) && !$group;
	$sql = alt(cat('SELECT z.id, (SELECT s.o1 FROM (', $sql, ') s) FROM generate_series(1, 3) z (id)'), $sql) if !$group && chance(0.1);
	return $sql;
}

# Calls with OVER, which know keys as arguments only.
sub window_query
{
	my $key = pick(grep { !/^(cc|ta|w)$/ } @sortable);
	my $value = value();
	my ($frame, $range) = @{ pick([ '', 'y.id <= x.id' ],
		[ ' ROWS BETWEEN 3 PRECEDING AND 1 FOLLOWING', 'y.rn BETWEEN x.rn - 3 AND x.rn + 1' ],
		[ ' ROWS BETWEEN CURRENT ROW AND 2 FOLLOWING', 'y.rn BETWEEN x.rn AND x.rn + 2' ]) };
	my $core = sub { my ($nulls, $index) = @_; return cat('(SELECT (array_agg((', $value, ")::text ORDER BY $key NULLS $nulls, id))[$index] FROM y WHERE y.g = x.g AND $range)") };
	return cat('WITH y AS MATERIALIZED (SELECT *, row_number() OVER (PARTITION BY g ORDER BY id) rn FROM big WHERE g < 2) SELECT ',
		list({ min => 1 },
			cat(twin(cat('(sorted_window.first_value(', $value, ", $key, id) OVER (PARTITION BY g ORDER BY id$frame))::text"), $core->('LAST', '1')), ' AS o1'),
			cat(twin(cat('(sorted_window.last_value(', $value, ", $key, id) OVER (PARTITION BY g ORDER BY id$frame))::text"), $core->('FIRST', 'count(*)')), ' AS o2')),
		' FROM y x');
}

# Settings of both sides: a node.  Core's plan is always a plain sort.
sub aggregate_settings
{
	my ($serial) = @_;
	my @ours = ('sorted_window.rewrite_order_by = ' . ($serial || chance(0.85) ? 'on' : 'off'));
	push @ours, 'sorted_window.coalesce = off' if chance(0.2);
	push @ours, 'enable_hashagg = off' if chance(0.3);
	push @ours, 'enable_sort = off' if chance(0.05) && !$serial;
	push @ours, 'enable_partitionwise_aggregate = on' if chance(0.7);
	push @ours, 'work_mem = ' . pick(q('64kB'), q('4MB'), q('64MB')) if chance(0.6);
	push @ours, 'hash_mem_multiplier = 1' if chance(0.3);
	push @ours, 'jit = on', 'jit_above_cost = 0' if chance(0.01);
	push @ours, parallel() if !$serial && chance(0.5);
	push @ours, ($Compare::Settings::major >= 16 ? 'debug_parallel_query' : 'force_parallel_mode') . ' = on' if !$serial && chance(0.03);
	# Rows that tie count as they arrive, so a sort for array_agg mustn't stir.
	my @core = $Compare::Settings::major >= 16 ? ('enable_presorted_aggregate = ' . ($serial ? 'off' : 'on')) : ();
	push @ours, @core;
	return twin(set(@ours), cat(map { "SET $_;\n" } @core));
}

# Returns a query and whether its rows have to come in one order.
sub aggregate_query
{
	my $serial = chance(0.25);
	return (window_query(), 0) if chance(0.04);
	return (grouped_query($serial), $serial);
}

1;
