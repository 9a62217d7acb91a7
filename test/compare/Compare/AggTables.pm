# The table that the queries with first_value and last_value read.

package Compare::AggTables;

use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(%column @values @sortable %text_column agg_tables_sql);

my $rows = 2000;

# column => [ type, expression of r, a random integer ]
our %column = (
	b => [ 'bool', 'r % 2 = 0' ],
	i2 => [ 'int2', '(r % 50 - 25)::int2' ],
	i4 => [ 'int4', 'r % 100 - 50' ],
	i8 => [ 'int8', '(r % 40 - 20)::int8 * 461168601842738790' ],
	f4 => [ 'float4', "CASE r % 9 WHEN 0 THEN 'NaN' WHEN 1 THEN 'Infinity' ELSE r % 30 / 8.0 END::float4" ],
	f8 => [ 'float8', "CASE r % 9 WHEN 0 THEN 'NaN' WHEN 1 THEN '-Infinity' WHEN 2 THEN '-0' ELSE r % 30 / 7.0 END::float8" ],
	n => [ 'numeric', "CASE r % 20 WHEN 0 THEN 'NaN' ELSE round(r % 50 / 8.0, r % 4) END::numeric" ],
	t => [ 'text', "(array['a','B','b','A','aa',' a','ab','Z','ä'])[1 + r % 9] || r % 5" ],
	tc => [ 'text COLLATE "C"', "(array['x','X','y','Yy'])[1 + r % 4] || r % 3" ],
	vc => [ 'varchar(9)', "'v' || r % 70" ],
	bp => [ 'char(6)', "repeat('c', r % 6)" ],
	d => [ 'date', "CASE r % 30 WHEN 0 THEN 'infinity' ELSE date '2020-01-01' + r % 90 END::date" ],
	tm => [ 'time', "time '00:00' + r % 900 * interval '1 min'" ],
	ts => [ 'timestamp', "timestamp '2000-01-01' + (r % 500 - 250) * interval '7 h'" ],
	tz => [ 'timestamptz', "CASE r % 25 WHEN 0 THEN '-infinity' ELSE timestamptz '2020-06-01 00:00+00' + r % 400 * interval '1 h' END::timestamptz" ],
	iv => [ 'interval', "(array['1 mon','30 days','720 hours','1 day','24 hours','-1 s'])[1 + r % 6]::interval * (r % 3)" ],
	u => [ 'uuid', 'md5((r % 60)::text)::uuid' ],
	by => [ 'bytea', "decode(substr(md5((r % 80)::text), 1, r % 5 * 2), 'hex')" ],
	j => [ 'jsonb', "CASE r % 3 WHEN 0 THEN to_jsonb(r % 7) ELSE jsonb_build_object('k', r % 9) END" ],
	e => [ 'mood', "(array['sad','ok','happy'])[1 + r % 3]::mood" ],
	a => [ 'int4[]', "CASE r % 5 WHEN 0 THEN '{}' WHEN 1 THEN array[r % 3, NULL] ELSE array[r % 4, r % 7] END" ],
	ta => [ 'text[]', "array['t' || r % 8, NULL, repeat('w', r % 11)]" ],
	c => [ 'duo', "ROW(r % 11, CASE WHEN r % 4 > 0 THEN 'p' || r % 6 END)::duo" ],
	cc => [ 'nest', "ROW(r % 5, ROW(nullif(r % 7, 3), repeat('q', r % 300))::duo, array[1.5, r])::nest" ],
	cd => [ 'dduo', "ROW(r % 13, 'd' || r % 6)::dduo" ],
	dt => [ 'dtext', "'dom' || r % 33" ],
	ip => [ 'inet', "('10.0.' || r % 3 || '.' || r % 200)::inet" ],
	ra => [ 'int4range', "CASE r % 8 WHEN 0 THEN 'empty' ELSE int4range(r % 20, r % 20 + r % 3 + 1) END::int4range" ],
	nm => [ 'name', "('n' || r % 60)::name" ],
	ch => [ '"char"', 'chr(65 + r % 26)::"char"' ],
	o => [ 'oid', '(r % 100 * 42949672::bigint)::oid' ],
	w => [ 'text', "CASE r % 40 WHEN 0 THEN repeat(md5(r::text), 90) WHEN 1 THEN repeat('z', 9000) ELSE repeat('s', r % 200) END" ],
	p => [ 'point', 'point(r % 10, r % 7)' ],
	js => [ 'json', "json_build_object('r', r % 99)" ]);
our @values = sort keys %column;
my %unsortable = (p => 1, js => 1);
our @sortable = grep { !$unsortable{$_} } @values;
our %text_column = map { $_ => 1 } qw(t tc vc bp w);

# Returns the statements that make the tables, in the schema of tables_sql().
sub agg_tables_sql
{
	my ($seed) = @_;
	my $start = ($seed % 1000003) / 1000003;
	my $columns = join(",\n", map { "$_ $column{$_}[0]" } @values);
	# Each column has its own source of randomness, and NULL in a seventh.
	my $n = 0;
	my $expressions = join(",\n", map {
		my $source = 'h[' . ($n++ % 30 + 1) . ']';
		my $null = 'h[' . ($n % 30 + 1) . ']';
		"CASE WHEN $null % 7 > 0 THEN " . $column{$_}[1] =~ s/\br\b/$source/gr . ' END'
	} @values);
	return <<"END";
CREATE TYPE duo AS (x int, y text);
CREATE TYPE nest AS (z int8, p duo, n numeric[]);
CREATE TYPE trio AS (k int, l text, m float8);
CREATE DOMAIN dduo AS duo;
CREATE DOMAIN dtext AS text CHECK (VALUE <> '');
SELECT setseed($start);
CREATE TABLE big (gone int, id int NOT NULL, g int, h int, k text, $columns);
ALTER TABLE big ALTER w SET STORAGE EXTERNAL;
ALTER TABLE big DROP COLUMN gone;
INSERT INTO big
SELECT i, h[28] % 40, nullif(h[29] % 5, 0), 'k' || h[30] % 3, $expressions
FROM generate_series(1, $rows) i,
	LATERAL (SELECT ARRAY(SELECT (random() * 1000000)::int + i * 0 FROM generate_series(1, 30)) h) r
ORDER BY i;
CREATE TABLE pbig (LIKE big) PARTITION BY HASH (id);
CREATE TABLE pbig0 PARTITION OF pbig FOR VALUES WITH (MODULUS 3, REMAINDER 0);
CREATE TABLE pbig1 PARTITION OF pbig FOR VALUES WITH (MODULUS 3, REMAINDER 1);
CREATE TABLE pbig2 PARTITION OF pbig FOR VALUES WITH (MODULUS 3, REMAINDER 2);
INSERT INTO pbig SELECT * FROM big;
CREATE TABLE gbig (LIKE big) PARTITION BY LIST (h);
CREATE TABLE gbig1 PARTITION OF gbig FOR VALUES IN (1, 2);
CREATE TABLE gbig2 PARTITION OF gbig DEFAULT;
INSERT INTO gbig SELECT * FROM big;
CREATE VIEW vbig AS SELECT * FROM big;
ANALYZE big, pbig, gbig;
END
}

1;
