-- A feed of 1,000 users and their sessions, as small queries read them.
CREATE TABLE feed AS
SELECT i AS id, (i * 7919) % 1000 AS author, timestamptz '2024-01-01' + i * interval '7 s' AS ts,
	'post number ' || i AS body
FROM generate_series(1, 200000) i;
CREATE INDEX feed_author_ts ON feed (author, ts DESC);
ALTER TABLE feed ADD PRIMARY KEY (id);
VACUUM (FREEZE, ANALYZE) feed;
