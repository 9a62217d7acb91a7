# Cuts a failing test down: tries to leave out each part of its script, large
# parts first, and keeps every cut after which it still fails in the same way;
# then removes rows from the tables.

package Compare::Reducer;

use strict;
use warnings;
use Exporter 'import';
use Compare::Runner;
use Compare::Tree;
our @EXPORT = qw(reduce);

my $most_trials = 1500;
my $most_seconds = 240;

# Returns the difference if it is still as it was: a cut must not make a query
# fail for a reason of its own.
sub still_fails
{
	my ($session, $test, $as) = @_;
	my $result = compare($session, $test);
	my $found = $result->{difference};
	$session->recover if $found && $found->{kind} eq 'crash';
	return undef unless $found && $found->{as} eq $as;
	return $found;
}

# Leaves out rows by halves, quarters ...: returns the statement for it.
sub reduce_rows
{
	my ($session, $test, $table, $as, $deadline) = @_;
	my ($answer) = $session->run("SELECT id FROM compare.$table ORDER BY id;\n");
	my @ids = split /\D+/, $answer->{output} // '';
	my $before = $test->{delete} // '';
	my $size = int(@ids / 2);

	while ($size >= 1 && time() < $deadline)
	{
		for (my $at = 0; $at < @ids && time() < $deadline;)
		{
			my @kept = @ids;
			splice(@kept, $at, $size);
			my $delete = $before . "DELETE FROM $table WHERE id <> ALL ('{" . join(',', @kept) . "}');\n";
			if (still_fails($session, { %$test, delete => $delete }, $as))
			{
				@ids = @kept;
				$test->{delete} = $delete;
			}
			else
			{
				$at += $size;
			}
		}
		$size = int($size / 2);
	}
	return;
}

# Reduces a test in place that differs "as" it does.  Returns how many cuts were tried and the last
# difference, undef if the test doesn't fail when it is run again.
sub reduce
{
	my ($session, $test, $as) = @_;
	my $trials = 0;
	my $deadline = time() + $most_seconds;
	my $found = still_fails($session, $test, $as);

	return (1, undef) unless $found;
	for (my $progress = 1; $progress;)
	{
		$progress = 0;
		my @edits = edits($test->{tree}, $test->{state});
		while (my $edit = shift @edits)
		{
			last if $trials >= $most_trials || time() > $deadline;
			my %smaller = (%$test, state => edited($test->{state}, $edit));
			$trials++;
			my $still = still_fails($session, \%smaller, $as) or next;
			($test->{state}, $found, $progress) = ($smaller{state}, $still, 1);
			my %done = map { $_ => 1 } map { key_of($_) } $edit;
			# What is left to try of the smaller tree, from the same place on.
			my %left = map { key_of($_) => 1 } @edits;
			@edits = grep { $left{ key_of($_) } && !$done{ key_of($_) } } edits($test->{tree}, $test->{state});
		}
	}
	my (undef, $script) = script_of($test, 'ours', 'run');
	if ($script !~ /COMMIT|ROLLBACK/)
	{
		$deadline += 60;
		for my $table (qw(t wide part hashed few big pbig gbig))
		{
			my $names = $table eq 't' ? 't|v|ranked' : $table eq 'big' ? 'big|vbig' : $table;
			reduce_rows($session, $test, $table, $as, $deadline) if $script =~ /(FROM|JOIN) ($names)\b/;
		}
		$found = still_fails($session, $test, $as) // $found;
	}
	return ($trials, $found);
}

sub key_of
{
	my ($id, $what) = @{ $_[0] };
	return "$id " . (ref $what ? join(' ', sort keys %$what) : "= $what");
}

1;
