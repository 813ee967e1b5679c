import pg from 'pg'
import { setLocalCompany } from '../connection/session-company.ts'
import { NO_COMPANY } from '../uuid.ts'
import { assertCluster } from './cluster.ts'
import { readPlan, type SpreadTable } from './spread-plan.ts'

/** A part of a table that is made again where the table lies then. */
interface Part {
  readonly name: string
  readonly table: string
  /** How it is made: of a key what stands behind its name, of a trigger all. */
  readonly text: string
}

/** Foreign keys of what moves now: Citus ties a table to others only once all of them are where they belong. */
const TIES = `
  select k.conname as name, format('%I.%I', n.nspname, c.relname) as table, pg_get_constraintdef(k.oid) as text
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_class to_ on to_.oid = k.confrelid
  where k.contype = 'f' and n.nspname = 'public' and (c.relname = any($1) or to_.relname = any($1))
  order by c.relname, k.conname`

/**
 * Triggers of what moves now. Rows that are copied to their machines would set them off once more, and there the functions that they
 * call are missing yet.
 */
const TRIGGERS = `
  select t.tgname as name, format('%I.%I', n.nspname, c.relname) as table, pg_get_triggerdef(t.oid) as text
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where not t.tgisinternal and n.nspname = 'public' and c.relname = any($1)
  order by c.relname, t.tgname`

/** Triggers call functions by name, so Citus cannot tell that their machines need them. */
const FUNCTIONS = `
  select create_distributed_function(p.oid::regprocedure)
  from pg_proc p where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    and not exists (select from pg_catalog.pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)`

/**
 * Lays the tables of a migrated database over the machines of its cluster, with what they hold, all or none; a table that lies there
 * already stays. Answers what it moved. For the owner; the server is stopped meanwhile.
 */
export async function spreadTables(owner: pg.Client): Promise<SpreadTable[]> {
  await assertCluster(owner)
  const plan = await readPlan(owner)
  const pending = plan.filter((table) => !table.is_done)
  const home = plan.find((table) => table.spread === 'by company' && table.is_done)
  const names = [pending.map((table) => table.name)]
  const { rows: ties } = await owner.query<Part>(TIES, names)
  const { rows: triggers } = await owner.query<Part>(TRIGGERS, names)
  await owner.query('begin')
  await owner.query(setLocalCompany(NO_COMPANY))
  try {
    for (const { table, name } of ties)
      await owner.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`)
    for (const { table, name } of triggers)
      await owner.query(`drop trigger ${pg.escapeIdentifier(name)} on ${table}`)
    let beside = home?.name
    for (const table of pending) {
      await moveTable(owner, table, beside)
      if (table.spread === 'by company') beside ??= table.name
    }
    for (const { table, name, text } of ties)
      await owner.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${text}`)
    await owner.query(FUNCTIONS)
    for (const { text } of triggers) await owner.query(text)
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => undefined)
    throw error
  }
  return pending
}

/** Rows are copied past row security, which is forced again before anybody sees them. */
async function moveTable(
  owner: pg.Client,
  { name, spread }: SpreadTable,
  beside: string | undefined,
): Promise<void> {
  const table = `public.${pg.escapeIdentifier(name)}`
  const { rows } = await owner.query<{ is_forced: boolean }>(
    'select relforcerowsecurity as is_forced from pg_class where oid = $1::regclass',
    [table],
  )
  if (rows[0]!.is_forced) await owner.query(`alter table ${table} no force row level security`)
  if (spread === 'everywhere') await owner.query('select create_reference_table($1)', [table])
  else
    await owner.query(`select create_distributed_table($1, 'company_id', colocate_with => $2)`, [
      table,
      beside ? `public.${beside}` : 'none',
    ])
  if (rows[0]!.is_forced) await owner.query(`alter table ${table} force row level security`)
}
