\set key p
\ir keyed.sql
