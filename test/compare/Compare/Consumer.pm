# By what a query is run: directly, prepared, through cursors, by functions, as
# the source of another statement.

package Compare::Consumer;

use strict;
use warnings;
use Exporter 'import';
use Compare::Settings;
use Compare::Source;
use Compare::Tables;
use Compare::Tree;
our @EXPORT = qw(consumer direct);

# Runs, or explains.
sub direct
{
	my ($query) = @_;
	return mode(cat($query, ";\n"), cat('EXPLAIN (VERBOSE, COSTS OFF) ', $query, ";\n"));
}

sub explained
{
	my ($query, $before, $after) = @_;
	return mode(cat($before, $query, $after), cat('EXPLAIN (VERBOSE, COSTS OFF) ', $query, ";\n"));
}

# A few fetches to and fro; all rows where they have no total order, or when a
# reducer takes it away.
sub fetches
{
	my ($in_order, $scroll) = @_;
	return "FETCH ALL FROM c;\n" unless $in_order;
	my @forward = ('FETCH 1 FROM c', 'FETCH 5 FROM c', 'FETCH 30 FROM c', 'MOVE 3 FROM c', 'FETCH ALL FROM c', 'FETCH FORWARD 2 FROM c');
	my @other = ('FETCH PRIOR FROM c', 'FETCH BACKWARD 4 FROM c', 'FETCH LAST FROM c', 'FETCH FIRST FROM c',
		'FETCH ABSOLUTE 4 FROM c', 'FETCH ABSOLUTE -2 FROM c', 'FETCH RELATIVE -3 FROM c', 'MOVE BACKWARD 2 FROM c',
		'FETCH BACKWARD ALL FROM c', 'MOVE LAST FROM c', 'FETCH RELATIVE 0 FROM c');
	my $fetches = list({ sep => '' }, map { pick(@forward, $scroll ? @other : ()) . ";\n" } 1 .. between(1, 8));
	return [ 'alt', $in_order, $fetches, "FETCH ALL FROM c;\n" ];
}

sub cursor
{
	my ($query, $in_order) = @_;
	my $scroll = chance(0.5);
	my $hold = chance(0.3);
	return explained($query, cat("BEGIN;\nDECLARE c ", $scroll ? 'SCROLL' : 'NO SCROLL', ' CURSOR', $hold ? ' WITH HOLD' : '', ' FOR '),
		cat(";\n", $hold && chance(0.5) ? fetches($in_order, $scroll) : '', $hold ? "COMMIT;\n" : '', fetches($in_order, $scroll),
			"CLOSE c;\n", $hold ? '' : "COMMIT;\n"));
}

# Statements that write; "level" has an integer that identifies its rows.
sub writer
{
	my ($query, $level) = @_;
	my $id = $level->{uniq}[0];
	my $set = pick(@{ $level->{cols} })->[0];
	my $copy = "BEGIN;\nCREATE TEMP TABLE copy AS TABLE few;\n";
	my $look = ";\nTABLE copy;\nROLLBACK;\n";
	my @ways = (
		explained($query, cat("BEGIN;\nCREATE TEMP TABLE made AS "), cat(";\nTABLE made;\nROLLBACK;\n")),
		explained($query, cat("BEGIN;\nCREATE TEMP TABLE made AS ", $query, " WITH NO DATA;\nINSERT INTO made "), ";\nTABLE made;\nROLLBACK;\n"),
		explained($query, "BEGIN;\nCREATE MATERIALIZED VIEW made AS ", ";\nREFRESH MATERIALIZED VIEW made;\nTABLE made;\nROLLBACK;\n"));
	if (@{ $level->{uniq} } == 1 && $level->{cols}[0][1] =~ /^int/)
	{
		push @ways,
		  explained($query, cat("${copy}UPDATE copy SET s = new.$set\::text FROM ("), cat(") new WHERE copy.id = new.$id RETURNING copy.id, new.*$look")),
		  explained($query, cat("${copy}DELETE FROM copy USING ("), cat(") new WHERE copy.id = new.$id RETURNING copy.*, new.*$look")),
		  explained($query, cat("${copy}MERGE INTO copy USING ("), cat(") new ON copy.id = new.$id WHEN MATCHED AND copy.g < 3 THEN DELETE WHEN MATCHED THEN UPDATE SET s = new.$set\::text WHEN NOT MATCHED THEN INSERT (id, s) VALUES (new.$id, new.$set\::text)$look"));
	}
	return pick(@ways);
}

# A query as the text of a function.
sub functional
{
	my ($query) = @_;
	my $tag = '$looped$';
	return pick(
		explained($query, "SELECT * FROM looped($tag", "$tag);\n"),
		explained($query, "SELECT * FROM caught($tag", "$tag);\n"),
		explained($query, "BEGIN;\nCREATE FUNCTION pg_temp.looping() RETURNS SETOF text LANGUAGE plpgsql AS \$f\$DECLARE r record; BEGIN FOR r IN ",
			" LOOP RETURN NEXT r::text; END LOOP; END\$f\$;\nSELECT * FROM pg_temp.looping();\nSELECT pg_temp.looping();\nROLLBACK;\n"),
		explained($query, 'COPY (', ") TO STDOUT;\n"),
		explained($query, "BEGIN;\nCREATE TEMP VIEW seen AS ", ";\nSELECT * FROM seen;\nROLLBACK;\n"));
}

# Returns the script that runs a query.
sub consumer
{
	my ($query, $in_order, $level) = @_;
	my $r = rand();
	my $direct = direct($query);

	return $direct if $r < 0.5;
	if ($r < 0.74)
	{
		my $auto = chance(0.05);
		return alt(cat($auto ? '' : set('plan_cache_mode = ' . pick('force_generic_plan', 'force_generic_plan', 'force_custom_plan')),
			prepared($query, $auto ? 7 : pick(1, 1, 1, 2))), $direct);
	}
	return alt(cursor($query, $in_order), $direct) if $r < 0.86;
	return alt(writer($query, $level), $direct) if $r < 0.94 && $level;
	return alt(functional($query), $direct) if $r < 0.97;
	return alt(cat(set(parallel()), writer($query, $level)), $direct) if $level && chance(0.4);
	return $direct;
}

1;
