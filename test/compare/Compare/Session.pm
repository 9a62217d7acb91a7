# A psql that stays connected and answers statement by statement.

package Compare::Session;

use strict;
use warnings;
use Exporter 'import';
use IPC::Open2;
our @EXPORT = qw(statements);

# Output is cut at these: they occur in no value.
our $row_end = "\x1e";
our $column_end = "\x1f";

# What RESET ALL goes back to.
my %defaults = (
	search_path => 'compare', client_min_messages => 'error',
	statement_timeout => '100s', extra_float_digits => 3, TimeZone => 'UTC',
	jit => 'off', max_parallel_workers_per_gather => 0);

# Returns a session; dies if the server can't be reached for a minute.
sub new
{
	my ($class) = @_;
	my $self = bless {}, $class;
	$self->recover;
	return $self;
}

# Starts psql; true if it answers.
sub connect
{
	my ($self) = @_;
	$self->disconnect;
	local $SIG{PIPE} = 'IGNORE';
	local $ENV{PGOPTIONS} = join(' ', map { "-c $_=$defaults{$_}" } sort keys %defaults);
	$self->{pid} = open2($self->{out}, $self->{in},
		'sh', '-c', 'exec psql "$@" 2>/dev/null', 'psql', '-XqAt', '-R', $row_end, '-F', $column_end, '-P', 'null=<NULL>', '-f', '-');
	binmode($self->{$_}) for qw(in out);
	$self->{in}->autoflush(1);
	return $self->alive;
}

sub disconnect
{
	my ($self) = @_;
	return unless $self->{pid};
	close($self->{in});
	close($self->{out});
	waitpid($self->{pid}, 0);
	$self->{pid} = undef;
}

# Whether the session answers.
sub alive
{
	my ($self) = @_;
	return 0 unless $self->{pid};
	my @answer = $self->run("SELECT 1;\n");
	return @answer == 1;
}

# Connects again if the session ended, once the server is back.
sub recover
{
	my ($self) = @_;
	return if $self->alive;
	for (1 .. 120)
	{
		return if $self->connect;
		select(undef, undef, undef, 0.5);
	}
	die "the server doesn't come back\n";
}

# Returns a script's statements, which each end a line with ";".  Settings that
# follow one another become one, sent at once: that saves waiting.
sub statements
{
	my ($script) = @_;
	my ($settings, @statements) = (0);
	for my $sql (split /(?<=;)\n/, $script)
	{
		my $setting = $sql =~ /^(SET|RESET|DEALLOCATE)\b/;
		if ($setting && $settings)
		{
			$statements[-1] =~ s/;\z/\\; $sql/;
		}
		else
		{
			push @statements, $sql;
		}
		$settings = $setting || $sql =~ /^ROLLBACK/;
	}
	return @statements;
}

# Runs a script and returns for each of its statements
# { sql, output, state, message }; less of them if the session ended.
sub run
{
	my ($self, $script) = @_;
	my @statements = statements($script);
	my ($text, @answers) = ('');
	local $SIG{PIPE} = 'IGNORE';
	local $/ = "\x04\n";

	$text .= "$_\n\\echo \x03:SQLSTATE :LAST_ERROR_MESSAGE\x04\n" for @statements;
	print { $self->{in} } $text or return;
	for my $sql (@statements)
	{
		my $answer = readline($self->{out});
		last unless defined $answer && $answer =~ /^(.*)\x03(\w*) (.*)\x04\n$/s;
		# psql 18 keeps to itself what is wrong with a COPY.
		push @answers, { sql => $sql, output => $1, state => $2 || 'copy', message => $2 eq '00000' ? '' : $3 };
	}
	return @answers;
}

1;
