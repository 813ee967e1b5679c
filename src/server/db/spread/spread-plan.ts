import type pg from 'pg'

/** How a cluster keeps a table: each company's rows on one machine, all rows on every machine, or as it is, on the coordinator. */
export type Spread = 'by company' | 'everywhere'

export interface SpreadTable {
  readonly name: string
  readonly spread: Spread
  readonly is_done: boolean
}

/** The owner's book, and tries that only the clock of the coordinator counts: no other table is read beside them. */
const ON_COORDINATOR = ['schema_migration', 'login_attempt']

/**
 * The plan follows from the columns. Rows that all name a company are its own; where some name none, they are common to all, as the
 * tables without the column are. The queue's tables lie in a schema of their own, on the coordinator.
 * What functions name comes first: tables whose triggers call them need it.
 */
const TABLES = `
  select c.relname as name, case when a.attnotnull then 'by company' else 'everywhere' end as spread,
    exists (select from pg_dist_partition p where p.logicalrelid = c.oid and (p.partmethod = 'h'
      or p.partmethod = 'n' and p.repmodel = 't')) as is_done
  from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1)
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by spread desc, not exists (select from pg_depend d where d.refobjid = c.oid and d.classid = 'pg_proc'::regclass),
    c.relname`

export async function readPlan(owner: pg.Client): Promise<SpreadTable[]> {
  return (await owner.query<SpreadTable>(TABLES, [ON_COORDINATOR])).rows
}
