/*-------------------------------------------------------------------------
 *
 * preload.c
 *	  sorted_window.preload(): the library in session_preload_libraries of
 *	  the current database.
 *
 * A setting of the database takes the place of the server's, it doesn't add
 * to it.  So what a new session would load today is what gets written down,
 * with our name at its end; and when our name is taken out again and the
 * server's list is what remains, the database's setting goes altogether.
 *
 * The change itself is an ALTER DATABASE through SPI, so that whoever looks
 * at utility statements (log_statement, auditing modules) sees it.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "catalog/pg_authid.h"
#include "catalog/pg_database.h"
#include "commands/dbcommands.h"	/* get_database_name() until 18; lsyscache.h since */
#include "executor/spi.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/varlena.h"

#include "compat.h"

PG_FUNCTION_INFO_V1(sw_preload);

#define LIBRARY "sorted_window"
#define PARAMETER "session_preload_libraries"

/* What sessions of the current database load, by where it is set. */
typedef struct SwPreloads
{
	bool		has_own;		/* has the database a setting? */
	List	   *own;			/* that setting, of char * */
	List	   *inherited;		/* what holds for databases without one */
	char	   *roles;			/* roles with one of their own, or NULL */
} SwPreloads;

/*
 * The catalogs have what was set for databases and roles.  The server's own
 * value is this session's unless something hides it; then the files say it.
 * The function's search_path is a safe one.
 */
static const char *const preloads_query =
"WITH settings AS ("
"	SELECT setdatabase, setrole, substr(config, length('" PARAMETER "=') + 1) AS value"
"	FROM pg_db_role_setting, unnest(setconfig) AS config"
"	WHERE starts_with(config, '" PARAMETER "='))"
"SELECT (SELECT value FROM settings WHERE setdatabase = $1 AND setrole = 0),"
"	coalesce("
"		(SELECT value FROM settings WHERE setdatabase = 0 AND setrole = 0),"
"		(SELECT reset_val FROM pg_settings WHERE name = '" PARAMETER "' AND"
"			source IN ('default', 'configuration file', 'command line',"
"				'environment variable')),"
"		(SELECT setting FROM pg_file_settings"
"			WHERE lower(name) = '" PARAMETER "' AND error IS NULL"
"			ORDER BY seqno DESC LIMIT 1)),"
"	(SELECT string_agg(DISTINCT quote_ident(rolname), ', ')"
"		FROM settings JOIN pg_roles ON pg_roles.oid = setrole"
"		WHERE setdatabase IN (0, $1))";

/*
 * Returns the names in "value", a list as in postgresql.conf; NULL is an
 * empty one.  Raises an error if that isn't a list.
 */
static List *
split_libraries(const char *value)
{
	List	   *names = NIL;
	List	   *result = NIL;
	ListCell   *lc;

	if (value == NULL)
		return NIL;
	if (!SplitDirectoriesString(pstrdup(value), ',', &names))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("could not read the list in \"%s\"", PARAMETER),
				 errdetail("Its value is \"%s\".", value),
				 errhint("Set it to a list of names, separated by commas, first.")));
	foreach(lc, names)
		if (*(char *) lfirst(lc) != '\0')
			result = lappend(result, lfirst(lc));
	return result;
}

/* Is "name", as it may stand in a list of libraries, ours? */
static bool
is_ours(const char *name)
{
	const char *base = last_dir_separator(name);

	base = base ? base + 1 : name;
	return strcmp(base, LIBRARY) == 0 || strcmp(base, LIBRARY DLSUFFIX) == 0;
}

/* Is our library in "names"? */
static bool
has_ours(List *names)
{
	ListCell   *lc;

	foreach(lc, names)
		if (is_ours(lfirst(lc)))
			return true;
	return false;
}

/* Returns "names" without our library; the list is a new one. */
static List *
without_ours(List *names)
{
	List	   *result = NIL;
	ListCell   *lc;

	foreach(lc, names)
		if (!is_ours(lfirst(lc)))
			result = lappend(result, lfirst(lc));
	return result;
}

/* Are these the same names in the same sequence? */
static bool
same_names(List *a, List *b)
{
	ListCell   *lc1;
	ListCell   *lc2;

	if (list_length(a) != list_length(b))
		return false;
	forboth(lc1, a, lc2, b)
		if (strcmp(lfirst(lc1), lfirst(lc2)) != 0)
			return false;
	return true;
}

/* Returns "names" joined by commas, each one through "quote". */
static char *
join_names(List *names, char *(*quote) (const char *))
{
	StringInfoData buf;
	ListCell   *lc;

	initStringInfo(&buf);
	foreach(lc, names)
	{
		if (lc != list_head(names))
			appendStringInfoString(&buf, ", ");
		appendStringInfoString(&buf, quote(lfirst(lc)));
	}
	return buf.data;
}

/* As a list shows a name. */
static char *
as_identifier(const char *name)
{
	return unconstify(char *, quote_identifier(name));
}

/*
 * Raises an error unless the current user may change the setting: it takes
 * the database's owner, and the right to set the parameter.
 */
static void
check_rights(const char *database)
{
	if (!sw_database_ownercheck(MyDatabaseId, GetUserId()))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied to change the settings of database \"%s\"",
						database),
				 errdetail("Only the owner of the database, or a superuser, may change them."),
				 errhint("Ask one of them to call sorted_window.preload.")));
	if (!superuser() &&
		pg_parameter_aclcheck(PARAMETER, GetUserId(), ACL_SET) != ACLCHECK_OK)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied to set parameter \"%s\"", PARAMETER),
				 errdetail("Only a superuser, or a role with the SET privilege on the parameter, may set it."),
				 errhint("Ask a superuser to call sorted_window.preload, or to GRANT SET ON PARAMETER %s TO %s.",
						 PARAMETER,
						 quote_identifier(GetUserNameFromId(GetUserId(), false)))));
}

/* Returns what is set where, in the current memory context. */
static SwPreloads *
read_preloads(void)
{
	MemoryContext caller = CurrentMemoryContext;
	SwPreloads *result = palloc0(sizeof(SwPreloads));
	Oid			types[1] = {OIDOID};
	Datum		args[1] = {ObjectIdGetDatum(MyDatabaseId)};
	Oid			user;
	int			security;
	char	   *values[3];

	/*
	 * Not everybody may see the parameter or the files; who gets here may
	 * change the setting, and has to know it for that.
	 */
	GetUserIdAndSecContext(&user, &security);
	SetUserIdAndSecContext(BOOTSTRAP_SUPERUSERID,
						   security | SECURITY_LOCAL_USERID_CHANGE);
	SPI_connect();
	if (SPI_execute_with_args(preloads_query, 1, types, args, NULL,
							  true, 1) != SPI_OK_SELECT || SPI_processed != 1)
		elog(ERROR, "could not read the settings");
	for (int i = 0; i < 3; i++)
	{
		values[i] = SPI_getvalue(SPI_tuptable->vals[0],
								 SPI_tuptable->tupdesc, i + 1);
		if (values[i])
			values[i] = MemoryContextStrdup(caller, values[i]);
	}
	SPI_finish();
	SetUserIdAndSecContext(user, security);

	result->has_own = values[0] != NULL;
	result->own = split_libraries(values[0]);
	result->inherited = split_libraries(values[1]);
	result->roles = values[2];
	return result;
}

/* Make "names" the setting of the database; NIL takes the setting away. */
static void
set_preloads(const char *database, List *names)
{
	char	   *statement;

	if (names)
		statement = psprintf("ALTER DATABASE %s SET %s = %s",
							 quote_identifier(database), PARAMETER,
							 join_names(names, quote_literal_cstr));
	else
		statement = psprintf("ALTER DATABASE %s RESET %s",
							 quote_identifier(database), PARAMETER);
	SPI_connect();
	if (SPI_execute(statement, false, 0) != SPI_OK_UTILITY)
		elog(ERROR, "could not execute \"%s\"", statement);
	SPI_finish();
}

/* Add our library; returns what was done. */
static char *
add_library(const char *database, SwPreloads *preloads)
{
	List	   *names = preloads->has_own ? preloads->own : preloads->inherited;

	if (has_ours(split_libraries(shared_preload_libraries_string)))
		return psprintf("nothing changed: %s is in shared_preload_libraries, every session has it",
						LIBRARY);
	if (has_ours(names))
		return psprintf("nothing changed: %s of %s is %s already",
						PARAMETER,
						preloads->has_own ?
						psprintf("database \"%s\"", database) : "the server",
						join_names(names, as_identifier));

	names = lappend(list_copy(names), LIBRARY);
	set_preloads(database, names);
	return psprintf("%s of database \"%s\" is now %s, from the next session on",
					PARAMETER, database, join_names(names, as_identifier));
}

/* Take our library out; returns what was done. */
static char *
remove_library(const char *database, SwPreloads *preloads)
{
	const char *still = "";
	List	   *names;

	if (has_ours(split_libraries(shared_preload_libraries_string)))
		still = "; shared_preload_libraries loads it all the same";
	if (!has_ours(preloads->own))
	{
		if (*still == '\0' && !preloads->has_own &&
			has_ours(preloads->inherited))
			still = psprintf("; %s of the server loads it all the same",
							 PARAMETER);
		return psprintf("nothing changed: %s is not in %s of database \"%s\"%s",
						LIBRARY, PARAMETER, database, still);
	}

	/* An empty list can't be set, it would be one with an empty name. */
	names = without_ours(preloads->own);
	if (names == NIL || same_names(names, preloads->inherited))
	{
		set_preloads(database, NIL);
		if (*still == '\0' && has_ours(preloads->inherited))
			still = psprintf("; %s of the server loads it all the same",
							 PARAMETER);
		return psprintf("database \"%s\" has no %s of its own now, from the next session on; the server's is %s%s",
						database, PARAMETER,
						preloads->inherited ?
						join_names(preloads->inherited, as_identifier) :
						"empty", still);
	}
	set_preloads(database, names);
	return psprintf("%s of database \"%s\" is now %s, from the next session on%s",
					PARAMETER, database, join_names(names, as_identifier),
					still);
}

/*
 * SQL function sorted_window.preload("on" boolean): adds the library to, or
 * removes it from, what new sessions of the current database load.  Returns
 * what was done, as text.  Raises 42501 where the rights for that are missing.
 */
Datum
sw_preload(PG_FUNCTION_ARGS)
{
	char	   *database = get_database_name(MyDatabaseId);
	SwPreloads *preloads;
	char	   *result;

	if (PG_ARGISNULL(0))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("argument of preload must not be null"),
				 errhint("Give true to have the library loaded, false to have it no longer loaded.")));
	check_rights(database);
	preloads = read_preloads();
	if (PG_GETARG_BOOL(0))
		result = add_library(database, preloads);
	else
		result = remove_library(database, preloads);
	if (preloads->roles)
		ereport(NOTICE,
				(errmsg("%s is set for roles as well: %s",
						PARAMETER, preloads->roles),
				 errdetail("In sessions of these roles their own setting counts, not the database's.")));
	PG_RETURN_TEXT_P(cstring_to_text(result));
}
