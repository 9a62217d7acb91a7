\set key 'md5(p::text)::uuid'
\ir keyed.sql
