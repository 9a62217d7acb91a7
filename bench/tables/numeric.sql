\set key 'p + 0.25'
\ir keyed.sql
