# Arguments, offsets, defaults and keys of windows.

package Compare::Expression;

use strict;
use warnings;
use Exporter 'import';
use Compare::Source;
use Compare::Tables;
use Compare::Tree;
our @EXPORT = qw(argument offset default_value key count_evaluations counting sites);

our $most_sites = 3;
my ($counting, $sites);

# Whether calls of this query's functions are to be counted.
sub count_evaluations { ($counting, $sites) = ($_[0], 0); return }
sub counting { return $counting }
sub sites { return $sites }

# Returns the expression, sometimes within a function that counts its calls.
sub counted
{
	my ($expr, $type) = @_;
	return $expr if !$counting || $sites == $most_sites || $expr !~ /^\w+\.\w+$/ || chance(0.2);
	# A domain would be taken as its base type by a polymorphic function.
	return $expr if $type eq 'posint';
	$sites++;
	return alt(pick('counted', 'counted', 'counted_fixed', 'counted_volatile') . "($sites, $expr)", $expr);
}

# Returns an argument of a window function, and its type.
sub argument
{
	my ($source) = @_;
	my ($expr, $type) = @{ column_of($source) };
	return (counted($expr, $type), $type) if chance(0.6);
	my ($computed, $computed_type) = computed($source, $expr, $type);
	return (alt($computed, $expr), $computed_type);
}

# Returns an expression, mostly of a column, and its type.
sub computed
{
	my ($source, $expr, $type) = @_;
	my $r = 0.6 + rand(0.4);
	my $int = int_column($source);
	return ("$int + " . between(1, 5), 'numeric') if $r < 0.66 && $int eq '1';
	return ("($int * 2)::int", 'int') if $r < 0.7;
	return ("$expr\::text", 'text') if $r < 0.8;
	return ("100 / ($int - " . between(-2, 30) . ')', 'numeric') if $r < 0.83;
	return ("coalesce($expr, $expr)", $type eq 'bpchar' ? 'text' : $type) if $r < 0.87;
	return ("(SELECT max(z.id) FROM few z WHERE z.g = $int)", 'int') if $r < 0.9;
	return ("CASE WHEN $int > 3 THEN $expr END", $type) if $r < 0.95;
	return (pick(@{ $constants{$type} }), $type) if $r < 0.97;
	return ("($expr).b", 'text') if $type eq 'pair';
	return ("upper($expr\::text) || repeat('-', 40)", 'text');
}

# Returns an offset of LAG or LEAD.
sub offset
{
	my ($source) = @_;
	my $r = rand();
	return pick(1, 1, 1, 2, 3) if $r < 0.55;
	return pick(0, 5, 17, 300, 1024) if $r < 0.7;
	return pick(-1, -2, -7) if $r < 0.78;
	return param('int', pick(0, 1, 1, 2, 3, -1, 40, 1024, 5000, 'NULL')) if $r < 0.92;
	return 'NULL::int' if $r < 0.94;
	return pick(1025, 2147483647, -2147483647, '(-2147483648)') if $r < 0.97;
	return pick(int_column($source) . '::int % 3', '(SELECT 2)');
}

# Returns a default of LAG or LEAD for a value of the type.
sub default_value
{
	my ($source, $type) = @_;
	my $r = rand();
	return 'NULL' if $r < 0.1;
	return pick(@{ $constants{$type} }) if $r < 0.45;
	my $like = column_like($source, $type);
	return counted($like, $type) if defined $like && $r < 0.75;
	return "coalesce($like, $like)" if defined $like && $r < 0.8 && $type ne 'bpchar';
	if ($type =~ /^(int|int2|int8|numeric)$/)
	{
		my $int = int_column($source);
		return pick("-$int", '7', '2.5', "$int + 0.5", "10 / ($int - " . between(0, 40) . ')',
			param('int', between(0, 9)), "(SELECT min(z.id) FROM few z WHERE z.id > $int)");
	}
	return param('text', q('par')) if $type eq 'text' && chance(0.5);
	return pick(@{ $constants{$type} });
}

# Returns an expression to partition or order by.
sub key
{
	my ($source) = @_;
	my ($expr, $type) = @{ column_of($source) };
	my $r = rand();
	return $expr if $r < 0.82;
	return alt(int_column($source) . ' % ' . between(1, 7), $expr) if $r < 0.88;
	return alt("ROW($expr, 1)", $expr) if $r < 0.91;
	return "($expr IS NULL)" if $r < 0.94;
	return alt(qq($expr COLLATE "C"), $expr) if $type eq 'text' && $r < 0.97;
	return alt("ARRAY[$expr]", $expr) if $r < 0.98 && $type ne 'int[]';
	return "'constant'::text";
}

1;
