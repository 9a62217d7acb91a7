--
-- What CREATE EXTENSION makes, and the settings that come with the library.
--
LOAD 'sorted_window';
SELECT nspname, extversion, extrelocatable
FROM pg_extension e JOIN pg_namespace n ON n.oid = extnamespace
WHERE extname = 'sorted_window';

-- every object has a comment
\df sorted_window.why_not
SELECT count(*) AS without_comment
FROM pg_depend
WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e' AND
	refobjid = (SELECT oid FROM pg_extension WHERE extname = 'sorted_window') AND
	classid IN ('pg_proc'::regclass, 'pg_type'::regclass) AND
	obj_description(objid, classid::regclass::name) IS NULL AND
	NOT EXISTS (SELECT FROM pg_type WHERE classid = 'pg_type'::regclass AND
				oid = objid AND typelem <> 0);

-- the settings
SELECT name, setting, vartype, context, min_val, max_val, boot_val
FROM pg_settings WHERE name LIKE 'sorted\_window.%' ORDER BY name;
SELECT count(*) AS without_description FROM pg_settings
WHERE name LIKE 'sorted\_window.%' AND (short_desc IS NULL OR extra_desc IS NULL);
SHOW sorted_window.enabled;
SHOW sorted_window.max_offset;
SET sorted_window.enabled = off;
SHOW sorted_window.enabled;
RESET sorted_window.enabled;
SHOW sorted_window.enabled;
SET sorted_window.max_offset = 0;
SET sorted_window.max_offset = 1000000;

-- values that aren't
SET sorted_window.enabled = 'maybe';
SET sorted_window.max_offset = -1;
SET sorted_window.max_offset = 1000001;
SET sorted_window.max_offset = 'many';
SET sorted_window.max_offset = '10MB';
SET sorted_window.no_such_setting = 1;
SHOW sorted_window.no_such_setting;
SHOW sorted_window.max_offset;
RESET sorted_window.max_offset;

-- an unprivileged user may set them, for a database or role or function too
CREATE ROLE regress_sorted_window_user;
GRANT USAGE ON SCHEMA sorted_window TO regress_sorted_window_user;
SET ROLE regress_sorted_window_user;
SET sorted_window.enabled = off;
RESET sorted_window.enabled;
CREATE FUNCTION pg_temp.local_setting() RETURNS text LANGUAGE sql
SET sorted_window.max_offset = 7
AS $$ SELECT current_setting('sorted_window.max_offset') $$;
SELECT pg_temp.local_setting(), current_setting('sorted_window.max_offset');
-- and call why_not
SELECT streams FROM sorted_window.why_not('SELECT row_number() OVER ()');
RESET ROLE;
ALTER ROLE regress_sorted_window_user SET sorted_window.enabled = off;
DROP FUNCTION pg_temp.local_setting();
REVOKE USAGE ON SCHEMA sorted_window FROM regress_sorted_window_user;
DROP ROLE regress_sorted_window_user;

-- EXPLAIN (SETTINGS) shows those that aren't at their default
SET sorted_window.enabled = off;
SET sorted_window.max_offset = 5;
SET sorted_window.rewrite_order_by = off;
SET sorted_window.coalesce = off;
CREATE FUNCTION pg_temp.settings_line() RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	line text;
BEGIN
	FOR line IN EXPLAIN (COSTS OFF, SETTINGS) SELECT 1 LOOP
		IF line LIKE 'Settings:%' THEN
			RETURN QUERY
				SELECT m[1] FROM regexp_matches(line, '(sorted_window\.\w+ = ''\w+'')', 'g') m
				ORDER BY 1;
		END IF;
	END LOOP;
END $$;
SELECT pg_temp.settings_line();
RESET ALL;
SELECT pg_temp.settings_line();

-- the extension stays in its schema, and comes and goes
ALTER EXTENSION sorted_window SET SCHEMA public;
DROP EXTENSION sorted_window;
EXPLAIN (COSTS OFF) SELECT n, row_number() OVER () FROM generate_series(1, 3) n;
SELECT n, lag(n) OVER (ORDER BY n) FROM generate_series(1, 3) n;
CREATE EXTENSION sorted_window;
CREATE EXTENSION IF NOT EXISTS sorted_window;
SELECT sorted_window.why_not('SELECT 1');
SELECT streams FROM sorted_window.why_not('SELECT row_number() OVER ()');

-- its schema is the one of the control file
DROP EXTENSION sorted_window;
CREATE EXTENSION sorted_window SCHEMA public;
CREATE EXTENSION sorted_window;
