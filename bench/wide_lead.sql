-- title: lead(int), 20 columns read above
-- table: wide
-- sizes: 1 2 1000 all
-- below: Index Scan using t_key
-- bounds: 1.0 - 1.0
\if :child
SELECT count(k), count(ts), count(i1), count(i2), count(i3), count(i4), count(i5), count(i6),
       count(b1), count(b2), count(b3), count(b4), count(b5), count(b6),
       count(f1), count(f2), count(t1), count(t2), count(t3), count(t4)
FROM (SELECT k, ts, i1, i2, i3, i4, i5, i6, b1, b2, b3, b4, b5, b6,
             f1, f2, t1, t2, t3, t4 FROM t ORDER BY k, ts OFFSET 0) AS s;
\else
SELECT count(k), count(ts), count(i1), count(i2), count(i3), count(i4), count(i5), count(i6),
       count(b1), count(b2), count(b3), count(b4), count(b5), count(b6),
       count(f1), count(f2), count(t1), count(t2), count(t3), count(t4), count(x)
FROM (SELECT k, ts, i1, i2, i3, i4, i5, i6, b1, b2, b3, b4, b5, b6,
             f1, f2, t1, t2, t3, t4,
             lead(i1) OVER (PARTITION BY k ORDER BY ts) AS x FROM t OFFSET 0) AS s;
\endif
