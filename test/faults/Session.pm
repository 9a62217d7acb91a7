# A psql process that tests talk to, one statement at a time, and count their
# checks with.
#
#   my $session = Session->new(database => 'x', options => '-c work_mem=64kB');
#   my $answer = $session->run('SELECT 1');   # {state => '00000', text => '1'}
#   $session->send($sql); ... $answer = $session->receive();
#   check($ok, 'what is checked', 'what was seen');
#   finish('what they were');
#
# "state" is the SQLSTATE, or "lost" when the connection has gone. All of it
# dies when a statement takes longer than a quarter of an hour.

package Session;

use strict;
use warnings;
use Exporter 'import';
use IPC::Open2;
use Time::HiRes qw(sleep);

our @EXPORT = qw(check finish until_true);

# A test that is killed has shown how far it came.
$| = 1;

my $good = 0;
my $bad = 0;

# Counts a check; prints it with what was seen if it failed. Returns whether
# it held.
sub check
{
	my ($ok, $what, $seen) = @_;
	$ok ? $good++ : $bad++;
	print "FAIL  $what\n      ", join("\n      ", split /\n/, $seen // ''), "\n"
		if !$ok;
	return $ok;
}

# Prints the counts and exits: 0 only if there were checks and all held.
sub finish
{
	my ($what) = @_;
	print "$good $what right, $bad not\n";
	exit($good > 0 && $bad == 0 ? 0 : 1);
}

# Calls "condition" until it returns true; returns that, or false after
# "seconds", by default 60.
sub until_true
{
	my ($condition, $seconds) = @_;
	for (1 .. ($seconds // 60) * 50)
	{
		my $result = $condition->();
		return $result if $result;
		sleep 0.02;
	}
	return '';
}

sub new
{
	my ($class, %of) = @_;
	my $self = bless {}, $class;
	local $ENV{PGDATABASE} = $of{database} // $ENV{PGDATABASE};
	local $ENV{PGOPTIONS} = $of{options} // '';
	$self->{psql} = open2($self->{from}, $self->{to}, 'sh', '-c', 'exec psql -XqAt 2>&1');
	$self->{pid} = $self->run('SELECT pg_backend_pid()')->{text};
	return $self;
}

# The process id of its server process.
sub pid { return $_[0]{pid}; }

# Sends one statement and doesn't wait for it.
sub send
{
	my ($self, $sql) = @_;
	local $SIG{PIPE} = 'IGNORE';
	print { $self->{to} } "$sql\n;\n\\echo <<end :SQLSTATE>>\n";
	$self->{to}->flush();
	return;
}

# Waits for the end of the statement that was sent.
sub receive
{
	my ($self) = @_;
	my ($state, $text) = ('lost', '');
	local $SIG{ALRM} = sub { die "no answer within a quarter of an hour: $text" };
	alarm 900;
	while (defined(my $line = readline $self->{from}))
	{
		if ($line =~ /^<<end (\w+)>>$/)
		{
			$state = $1;
			last;
		}
		$text .= $line;
	}
	alarm 0;
	chomp $text;
	return { state => $state, text => $text };
}

sub run
{
	my ($self, $sql) = @_;
	$self->send($sql);
	return $self->receive();
}

# Runs statements that can't fail; dies if one does.
sub setup
{
	my ($self, @statements) = @_;
	for my $sql (@statements)
	{
		my $answer = $self->run($sql);
		die "$sql\n$answer->{text}" if $answer->{state} ne '00000';
	}
	return;
}

sub DESTROY
{
	my ($self) = @_;
	local ($?, $!);
	close $self->{to};
	close $self->{from};
	waitpid $self->{psql}, 0;
	return;
}

1;
