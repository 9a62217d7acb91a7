# A test's script as a tree that can be rendered and cut down.
#
# A node is a string or an array [ kind, id, ... ].  Which alternative is taken
# and what is left out isn't kept in the tree but in a "state", a hash by id:
# so a part that stands in several places changes in all of them, and a
# reducer tries a cut by copying a hash.
#
#	cat(NODES)				all of them
#	list({...}, NODES)		with a separator; a reducer may drop items down to "min"
#	alt(NODE, SIMPLER...)	the first; a reducer may take one of the others
#	opt(NODE)				a reducer may drop it
#	param(TYPE, VALUE)		a constant, or a parameter inside prepared()
#	prepared(QUERY, TIMES)	PREPARE and EXECUTE
#	twin(OURS, CORES)		differs between the two sides
#	mode(RUN, EXPLAIN)		differs between running and explaining

package Compare::Tree;

use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(cat list alt opt param prepared twin mode render edits edited
  chance pick between some shuffled);

my $last_id = 0;

# ---------------------------------------------------------------- chances

sub chance { return rand() < $_[0] }
sub pick { return $_[ int(rand(@_)) ] }
sub between { my ($low, $high) = @_; return $low + int(rand($high - $low + 1)) }

# Returns the list, each item with the given chance.
sub some { my ($chance, @list) = @_; return grep { chance($chance) } @list }

# Returns the list in another sequence.
sub shuffled
{
	my @list = @_;
	for my $i (reverse 1 .. $#list)
	{
		my $j = int(rand($i + 1));
		@list[ $i, $j ] = @list[ $j, $i ];
	}
	return @list;
}

# ------------------------------------------------------------------ nodes

sub cat { return [ 'cat', 0, @_ ] }
sub alt { return [ 'alt', ++$last_id, @_ ] }
sub opt { return [ 'alt', ++$last_id, $_[0], '' ] }
sub param { return [ 'param', 0, @_ ] }
sub prepared { return [ 'prepared', 0, @_ ] }
sub twin { return [ 'twin', 0, @_ ] }
sub mode { return [ 'mode', 0, @_ ] }

# list({ sep, before, after, min }, NODES): "before" and "after" only appear
# when there are items.
sub list
{
	my ($how, @items) = @_;
	return [ 'list', ++$last_id, { sep => ', ', before => '', after => '', min => 0, %$how }, @items ];
}

# -------------------------------------------------------------- rendering

# Returns the text of a node.  "context" holds side ('ours' or 'core'), mode
# ('run' or 'explain') and state; what could be cut is collected in "edits".
sub render
{
	my ($node, $context) = @_;
	return $node unless ref $node;
	my ($kind, $id, @rest) = @$node;
	my $state = $context->{state};

	return join('', map { render($_, $context) } @rest) if $kind eq 'cat';
	if ($kind eq 'alt')
	{
		my $taken = $state->{$id} // 0;
		push @{ $context->{edits} }, map { [ $id, $_ ] } reverse $taken + 1 .. $#rest;
		return render($rest[$taken], $context);
	}
	return render_list($id, $context, @rest) if $kind eq 'list';
	return render($rest[ $context->{side} eq 'ours' ? 0 : 1 ], $context) if $kind eq 'twin';
	return render($rest[ $context->{mode} eq 'run' ? 0 : 1 ], $context) if $kind eq 'mode';
	if ($kind eq 'param')
	{
		my ($type, $value) = @rest;
		return "(($value)::$type)" unless $context->{params};
		push @{ $context->{params} }, [ $type, $value ];
		return '$' . @{ $context->{params} };
	}
	return render_prepared($context, @rest) if $kind eq 'prepared';
	die "unknown kind of node: $kind\n";
}

sub render_list
{
	my ($id, $context, $how, @items) = @_;
	my $gone = $context->{state}{$id} // {};
	my @live = grep { !$gone->{$_} } 0 .. $#items;

	if (@live > $how->{min})
	{
		push @{ $context->{edits} }, [ $id, { map { $_ => 1 } @live } ] if $how->{min} == 0 && @live > 1;
		if (@live > 3 && @live / 2 >= $how->{min})
		{
			my $half = int(@live / 2);
			push @{ $context->{edits} }, [ $id, { map { $_ => 1 } @live[ $half .. $#live ] } ],
			  [ $id, { map { $_ => 1 } @live[ 0 .. $half - 1 ] } ];
		}
		push @{ $context->{edits} }, map { [ $id, { $_ => 1 } ] } reverse @live;
	}
	return '' unless @live;
	return $how->{before} . join($how->{sep}, map { render($items[$_], $context) } @live) . $how->{after};
}

sub render_prepared
{
	my ($context, $query, $times) = @_;
	local $context->{params} = [];
	my $sql = render($query, $context);
	my @params = @{ $context->{params} };
	my $types = @params ? '(' . join(', ', map { $_->[0] } @params) . ')' : '';
	my $values = @params ? '(' . join(', ', map { $_->[1] } @params) . ')' : '';
	my $prepare = "DEALLOCATE ALL;\nPREPARE query$types AS $sql;\n";

	# EXPLAIN comes second, so the statement exists.
	return "EXPLAIN (VERBOSE, COSTS OFF) EXECUTE query$values;\n" if $context->{mode} eq 'explain';
	return $prepare . "EXECUTE query$values;\n" x $times;
}

# --------------------------------------------------------------- reducing

# Returns what could be cut from a tree in a state, large parts first.
sub edits
{
	my ($tree, $state) = @_;
	my %context = (side => 'ours', mode => 'run', state => $state, edits => []);
	my (%seen, @edits);

	render($tree, \%context);
	for my $edit (@{ $context{edits} })
	{
		my ($id, $what) = @$edit;
		my $key = "$id " . (ref $what ? join(' ', sort keys %$what) : "= $what");
		push @edits, $edit unless $seen{$key}++;
	}
	return @edits;
}

# Returns the state after a cut.
sub edited
{
	my ($state, $edit) = @_;
	my ($id, $what) = @$edit;
	my %new = %$state;
	$new{$id} = ref $what ? { %{ $state->{$id} // {} }, %$what } : $what;
	return \%new;
}

1;
