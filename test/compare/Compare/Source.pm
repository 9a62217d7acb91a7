# What a query reads. A source is a hash of
#	from	what FROM says
#	cols	columns, each [ expression, type ]
#	uniq	expressions that identify a row
#	ranks	names of those of the columns that number rows
#	with	what WITH says, or ''
#	group	what GROUP BY says, or ''
#	plain	whether it is no more than a table: counts of evaluations compare
# and a level, a whole query, one of sql, cols, uniq and ranks.

package Compare::Source;

use strict;
use warnings;
use Exporter 'import';
use Compare::Tables;
use Compare::Tree;
our @EXPORT = qw(source table_source derived where new_alias reset_aliases
  column_of column_like int_column);

my $alias;
my $window_level;

sub new_alias { return $_[0] . ++$alias }

# Starts a query; "level" makes a query level with windows.
sub reset_aliases
{
	($window_level) = @_;
	$alias = 0;
}

# ---------------------------------------------------------------- columns

sub column_of { my ($source) = @_; return pick(@{ $source->{cols} }) }

# Returns a column of the type, or undef.
sub column_like
{
	my ($source, $type) = @_;
	my @like = grep { $_->[1] eq $type } @{ $source->{cols} };
	return @like ? pick(@like)->[0] : undef;
}

sub int_column
{
	my ($source) = @_;
	return column_like($source, 'int') // column_like($source, 'int8') // '1';
}

# Returns WHERE with a condition, or nothing.
sub where
{
	my ($source, $chance) = @_;
	return '' unless chance($chance);
	my $int = int_column($source);
	my $other = column_of($source)->[0];
	return '' if "$int $other" =~ /\(/;	# an aggregate
	return opt(cat(' WHERE ', pick("$int % 3 <> 1", "$int > " . between(-3, 40),
		"$other IS NOT NULL", cat("$int = ", param('int', between(0, 9))),
		cat("$int < ", param('int', between(-1, 120))),
		"$int IN (1, 2, 3, 5, 8)", "$int IS NULL")));
}

# ---------------------------------------------------------------- sources

sub table_source
{
	my $table = pick(qw(t t t t t t t t wide wide wide wide part part part hashed hashed few few none v v));
	my $as = new_alias('t');
	return {
		from => "$table $as", as => $as, with => '', group => '', ranks => [], plain => 1,
		cols => [ map { [ "$as.$_->[0]", $_->[1] ] } @{ $tables{$table} } ],
		uniq => ["$as.id"] };
}

# The query "level" as a source; sometimes a CTE.
sub derived
{
	my ($level) = @_;
	my $as = new_alias('q');
	my %source = (
		from => cat('(', $level->{sql}, ") $as"), with => '', group => '',
		cols => [ map { [ "$as.$_->[0]", $_->[1] ] } @{ $level->{cols} } ],
		uniq => [ map { "$as.$_" } @{ $level->{uniq} } ],
		ranks => [ map { "$as.$_" } @{ $level->{ranks} } ]);

	if (chance(0.15))
	{
		my $cte = new_alias('cte');
		my $cte_from = "$cte $as";
		my $subquery = $source{from};
		my $with = cat("WITH $cte AS ", pick('', 'MATERIALIZED ', 'NOT MATERIALIZED '), '(', $level->{sql}, ') ');
		# Both or neither: one choice, two places.
		my $choice = alt(0, 1);
		$source{with} = [ @$choice[ 0, 1 ], $with, '' ];
		$source{from} = [ @$choice[ 0, 1 ], $cte_from, $subquery ];
	}
	return \%source;
}

sub join_source
{
	my ($x, $y) = (table_source(), table_source());
	my $how = pick('JOIN', 'JOIN', 'LEFT JOIN', 'FULL JOIN');
	my ($a, $b) = ($x->{as}, $y->{as});
	my $on = pick("$a.id = $b.id", "$a.id = $b.id", "$a.g = $b.id", "$a.id = $b.n2");
	return {
		from => alt("$x->{from} $how $y->{from} ON $on", $x->{from}), with => '', group => '', ranks => [],
		cols => [ @{ $x->{cols} }, @{ $y->{cols} } ],
		uniq => [ @{ $x->{uniq} }, @{ $y->{uniq} } ] };
}

sub set_source
{
	my $how = pick('UNION ALL', 'UNION ALL', 'UNION ALL', 'UNION', 'INTERSECT', 'EXCEPT', 'EXCEPT ALL');
	my ($number, @branches) = (0);
	for my $source (table_source(), table_source(), chance(0.1) ? table_source() : ())
	{
		my $as = $source->{as};
		my $branch = $how eq 'UNION ALL' ? $number++ : 0;
		push @branches, $how eq 'UNION ALL'
		  ? cat("SELECT $branch AS branch, $as.id, $as.g, $as.s, $as.n2, $as.k FROM $source->{from}", where($source, 0.3))
		  : cat("SELECT 0 AS branch, $as.id, $as.g, $as.s, $as.n2, 1::numeric AS k FROM $source->{from}", where($source, 0.3));
	}
	return derived({
		sql => list({ sep => " $how ", min => 1 }, @branches), ranks => [],
		cols => [ [ branch => 'int' ], [ id => 'int' ], [ g => 'int' ], [ s => 'text' ], [ n2 => 'int2' ], [ k => 'numeric' ] ],
		uniq => [ 'branch', 'id', 'g', 's', 'n2' ] });
}

# Grouped rows: in a subquery, or on the window's own level.
sub group_source
{
	my $x = table_source();
	my $as = $x->{as};
	my $by = alt(pick("$as.g, $as.n2", "ROLLUP ($as.g, $as.n2)", "$as.n2, $as.g"), "$as.g, $as.n2");
	if (chance(0.5))
	{
		my @cols = ([ "$as.g", 'int' ], [ "$as.n2", 'int2' ], [ 'count(*)', 'int8' ], [ "sum($as.id)", 'int8' ], [ "max($as.s)", 'text' ], [ "grouping($as.g, $as.n2)", 'int' ]);
		return {
			from => $x->{from}, with => '', group => cat(' GROUP BY ', $by), ranks => [],
			cols => \@cols, uniq => [ map { $_->[0] } @cols[ 0, 1, 3, 5 ] ] };
	}
	return derived({
		sql => cat("SELECT $as.g, $as.n2, count(*) AS n, sum($as.id) AS total, max($as.s) AS s FROM $x->{from}", where($x, 0.3), ' GROUP BY ', $by),
		cols => [ [ g => 'int' ], [ n2 => 'int2' ], [ n => 'int8' ], [ total => 'int8' ], [ s => 'text' ] ],
		uniq => [ 'g', 'n2', 'n', 'total' ], ranks => [] });
}

# A recursive CTE, with windows in both of its terms.
sub recursive_source
{
	my $cte = new_alias('rec');
	my $as = new_alias('q');
	my $first = pick('row_number() OVER (ORDER BY id)', 'rank() OVER (PARTITION BY g ORDER BY id)', 'coalesce(lag(id) OVER (ORDER BY id), 0)::int8');
	my $next = pick('row_number() OVER (ORDER BY id DESC)', 'lead(x, 1, 9::int8) OVER (ORDER BY id)', 'rank() OVER (PARTITION BY g ORDER BY id)', 'x');
	my $limit = pick('n < 3', 'n < 4 AND id % 2 = 0', 'n < x');
	return {
		from => "$cte $as", group => '', ranks => [ "$as.x" ],
		with => cat("WITH RECURSIVE $cte AS (SELECT id, g, 1 AS n, ", alt($first, '1::int8'), ' AS x FROM few UNION ALL SELECT id, g, n + 1, ', alt($next, 'x'), " FROM $cte WHERE $limit AND n < 9) "),
		cols => [ [ "$as.id", 'int' ], [ "$as.g", 'int' ], [ "$as.n", 'int' ], [ "$as.x", 'int8' ] ],
		uniq => [ "$as.n", "$as.id" ] };
}

sub other_source
{
	my $as = new_alias('o');
	my $source = pick(
		{ from => "generate_series(1, " . between(0, 40) . ") $as (id)", cols => [ [ "$as.id", 'int' ] ] },
		{ from => "(VALUES (1, 'a'::text), (2, NULL), (3, 'b'), (4, 'b')) $as (id, s)", cols => [ [ "$as.id", 'int' ], [ "$as.s", 'text' ] ] },
		{ from => "unnest('{3,1,2,NULL,1}'::int[], '{x,y}'::text[]) WITH ORDINALITY $as (n, s, id)", cols => [ [ "$as.id", 'int8' ], [ "$as.n", 'int' ], [ "$as.s", 'text' ] ] },
		{ from => "ranked $as", cols => [ [ "$as.id", 'int' ], [ "$as.g", 'int' ], [ "$as.s", 'text' ], [ "$as.n", 'int8' ], [ "$as.before", 'text' ] ] });
	return { with => '', group => '', ranks => [], uniq => [ $source->{cols}[0][0] ], %$source };
}

# Returns a source; with "plain", a table.
sub source
{
	my ($depth, $plain) = @_;
	my $r = rand();
	return table_source() if $plain || $r < 0.45;
	return join_source() if $r < 0.58;
	return set_source() if $r < 0.66;
	return group_source() if $r < 0.74;
	return recursive_source() if $r < 0.77;
	return other_source() if $r < 0.82;
	return table_source() if $depth > 1;
	return derived($window_level->($depth + 1));
}

1;
