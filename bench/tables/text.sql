\set key '''device-'' || lpad(p::text, 10, ''0'')'
\ir keyed.sql
