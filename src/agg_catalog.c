/*-------------------------------------------------------------------------
 *
 * agg_catalog.c
 *	  Which aggregates are ours, and what they become.
 *
 * An aggregate is told by the C function of its transitions, never by a name
 * that search_path resolves.  Only a superuser can create such a function.
 * Nothing is cached here but by the system caches: built-in aggregates, by
 * far the most, are told by their OID alone.
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/transam.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_language.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

#include "agg_catalog.h"
#include "compat.h"

/* Returns whether function "funcid" is the C function "symbol". */
static bool
is_c_function(Oid funcid, const char *symbol)
{
	HeapTuple	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(funcid));
	bool		result = false;

	if (!HeapTupleIsValid(tuple))
		return false;
	if (((Form_pg_proc) GETSTRUCT(tuple))->prolang == ClanguageId)
	{
		bool		isnull;
		Datum		prosrc = SysCacheGetAttr(PROCOID, tuple,
											 Anum_pg_proc_prosrc, &isnull);

		if (!isnull)
		{
			char	   *name = TextDatumGetCString(prosrc);

			result = strcmp(name, symbol) == 0;
			pfree(name);
		}
	}
	ReleaseSysCache(tuple);
	return result;
}

/* Returns which of our aggregates "aggfnoid" is; pick1 .. pickN are not. */
SwAggregate
sw_aggregate_of(Oid aggfnoid)
{
	HeapTuple	tuple;
	Oid			transfn;

	if (aggfnoid < FirstUnpinnedObjectId)
		return SW_NOT_OURS;
	tuple = SearchSysCache1(AGGFNOID, ObjectIdGetDatum(aggfnoid));
	if (!HeapTupleIsValid(tuple))
		return SW_NOT_OURS;
	transfn = ((Form_pg_aggregate) GETSTRUCT(tuple))->aggtransfn;
	ReleaseSysCache(tuple);

	if (is_c_function(transfn, "sw_first_trans"))
		return SW_FIRST_VALUE;
	if (is_c_function(transfn, "sw_last_trans"))
		return SW_LAST_VALUE;
	return SW_NOT_OURS;
}

/* Returns the type "ordering" of the schema where "aggfnoid" is, if any. */
Oid
sw_ordering_type(Oid aggfnoid)
{
	return GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid,
						   CStringGetDatum("ordering"),
						   ObjectIdGetDatum(get_func_namespace(aggfnoid)));
}

/*
 * Returns the aggregate that gives answer "output" (from 0) of an ordering of
 * type "ordering_type", from the same schema, or InvalidOid.
 */
Oid
sw_pick_aggregate(Oid ordering_type, int output)
{
	HeapTuple	tuple;
	Oid			schema;
	Oid			args[3];
	char		name[NAMEDATALEN];

	tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(ordering_type));
	if (!HeapTupleIsValid(tuple))
		return InvalidOid;
	schema = ((Form_pg_type) GETSTRUCT(tuple))->typnamespace;
	ReleaseSysCache(tuple);

	args[0] = ordering_type;
	args[1] = ANYELEMENTOID;
	args[2] = ANYOID;
	snprintf(name, sizeof(name), "pick%d", output + 1);
	return GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid,
						   CStringGetDatum(name),
						   PointerGetDatum(buildoidvector(args, 3)),
						   ObjectIdGetDatum(schema));
}
