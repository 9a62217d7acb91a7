\getenv abs_srcdir PG_ABS_SRCDIR
\set helpers :abs_srcdir '/sql/include/helpers.psql'
\set aggregates :abs_srcdir '/sql/include/aggregates.psql'
\set ECHO none
\i :helpers
\set ECHO none
\i :aggregates
--
-- Calls that agree about rows and order share one state.
--
CREATE TABLE t (g int, k int, l int, a int, b text, c float8);
INSERT INTO t SELECT i % 3, i % 7, (i * 13) % 11, i, 'b' || i, i / 2.0 FROM generate_series(1, 200) i;
ANALYZE t;

SELECT calls('SELECT sorted_window.last_value(a ORDER BY k), sorted_window.last_value(b ORDER BY k), sorted_window.last_value(c ORDER BY k) FROM t');
-- the answers are those of one row, which rows that tie show
SELECT g, sorted_window.last_value(a ORDER BY k) AS a, sorted_window.last_value(b ORDER BY k) AS b, sorted_window.last_value(c ORDER BY k) AS c FROM t GROUP BY g ORDER BY g;
SET sorted_window.coalesce = off;
SELECT calls('SELECT sorted_window.last_value(a ORDER BY k), sorted_window.last_value(b ORDER BY k) FROM t');
SELECT g, sorted_window.last_value(a ORDER BY k) AS a, sorted_window.last_value(b ORDER BY k) AS b, sorted_window.last_value(c ORDER BY k) AS c FROM t GROUP BY g ORDER BY g;
RESET sorted_window.coalesce;

-- a key that is also a value, the same value twice, both spellings
SELECT calls('SELECT sorted_window.last_value(k ORDER BY k NULLS FIRST), sorted_window.last_value(a, k), sorted_window.last_value(a, k) + 1, sorted_window.last_value(a ORDER BY k NULLS FIRST) FROM t');
-- in different clauses
SELECT calls('SELECT g, sorted_window.last_value(a, k) FROM t GROUP BY g HAVING sorted_window.last_value(c, k) > 0 ORDER BY sorted_window.last_value(b, k)');
-- a row and its fields
SELECT calls('SELECT sorted_window.last_value(ROW(a, b, c) ORDER BY k), sorted_window.last_value(a ORDER BY k) FROM t');

-- kept apart: function, keys, their order, direction, NULLS, collation, filter
SELECT calls('SELECT sorted_window.last_value(a, k), sorted_window.first_value(b, k) FROM t');
SELECT calls('SELECT sorted_window.last_value(a, k), sorted_window.last_value(a, l) FROM t');
SELECT calls('SELECT sorted_window.last_value(a, k, l), sorted_window.last_value(b, l, k) FROM t');
SELECT calls('SELECT sorted_window.last_value(a ORDER BY k), sorted_window.last_value(b ORDER BY k DESC), sorted_window.last_value(c ORDER BY k NULLS FIRST) FROM t');
SELECT calls('SELECT sorted_window.last_value(a ORDER BY b COLLATE "C"), sorted_window.last_value(c ORDER BY b COLLATE "POSIX") FROM t');
SELECT calls('SELECT sorted_window.last_value(a, k) FILTER (WHERE a > 5), sorted_window.last_value(b, k) FILTER (WHERE a > 6), sorted_window.last_value(c, k) FILTER (WHERE a > 5) FROM t');
SELECT sorted_window.last_value(a, k, a) FILTER (WHERE a < 9), sorted_window.last_value(b, k, a) FILTER (WHERE a < 50), sorted_window.last_value(c, k, a),
	sorted_window.first_value(a, k, a) AS f, sorted_window.last_value(a, l, a) AS l, sorted_window.last_value(a ORDER BY k DESC, a) AS d FROM t;
-- other levels
SELECT (SELECT sorted_window.last_value(o.a ORDER BY o.k, o.a) || ' ' || sorted_window.last_value(i.b ORDER BY i.k, i.a) FROM t i), sorted_window.last_value(o.b ORDER BY o.k, o.a) FROM t o;

-- more answers than one state gives
SELECT string_agg(format('sorted_window.last_value(a + %s, k, a) - sorted_window.last_value(a, k, a)', i), ', ') AS list FROM generate_series(1, 20) i \gset
SELECT count(*), count(DISTINCT substring(c FROM '''.*''')) FROM calls('SELECT ' || :'list' || ' FROM t') c;
SELECT :list FROM t;
