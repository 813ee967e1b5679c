import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/handle.ts'
import {
  corrAccountOf,
  type BikAccount,
  type BikDirectory,
  type BikRestriction,
} from './bik-directory.ts'
import { isClosed, type KnownBank } from './compare-directories.ts'

// One statement's parameters stay well below the protocol's 65535.
const ROWS_AT_ONCE = 1000

/** Serialises loads: the newest directory must win, not the last one written. */
export async function lockLoads(db: Tx): Promise<void> {
  await sql`lock table bik_load in share row exclusive mode`.execute(db.q)
}

/** Day and version of the current directory: that of the last load. */
export function presentDirectory(db: Db) {
  return db.q
    .selectFrom('bik_load')
    .select(['id', 'business_day as day', 'directory_version as version', 'bank_count'])
    .select('content_hash as hash')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}
export type PresentDirectory = NonNullable<Awaited<ReturnType<typeof presentDirectory>>>

/** Today by the clock of the database, in the zone of the Bank of Russia. */
export async function selectToday(db: Db): Promise<string> {
  const { rows } = await sql<{
    today: string
  }>`select to_char(now() at time zone 'Europe/Moscow', 'YYYY-MM-DD') as today`.execute(db.q)
  return rows[0]!.today
}

function banks(db: Db) {
  return db.q
    .selectFrom('bik_bank as b')
    .select(['b.bik', 'b.name', 'b.kind', 'b.place', 'b.until', 'b.leaving', 'b.left_on'])
    .select(sql<readonly BikRestriction[]>`b.restrictions`.as('restrictions'))
    .select(
      sql<readonly BikAccount[]>`coalesce((select json_agg(json_build_object('account', a.account,
        'kind', a.kind, 'cbr_bik', a.cbr_bik, 'since', a.since, 'until', a.until,
        'leaving', a.leaving, 'restrictions', a.restrictions) order by a.since, a.account)
        from bik_account a where a.bik = b.bik), '[]')`.as('accounts'),
    )
}

export function findBank(db: Db, bik: string) {
  return banks(db).where('b.bik', '=', bik).executeTakeFirst()
}

/** Every bank that was ever named, as the directory of that day left it; two thousand rows. */
export async function knownBanks(db: Db, day: string): Promise<KnownBank[]> {
  const rows = await banks(db).execute()
  return rows.map((row) => ({
    bik: row.bik,
    name: row.name,
    corr_account: corrAccountOf(row.accounts, day),
    closed: row.left_on !== null || isClosed(row, day),
    restrictions: row.restrictions.length,
  }))
}

/** Writes a directory over the current one; banks that it does not name stay, marked as gone. */
export async function putDirectory(db: Tx, directory: BikDirectory): Promise<void> {
  const json = (value: unknown) => JSON.stringify(value)
  const rows = directory.participants.map(({ accounts: _accounts, restrictions, ...bank }) => ({
    ...bank,
    restrictions: json(restrictions),
    left_on: null,
  }))
  const accounts = directory.participants.flatMap(({ bik, accounts: list }) =>
    list.map(({ restrictions, ...one }) => ({ bik, ...one, restrictions: json(restrictions) })),
  )
  for (const part of parts(rows))
    await db.q
      .insertInto('bik_bank')
      .values(part)
      .onConflict((oc) =>
        oc.column('bik').doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          kind: eb.ref('excluded.kind'),
          region: eb.ref('excluded.region'),
          place: eb.ref('excluded.place'),
          address: eb.ref('excluded.address'),
          since: eb.ref('excluded.since'),
          until: eb.ref('excluded.until'),
          leaving: eb.ref('excluded.leaving'),
          restrictions: eb.ref('excluded.restrictions'),
          left_on: null,
        })),
      )
      .execute()
  const named = sql`(select unnest(${rows.map(({ bik }) => bik)}::text[]))`
  // A directory of a day to come may have said that a bank left on that day.
  await sql`update bik_bank set left_on = ${directory.day}
    where (left_on is null or left_on > ${directory.day}) and bik not in ${named}`.execute(db.q)
  await sql`delete from bik_account where bik in ${named}`.execute(db.q)
  for (const part of parts(accounts)) await db.q.insertInto('bik_account').values(part).execute()
}

function parts<T>(rows: readonly T[]): T[][] {
  const count = Math.ceil(rows.length / ROWS_AT_ONCE)
  return Array.from({ length: count }, (_, n) =>
    rows.slice(n * ROWS_AT_ONCE, (n + 1) * ROWS_AT_ONCE),
  )
}
