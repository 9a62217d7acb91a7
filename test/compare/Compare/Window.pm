# Query levels with window functions.

package Compare::Window;

use strict;
use warnings;
use Exporter 'import';
use Compare::Expression;
use Compare::Settings;
use Compare::Source;
use Compare::Tables;
use Compare::Tree;
our @EXPORT = qw(window_level);

# ----------------------------------------------------------------- frames

sub frame_offset
{
	my $r = rand();
	return pick(0, 1, 1, 2, 3, 5, 40) if $r < 0.8;
	return param('int8', pick(0, 1, 2, 7)) if $r < 0.92;
	return pick('(SELECT 2)', '(1 + 1)', '1000000') if $r < 0.98;
	return pick('-1', 'NULL::int8', param('int8', '-2'));
}

# Returns a frame of the mode whose offsets offset() makes.
sub bounds
{
	my ($mode, $offset) = @_;
	my @starts = ('UNBOUNDED PRECEDING', 'UNBOUNDED PRECEDING', 'UNBOUNDED PRECEDING', cat($offset->(), ' PRECEDING'),
		cat($offset->(), ' PRECEDING'), 'CURRENT ROW', cat($offset->(), ' FOLLOWING'));
	my @ends = (cat($offset->(), ' PRECEDING'), 'CURRENT ROW', 'CURRENT ROW', 'CURRENT ROW',
		cat($offset->(), ' FOLLOWING'), cat($offset->(), ' FOLLOWING'), 'UNBOUNDED FOLLOWING');
	# The grammar wants a start not after the end, by kind.
	my %kind = (0 => 0, 1 => 0, 2 => 0, 3 => 1, 4 => 1, 5 => 2, 6 => 3);
	my @end_kind = (1, 2, 2, 2, 3, 3, 4);
	my $start = int(rand(@starts));
	my @allowed = grep { $end_kind[$_] >= $kind{$start} && !($kind{$start} == 2 && $end_kind[$_] < 2) } 0 .. $#ends;
	my $exclude = chance(0.12) ? opt(' ' . pick('EXCLUDE CURRENT ROW', 'EXCLUDE GROUP', 'EXCLUDE TIES', 'EXCLUDE NO OTHERS')) : '';
	return cat(" $mode ", $starts[$start], $exclude) if $kind{$start} < 3 && chance(0.15);
	return cat(" $mode BETWEEN ", $starts[$start], ' AND ', $ends[ pick(@allowed) ], $exclude);
}

# Adds a frame to a window; "order" is how many keys its order has.
sub frame
{
	my ($window, $orders) = @_;
	return '' unless chance(0.35);
	$window->{framed} = 1;
	my $mode = pick('ROWS', 'ROWS', 'RANGE', $orders ? 'GROUPS' : 'ROWS');
	$window->{by_row} = 1 if $mode eq 'ROWS';
	return opt(bounds($mode, \&frame_offset)) if $mode ne 'RANGE';
	return opt(pick(' RANGE UNBOUNDED PRECEDING', ' RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING',
		' RANGE BETWEEN CURRENT ROW AND CURRENT ROW', ' RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW',
		' RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING', ' RANGE UNBOUNDED PRECEDING EXCLUDE TIES'));
}

# A window with distances in its frame, which take exactly one key.
sub distance_window
{
	my ($source) = @_;
	my %offsets = (
		int => [ 0, 1, 2, 10 ], int2 => [ 0, 1 ], int8 => [ 0, 1, 5000000000 ],
		numeric => [ '0', '0.5', '1' ], float8 => [ '0', '0.5' ],
		timestamptz => [ q('12 hours'::interval), q('0'::interval), q('1 day'::interval) ],
		date => [ q('1 day'::interval) ]);
	my @keys = grep { $offsets{ $_->[1] } } @{ $source->{cols} };
	return undef unless @keys;
	my ($key, $type) = @{ pick(@keys) };
	my $partition = chance(0.5) ? list({ before => 'PARTITION BY ', after => ' ' }, key($source)) : '';
	return {
		text => cat($partition, "ORDER BY $key", pick('', ' DESC', ' NULLS FIRST'),
			opt(bounds('RANGE', sub { return pick(@{ $offsets{$type} }) }))),
		total => (@{ $source->{uniq} } == 1 && $key eq $source->{uniq}[0]) ? 1 : 0, framed => 1 };
}

# ---------------------------------------------------------------- windows

# A window: text, and whether its order is total, it has a frame of its own
# and that frame counts rows.
sub window_definition
{
	my ($source) = @_;
	if (chance(0.05))
	{
		my $window = distance_window($source);
		return $window if $window;
	}
	my %window = (total => chance(0.75) ? 1 : 0);
	my (@partition, @order);

	push @partition, key($source) for 1 .. pick(0, 0, 1, 1, 1, 2);
	push @order, cat(key($source), pick('', '', '', ' DESC', ' NULLS FIRST', ' DESC NULLS LAST', ' ASC'))
	  for 1 .. pick(0, 0, 1, 1, 1, 2);
	my $by = list({ before => 'PARTITION BY ', after => ' ' }, @partition);
	my $frame = frame(\%window, @order + $window{total});
	if ($window{total})
	{
		$by = cat($by, 'ORDER BY ', list({ after => ', ' }, @order), join(', ', map { $_ . pick('', '', ' DESC') } @{ $source->{uniq} }));
	}
	elsif (@order)
	{
		my $min = $window{framed} ? 1 : 0;	# GROUPS needs an order
		$by = cat($by, list({ before => 'ORDER BY ', min => $min }, @order));
	}
	$window{text} = cat($by, $frame);
	return \%window;
}

# -------------------------------------------------------------- functions

sub null_treatment
{
	return $Compare::Settings::major >= 19 && chance(0.15) ? opt(pick(' RESPECT NULLS', ' IGNORE NULLS', ' IGNORE NULLS')) : '';
}

# A function that looks at its frame: call, type.  Where rows tie only those
# are taken that don't depend on which comes first.
sub frame_function
{
	my ($source, $window) = @_;
	my $int = int_column($source);
	my $numeric = column_like($source, 'numeric') // $int;
	my $float = column_like($source, 'float8') // column_like($source, 'float4') // $int;
	my $text = column_like($source, 'text');
	my $any = column_of($source);
	my $filter = chance(0.12) ? opt(" FILTER (WHERE $int > " . between(0, 20) . ')') : '';

	if (!$window->{total})
	{
		# even a count shows which row is which if the frame counts rows
		return (pick('rank()', 'dense_rank()'), 'int8') if $window->{by_row};
		return (pick('percent_rank()', 'cume_dist()'), 'float8') if chance(0.2);
		return (cat(pick("sum($int)", "avg($int)", 'count(*)', "count($any->[0])", "bool_and($int > 2)", "stddev($int)"), $filter), 'numeric');
	}
	my $r = rand();
	my ($arg, $type) = argument($source);
	return (cat(pick("sum($int)", "avg($int)", "sum($numeric)", "avg($numeric)", "sum($float)", "avg($float)"), $filter), 'float8') if $r < 0.35;
	return (cat(pick('count(*)', cat('count(', $arg, ')')), $filter), 'int8') if $r < 0.45;
	my $nulls = null_treatment();
	return (cat(pick('first_value(', 'last_value('), $arg, ')', $nulls), $type) if $r < 0.6;
	return (cat('nth_value(', $arg, ', ', pick(1, 2, 2, 3, 10, param('int', pick(1, 2, 'NULL')), 0, $int eq '1' ? 1 : "$int\::int % 4 + 1"), ')', $nulls), $type) if $r < 0.66;
	return (cat(pick('min', 'max') . "($int)", $filter), 'int8') if $r < 0.72;
	return (cat(pick('min', 'max') . "($numeric)", $filter), 'numeric') if $r < 0.76;
	return (cat(pick('min', 'max') . "($float)", $filter), 'float8') if $r < 0.8;
	return (cat(pick('min', 'max') . "($text)", $filter), 'text') if defined $text && $r < 0.84;
	return (pick('ntile(3)', 'ntile(1000)', 'percent_rank()', 'cume_dist()'), 'float8') if $r < 0.88;
	return (cat(pick('strict_plain', 'strict_moving', 'loose_moving', 'fickle') . "($int\::int)", $filter), 'int8') if $r < 0.94;
	return (cat("chained($any->[0]::text)", $filter), 'text') if $r < 0.97;
	return (cat(pick("sum(($float)::float4)", "stddev($numeric)", "array_agg($int)", "bool_or($int > 3)", "string_agg($any->[0]::text, ',')"), $filter), 'text');
}

# A window function call, without OVER: text, type, whether it is a rank.
sub window_function
{
	my ($source, $window) = @_;
	my $total = $window->{total};
	return (frame_function($source, $window), 0) if chance($window->{framed} ? 0.6 : 0.08);
	return (pick('rank()', 'dense_rank()'), 'int8', 1) unless $total;
	return (pick('row_number()', 'row_number()', 'rank()', 'dense_rank()'), 'int8', 1) if chance(0.42);

	my ($arg, $type) = argument($source);
	my $with_default = chance(0.4);
	my @args = ($arg);
	push @args, offset($source) if $with_default || chance(0.5);
	push @args, default_value($source, $type) if $with_default;
	$type = 'text' if $type eq 'bpchar' && $with_default;
	$type = 'numeric' if $type =~ /^int/ && $type !~ /\[|range/ && $with_default;
	return (cat(pick('lag', 'lead'), list({ before => '(', after => ')', min => 1 }, @args), null_treatment()), $type, 0);
}

# ------------------------------------------------------------------ level

# The select list's columns that name a row, and some others.
sub plain_columns
{
	my ($source, $level) = @_;
	my @select;
	for my $expr (@{ $source->{uniq} })
	{
		my $name = new_alias('u');
		push @select, "$expr AS $name";
		push @{ $level->{uniq} }, $name;
		my ($col) = grep { $_->[0] eq $expr } @{ $source->{cols} };
		push @{ $level->{cols} }, [ $name, $col->[1] ];
	}
	for (1 .. pick(0, 0, 1, 2, 3))
	{
		my ($expr, $type) = @{ column_of($source) };
		my $name = new_alias('x');
		push @select, "$expr AS $name";
		push @{ $level->{cols} }, [ $name, $type ];
	}
	return @select;
}

# Returns a query level with window functions.
sub window_level
{
	my ($depth, $plain) = @_;
	my $source = source($depth, $plain);
	my @windows = map { window_definition($source) } 1 .. pick(1, 1, 1, 2, 2, 3);
	my %level = (cols => [], uniq => [], ranks => []);
	my @select = plain_columns($source, \%level);
	my @named;

	if (chance(0.4))
	{
		for my $window (@windows)
		{
			$window->{name} = new_alias('w');
			push @named, cat("$window->{name} AS (", $window->{text}, ')');
		}
	}
	my $window = pick(@windows);
	for (1 .. pick(1, 1, 2, 3, 5))
	{
		# Functions of one window are what a node has to get right together.
		$window = pick(@windows) if chance(0.5);
		my ($call, $type, $rank) = window_function($source, $window);
		my $name = new_alias('f');
		my $expr = cat($call, ' OVER ', $window->{name} // ('(', $window->{text}, ')'));

		if (!$rank && chance(0.06))
		{
			$expr = cat('(', $expr, ' IS NULL)');
			$type = 'bool';
		}
		push @select, cat($expr, " AS $name");
		push @{ $level{cols} }, [ $name, $type ];
		push @{ $level{ranks} }, $name if $rank;
	}
	$level{sql} = cat($source->{with}, 'SELECT ', list({ min => 1 }, shuffled(@select)), ' FROM ', $source->{from}, where($source, 0.3),
		$source->{group}, list({ before => ' WINDOW ' }, @named));
	return \%level;
}

1;
