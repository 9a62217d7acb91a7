# What stands around a level with window functions: conditions on ranks,
# LATERAL, DISTINCT, joins, subqueries, ORDER BY and LIMIT.

package Compare::Around;

use strict;
use warnings;
use Exporter 'import';
use Compare::Source;
use Compare::Tables;
use Compare::Tree;
use Compare::Window;
our @EXPORT = qw(random_query);

# A condition on a rank; "outer" is a column of an outer query, or undef.
sub run_condition
{
	my ($level, $as, $outer) = @_;
	my $rank = "$as." . pick(@{ $level->{ranks} });
	my $other = pick(@{ $level->{cols} });
	my $bound = pick(
		(map { between(0, 6) } 1 .. 5), 1, 0, -1, 1000, 'NULL', 'NULL::int',
		'3::int2', '2::int8', '2.5', '3.0', '2.5::float8', q('NaN'::float8),
		q('Infinity'::numeric), '9223372036854775807', '(SELECT 3)',
		'(SELECT max(z.n2) FROM few z)', '(SELECT 3 WHERE false)',
		param('int', between(-1, 8)), param('int', between(-1, 8)),
		param('int8', between(0, 8)), param('int2', between(0, 4)),
		param('numeric', pick('2.5', '3', q('NaN'))), param('int', 'NULL'),
		$other->[1] =~ /^int\d?$/ ? "$as.$other->[0]" : 2, "$as." . pick(@{ $level->{ranks} }));

	$bound = $outer if defined $outer && chance(0.8);
	return cat("$rank <= ", $bound) if chance(0.3);
	return cat(@{ pick([ "$rank <= ", $bound ], [ "$rank <= ", $bound ], [ "$rank < ", $bound ], [ "$rank < ", $bound ],
		[ $bound, " >= $rank" ], [ $bound, " > $rank" ], [ "$rank = ", $bound ], [ $bound, " = $rank" ],
		[ "$rank BETWEEN 2 AND ", $bound ], [ "$rank >= ", $bound ], [ "$rank <> ", $bound ], [ "NOT $rank > ", $bound ],
		[ "$rank <= ", $bound, " AND $rank < 7" ], [ "($rank <= ", $bound, " OR $rank = 9)" ], [ "$rank IN (1, 4, ", $bound, ')' ],
		[ "$rank <= ANY (ARRAY[2, 3])" ], [ "$rank + 0 <= ", $bound ]) });
}

# The level in a subquery, with conditions on it.
sub filtered
{
	my ($level, $outer) = @_;
	my $as = new_alias('r');
	my @conditions;

	push @conditions, run_condition($level, $as, $outer) if @{ $level->{ranks} };
	push @conditions, run_condition($level, $as, $outer) if @{ $level->{ranks} } && chance(0.2);
	push @conditions, "$as." . pick(@{ $level->{cols} })->[0] . pick(' IS NOT NULL', ' IS NULL') if !@conditions || chance(0.15);
	my $names = alt(join(', ', map { "$as.$_->[0]" } @{ $level->{cols} }), '*');
	$names = '*' if chance(0.6);
	return { %$level, sql => alt(cat('SELECT ', $names, ' FROM (', $level->{sql}, ") $as", list({ sep => ' AND ', before => ' WHERE ' }, @conditions)), $level->{sql}) };
}

# As filtered(), with conditions on a column of an outer query.  Core is wrong
# there: it forgets that WindowAgg depends on what a run condition names, so
# that a Hash or a Sort above keeps the rows for another value.  So core gets a
# plan without run condition.  That evaluates more, which must not be seen.
sub outer_filtered
{
	my ($level, $outer) = @_;
	my $text = render($level->{sql}, { side => 'ours', mode => 'run', state => {} });
	return filtered($level, undef) if $text =~ m{/|counted|ROWS|RANGE|GROUPS|nth_value};
	return filtered({ %$level, sql => cat($level->{sql}, twin('', ' OFFSET 0')) }, $outer);
}

# The level beside a table, read again for each of its rows.
sub lateral
{
	my ($level) = @_;
	my $as = new_alias('l');
	my $outer = new_alias('o');
	my $inner = chance(0.75) ? outer_filtered($level, "$outer.id")->{sql} : $level->{sql};

	if (chance(0.3))
	{
		my $stop = new_alias('s');
		$inner = alt(cat("SELECT * FROM (", $inner, ") $stop ORDER BY ", join(', ', @{ $level->{uniq} }), ' LIMIT ', pick(between(1, 9), "$outer.id")), $inner);
	}
	$inner = cat($inner, opt(' OFFSET 0')) if chance(0.2);
	my $name = new_alias('u');
	return {
		sql => alt(cat("SELECT $outer.id AS $name, $as.* FROM ", pick("generate_series(0, 4) $outer (id)", "few $outer"),
			pick(', ', ' CROSS JOIN ', ' LEFT JOIN '), 'LATERAL (', $inner, ") $as"), $inner),
		cols => [ [ $name, 'int' ], @{ $level->{cols} } ],
		uniq => [ $name, @{ $level->{uniq} } ], ranks => [] };
}

# LEFT JOIN wants a condition, which the other ways to join refuse.
sub with_condition
{
	my ($level) = @_;
	my $cat = $level->{sql}[2];
	push @$cat, ' ON true' if $cat->[4] =~ /LEFT/;
	return $level;
}

# ORDER BY all that tells rows apart, and a part of the rows.  Returns a choice
# between that and the level itself, which has no order.
sub ordered
{
	my ($level, $as) = @_;
	my $uniq = join(', ', map { "$as.$_" . pick('', ' DESC', ' NULLS FIRST') } @{ $level->{uniq} });
	my @more = map { "$as." . pick(@{ $level->{cols} })->[0] . pick('', ' DESC') } 1 .. pick(0, 1, 1, 2);
	my $limit = chance(0.5) ? pick(' LIMIT 0', ' LIMIT 1', ' LIMIT 3', ' LIMIT 10', ' LIMIT 50', cat(' LIMIT ', param('int8', 4)), ' LIMIT (SELECT 5)', " FETCH FIRST 4 ROWS WITH TIES") : '';
	my $offset = chance(0.3) ? ' OFFSET ' . pick(0, 1, 7) : '';
	$offset = '' if ref $limit || $limit =~ /FETCH/;
	return alt(cat('SELECT * FROM (', $level->{sql}, ") $as ORDER BY ", list({ after => ', ' }, @more), $uniq, opt($limit), opt($offset)), $level->{sql});
}

# Other queries around a level; their rows are compared without an order.
sub wrapped
{
	my ($level, $as, $r) = @_;
	my $sql = $level->{sql};
	my @exact = grep { $exact{ $_->[1] } } @{ $level->{cols} };
	my @two = map { $_->[0] } @exact ? (shuffled(@exact))[ 0 .. ($#exact > 1 ? 1 : $#exact) ] : ();
	my $names = join(', ', map { "$as.$_" } @two);
	my $from = cat(' FROM (', $sql, ") $as");

	if ($r < 0.08 && @exact)
	{
		return pick(cat("SELECT DISTINCT $names", $from), cat("SELECT $names, count(*)", $from, " GROUP BY $names"),
			cat("SELECT $names", $from, ' ', pick('UNION', 'UNION ALL', 'EXCEPT', 'INTERSECT'), ' SELECT NULL', ', NULL' x (@two - 1)));
	}
	if ($r < 0.11)
	{
		my $on = "$as." . (@two ? $two[0] : $level->{uniq}[0]);
		return cat("SELECT DISTINCT ON ($on) *", $from, " ORDER BY $on, ", join(', ', map { "$as.$_" } @{ $level->{uniq} }));
	}
	if ($r < 0.17)
	{
		return cat('SELECT ', list({ min => 1 }, 'count(*)', map { "count($as.$_->[0])" } @{ $level->{cols} }), $from);
	}
	if ($r < 0.23)
	{
		return cat("SELECT y.id, $as.*", $from, pick(' ', ' LEFT '), "JOIN few y ON y.id = $as." . ($two[0] // $level->{uniq}[0])) if @two;
	}
	my $int = $level->{uniq}[0];
	return pick(cat("SELECT y.id, (SELECT count($as.$int)", $from, " WHERE $as.$int IS NOT NULL OR y.g = 1) FROM few y"),
		cat('SELECT y.id, EXISTS (SELECT', $from, " WHERE $as.$int >= y.id OR $as.$int = y.g) FROM few y"),
		cat("SELECT y.id, y.g NOT IN (SELECT $as.$int", $from, " WHERE $as.$int > y.n2) FROM few y"));
}

# Returns a query; if its rows have a total order, the id of the choice that
# takes it away, else 0; and its level if it is no more than that.
sub random_query
{
	my ($plain) = @_;
	my $level = window_level(0, $plain);
	my $r = rand();
	my $as = new_alias('z');

	if ($plain)
	{
		$level = filtered($level) if $r < 0.35;
		return ($level->{sql}, 0, $level);
	}
	$level = filtered($level) if $r < 0.45;
	$level = with_condition(lateral($level)) if $r > 0.45 && $r < 0.55;
	$r = rand();
	if ($r < 0.3)
	{
		my $ordered = ordered($level, $as);
		return ($ordered, $ordered->[1], undef);
	}
	return (alt(wrapped($level, $as, $r - 0.3), $level->{sql}), 0, undef) if $r < 0.6;
	return ($level->{sql}, 0, $level);
}

1;
