/*-------------------------------------------------------------------------
 *
 * agg_remote.c
 *	  Queries of which a part may be computed by another server.
 *
 * That server gets them as text.  A call of first_value or last_value as the
 * user wrote it is text that it understands; what the rewriting makes of it
 * is not, since only a planner makes values of type "ordering".
 *
 *-------------------------------------------------------------------------
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/skey.h"
#include "access/stratnum.h"
#include "access/table.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_namespace.h"
#include "nodes/nodeFuncs.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

#include "agg_remote.h"
#include "compat.h"

/* Does "relid" have a foreign table among its children? */
static bool
has_foreign_child(Oid relid)
{
	List	   *children = find_all_inheritors(relid, NoLock, NULL);
	ListCell   *lc;

	foreach(lc, children)
		if (get_rel_relkind(lfirst_oid(lc)) == RELKIND_FOREIGN_TABLE)
			return true;
	return false;
}

/*
 * Does "query", or a subquery that it reads from, read a foreign table?  The
 * wrapper may then ship its aggregates.
 */
bool
sw_reads_foreign(Query *query)
{
	ListCell   *lc;

	foreach(lc, query->rtable)
	{
		RangeTblEntry *rte = lfirst_node(RangeTblEntry, lc);

		if (rte->rtekind == RTE_SUBQUERY && sw_reads_foreign(rte->subquery))
			return true;
		if (rte->rtekind != RTE_RELATION)
			continue;
		if (rte->relkind == RELKIND_FOREIGN_TABLE ||
			(rte->inh && has_foreign_child(rte->relid)))
			return true;
	}
	foreach(lc, query->cteList)
	{
		CommonTableExpr *cte = lfirst_node(CommonTableExpr, lc);

		if (IsA(cte->ctequery, Query) &&
			sw_reads_foreign((Query *) cte->ctequery))
			return true;
	}
	return false;
}

/* What Citus keeps about its tables. */
typedef struct SwDistribution
{
	Relation	catalog;
	AttrNumber	table_column;
} SwDistribution;

/* Tree walker: does the tree read a table of the distribution "context"? */
static bool
reads_listed(Node *node, void *context)
{
	SwDistribution *distribution = context;

	if (node == NULL)
		return false;
	if (IsA(node, Query))
		return query_tree_walker((Query *) node, reads_listed, context,
								 QTW_EXAMINE_RTES_BEFORE);
	if (IsA(node, RangeTblEntry))
	{
		RangeTblEntry *rte = (RangeTblEntry *) node;
		ScanKeyData key;
		SysScanDesc scan;
		bool		found;

		if (rte->rtekind != RTE_RELATION)
			return false;
		ScanKeyInit(&key, distribution->table_column, BTEqualStrategyNumber,
					F_OIDEQ, ObjectIdGetDatum(rte->relid));
		scan = systable_beginscan(distribution->catalog, InvalidOid, false,
								  NULL, 1, &key);
		found = HeapTupleIsValid(systable_getnext(scan));
		systable_endscan(scan);
		return found;
	}
	return expression_tree_walker(node, reads_listed, context);
}

/*
 * Does "query" read a table that Citus distributes, at any level?  The planner
 * of Citus is called after us, as it has to be loaded first, and ships the
 * query or parts of it.  On its workers the parts of tables are ordinary ones.
 */
bool
sw_reads_distributed(Query *query)
{
	SwDistribution distribution;
	Oid			catalog;
	bool		result = false;

	catalog = get_relname_relid("pg_dist_partition", PG_CATALOG_NAMESPACE);
	if (!OidIsValid(catalog))
		return false;
	distribution.table_column = get_attnum(catalog, "logicalrelid");
	if (distribution.table_column == InvalidAttrNumber)
		return false;
	distribution.catalog = table_open(catalog, AccessShareLock);
	result = reads_listed((Node *) query, &distribution);
	table_close(distribution.catalog, AccessShareLock);
	return result;
}
