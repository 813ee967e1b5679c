import { sql } from 'kysely'
import type { BikLoad } from '#contract/bank/bik-directory.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { BikDirectory } from './bik-directory.ts'
import type { DirectoryChange } from './compare-directories.ts'

const LOADS_SHOWN = 10
// As many of the changes as the screen shows.
const CHANGES_KEPT = 200

/** Every row that a load may change, as it is before it. */
const STATE = sql`jsonb_build_object(
  'banks', (select coalesce(jsonb_agg(b), '[]') from bik_bank b),
  'accounts', (select coalesce(jsonb_agg(a), '[]') from bik_account a))`

interface NewLoad {
  readonly directory: Pick<BikDirectory, 'day' | 'version'>
  readonly counts: { readonly banks: number; readonly accounts: number }
  readonly source: BikLoad['source']
  readonly hash: Buffer | null
  /** The current load. */
  readonly formerLoad: string | null
}

/** Writes a load down with the state that it is about to replace; must come before the state is changed. */
export async function insertLoad(db: Tx, load: NewLoad): Promise<string> {
  const id = uuidv7()
  const { directory, counts } = load
  await db.q
    .insertInto('bik_load')
    .values({
      id,
      business_day: directory.day,
      directory_version: directory.version,
      source: load.source,
      bank_count: counts.banks,
      account_count: counts.accounts,
      added: 0,
      closed: 0,
      changed: 0,
      content_hash: load.hash,
      previous_load: load.formerLoad,
      created_by: db.caller.userId,
    })
    .execute()
  if (load.formerLoad)
    await sql`update bik_load set previous = ${STATE} where id = ${id}`.execute(db.q)
  return id
}

/** Stores what a load has changed, and deletes the states before earlier loads: half a megabyte each. */
export async function updateChanges(
  db: Tx,
  id: string,
  changes: readonly DirectoryChange[],
): Promise<void> {
  const count = (name: string) => changes.filter(({ change }) => change === name).length
  const [added, closed] = [count('added'), count('closed')]
  const changed = changes.length - added - closed
  const first = JSON.stringify(changes.slice(0, CHANGES_KEPT))
  await db.q
    .updateTable('bik_load')
    .set({ added, closed, changed, changes: first })
    .where('id', '=', id)
    .execute()
  await db.q
    .updateTable('bik_load')
    .set({ previous: null })
    .where('id', '<>', id)
    .where('previous', 'is not', null)
    .execute()
}

/** The directory rows that the last load replaced. */
export function selectPrevious(db: Tx, id: string) {
  return db.q
    .selectFrom('bik_load as l')
    .innerJoin('bik_load as f', 'f.id', 'l.previous_load')
    .where('l.id', '=', id)
    .where('l.previous', 'is not', null)
    .select(['f.id', 'f.business_day as day', 'f.directory_version as version'])
    .select(['f.bank_count', 'f.account_count', 'f.content_hash as hash'])
    .executeTakeFirst()
}

/** Restores every bank and account to the state before the given load. */
export async function restoreState(db: Tx, id: string): Promise<void> {
  const previous = sql`(select previous from bik_load where id = ${id})`
  await sql`delete from bik_bank`.execute(db.q)
  await sql`insert into bik_bank
    select * from jsonb_populate_recordset(null::bik_bank, ${previous}->'banks')`.execute(db.q)
  await sql`insert into bik_account
    select * from jsonb_populate_recordset(null::bik_account, ${previous}->'accounts')`.execute(
    db.q,
  )
}

/** How many payment methods of all companies pay to each of the banks, straight or by СБП. */
export async function countMethods(db: Db, biks: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ bik: string; methods: number }>`
    select coalesce(m.bik, s.bic) as bik, count(*)::int as methods
    from payment_method m left join sbp_bank s on s.bank_id = m.sbp_bank_id
    where m.status <> 'archived' and coalesce(m.bik, s.bic) = any(${biks}::text[])
    group by 1`.execute(db.q)
  return new Map(rows.map(({ bik, methods }) => [bik, methods]))
}

/** The last loads, the current one first. */
export function selectLoads(db: Db) {
  return db.q
    .selectFrom('bik_load as l')
    .leftJoin('app_user as u', 'u.id', 'l.created_by')
    .leftJoin('bik_load as f', (join) =>
      join.onRef('f.id', '=', 'l.previous_load').on('l.previous', 'is not', null),
    )
    .select([
      'l.id',
      'l.business_day',
      'l.directory_version',
      'l.source',
      'l.bank_count',
      'l.account_count',
      'l.added',
      'l.closed',
      'l.changed',
      'l.created_at as loaded_at',
      'u.full_name as loaded_by_name',
      'f.business_day as former_day',
    ])
    .select(sql<DirectoryChange[]>`l.changes`.as('changes'))
    .orderBy('l.seq', 'desc')
    .limit(LOADS_SHOWN)
    .execute()
}
