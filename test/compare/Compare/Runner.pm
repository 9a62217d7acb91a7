# Runs a test's two sides and compares what they answer.

package Compare::Runner;

use strict;
use warnings;
use Exporter 'import';
use Compare::Session;
use Compare::Tree;
our @EXPORT = qw(compare script_of answers explain);

my $base = "ROLLBACK;\nRESET ALL;\n";

my %side_settings = (
	window => { ours => 'SET sorted_window.enabled = on', core => 'SET sorted_window.enabled = off' },
	aggregate => { ours => 'SET sorted_window.rewrite_order_by = on', core => 'SET sorted_window.rewrite_order_by = off' });

# Returns the statements of one side: what is the same for all tests, and what
# is this test's.
sub script_of
{
	my ($test, $side, $mode) = @_;
	my %context = (side => $side, mode => $mode, state => $test->{state});
	return ("$base$side_settings{ $test->{kind} }{$side};\n", render($test->{tree}, \%context));
}

# Runs one side and returns its answers, without those of the base settings.
sub answers
{
	my ($session, $test, $side) = @_;
	my ($before, $script) = script_of($test, $side, 'run');
	my $delete = $test->{delete} ? "BEGIN;\n$test->{delete}" : '';
	my $all = "$before$delete$script";
	my @answers = $session->run($all);
	push @answers, { sql => '', output => '', state => 'ended', message => 'the session ended' } if @answers < statements($all);
	die "settings of query $test->{n}: $answers[0]{message}\n$answers[0]{sql}\n" unless $answers[0]{state} =~ /^(00000|ended)$/;
	shift @answers if @answers > 1;
	return \@answers;
}

# Returns our side's plan, '' if there is none.
sub explain
{
	my ($session, $test) = @_;
	my ($before, $script) = script_of($test, 'ours', 'explain');
	# Settings and prepared statements are still there.
	my ($explain) = $script =~ /^(EXPLAIN .*)\z/ms or return '';
	my @answers = $session->run("ROLLBACK\\; $explain");
	return $answers[-1]{output} =~ s/$Compare::Session::row_end/\n/gr if @answers && $answers[-1]{state} eq '00000';
	return '';
}

# Returns an answer's rows in the order in which they came.
sub rows
{
	my ($answer) = @_;
	my $end = $answer->{sql} =~ /^COPY/ ? qr/\n/ : qr/$Compare::Session::row_end/;
	return split $end, $answer->{output} =~ s/\n\z//r;
}

# Returns up to ten rows that only one of two sorted lists has.
sub only_there
{
	my ($x, $y) = @_;
	my %count;
	$count{$_}++ for @$x;
	$count{$_}-- for @$y;
	my (@x, @y);
	for my $row (sort keys %count)
	{
		push @x, $row if $count{$row} > 0 && @x < 10;
		push @y, $row if $count{$row} < 0 && @y < 10;
	}
	return (\@x, \@y);
}

sub shown
{
	my ($who, $rows) = @_;
	return join('', map { "$who: " . (length($_) > 500 ? substr($_, 0, 500) . '...' : $_) =~ s/$Compare::Session::column_end/ | /gr . "\n" } @$rows);
}

# Returns undef, or { kind, text } for how two statements' answers differ.
sub difference
{
	my ($test, $core, $ours) = @_;
	my $failure = sub { my ($x) = @_; return "$x->{state} $x->{message}" };
	if ($failure->($core) ne $failure->($ours))
	{
		my $kind = ($core->{state} eq '57014' || $ours->{state} eq '57014') ? 'timeout' : $ours->{state} eq 'ended' || $core->{state} eq 'ended' ? 'crash' : 'errors';
		return { kind => $kind, text => 'core: ' . ($core->{message} || 'no error') . "\nours: " . ($ours->{message} || 'no error') . "\n" };
	}
	return { kind => 'crash', text => "the session ended on both sides\n" } if $core->{state} eq 'ended';
	return undef if $core->{output} eq $ours->{output};
	return { kind => 'counts', text => "evaluations by site\ncore: $core->{output}\nours: $ours->{output}" =~ s/$Compare::Session::row_end/, /gr }
	  if $ours->{sql} =~ /counts\(\);/;
	my @core = sort(rows($core));
	my @ours = sort(rows($ours));
	if (join("\x1e", @core) ne join("\x1e", @ours))
	{
		my ($x, $y) = only_there(\@core, \@ours);
		return { kind => 'rows', text => scalar(@core) . " rows of core's, " . scalar(@ours) . " of ours; only there\n" . shown('core', $x) . shown('ours', $y) };
	}
	return undef if !$test->{in_order} || $test->{state}{ $test->{in_order} };
	return { kind => 'sequence', text => shown('core', [ rows($core) ]) . shown('ours', [ rows($ours) ]) };
}

# Returns { difference, rows, error }: the difference is undef when both sides
# answered alike.
sub compare
{
	my ($session, $test) = @_;
	my $core = answers($session, $test, 'core');
	$session->recover if $core->[-1]{state} eq 'ended';
	my $ours = answers($session, $test, 'ours');
	my %result = (rows => 0, error => '');

	my ($error) = grep { $_->{state} ne '00000' } @$ours;
	$result{error} = $error->{state} if $error;
	$result{rows} = 1 if grep { length $_->{output} && $_->{sql} !~ m{counts\(\);} } @$ours;
	# The sides' settings may be different in number: compare from the end.
	my $n = @$core < @$ours ? @$core : @$ours;
	for my $i (reverse 1 .. $n)
	{
		my $different = difference($test, $core->[ -$i ], $ours->[ -$i ]) or next;
		# How often something was evaluated before an error says nothing.
		next if $different->{kind} eq 'counts' && $error;
		$different->{as} = $different->{kind} . ($different->{kind} eq 'errors' ? " $core->[-$i]{state} $ours->[-$i]{state}" : '');
		$result{difference} = $different;
		$different->{text} = "in: $ours->[-$i]{sql}\n$different->{text}" if $ours->[ -$i ]{sql} =~ /^FETCH|^MOVE|^TABLE/;
		last;
	}
	return \%result;
}

1;
