import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Tx } from '../handle.ts'

/** Why the primary reads instead: one word for the log and the metrics. */
export const STANDBY_FAULTS = [
  'away',
  'behind',
  'promoted',
  'foreign',
  'cancelled',
  'failed',
] as const
export type StandbyFault = (typeof STANDBY_FAULTS)[number]

/** The database at the standby's address does not prove that it has all that the primary has. */
export class Unproven extends Error {
  readonly fault: StandbyFault

  constructor(fault: StandbyFault, message: string) {
    super(message)
    this.fault = fault
  }
}

const ASK_EVERY_MS = 20
/** By then a standby of the same network has what the primary had on its disk. */
const FLUSHED_AT = 2

/** What is the same in a database and in each copy of it that PostgreSQL keeps itself. */
const IDENTITY = sql<string>`concat_ws(' ', (select system_identifier from pg_control_system()),
  (select oid from pg_database where datname = current_database()), current_user)`

/** Where the primary is now: everything that anybody was told before lies behind this place of its log. */
export interface PrimaryPlace {
  /** Of what is written and of what is only in its memory: a commit may be told before it is on the disk. */
  readonly lsn: string
  readonly identity: string
}

export async function askPrimaryPlace({ q }: Db): Promise<PrimaryPlace> {
  const { rows } = await sql<PrimaryPlace>`
    select pg_current_wal_insert_lsn()::text as lsn, ${IDENTITY} as identity`.execute(q)
  return rows[0]!
}

/** Waits until the standby shows everything before that place to whoever begins to read. */
export async function waitForReplay(
  { q, services }: Db,
  primary: Db,
  { lsn }: PrimaryPlace,
): Promise<void> {
  const until = performance.now() + services.config.deadlines.standbyMs
  for (let asked = 1; ; asked++) {
    const { rows } = await sql<{ is_standby: boolean; has_all: boolean }>`
      select pg_is_in_recovery() as is_standby,
        coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) as has_all`.execute(q)
    const { is_standby, has_all } = rows[0]!
    if (!is_standby) throw new Unproven('promoted', 'it is no standby: it takes writes')
    if (has_all) return
    if (asked === FLUSHED_AT) await flushLog(primary)
    else if (asked > FLUSHED_AT && performance.now() > until)
      throw new Unproven('behind', `it has not replayed ${lsn}`)
    await pause(ASK_EVERY_MS)
  }
}

/**
 * What an open transaction wrote stays in the primary's memory until somebody commits, for a quarter of a minute where nobody does: an
 * empty commit takes it to the disk, and so to the standby. It waits for no other machine.
 */
async function flushLog({ q }: Db): Promise<void> {
  await sql
    .raw(
      `begin; set local synchronous_commit = local; select pg_logical_emit_message(true, 'priyomka', ''); commit`,
    )
    .execute(q)
}

/**
 * The first statements of a reading transaction. A copy that went another way since, by a promotion or a restore, may have a longer log
 * than the primary: it is known by the last record of the company's journal, which the primary then does not have.
 */
export async function proveHistory(own: Tx, primary: Db, place: PrimaryPlace): Promise<void> {
  const { rows } = await sql<{ is_standby: boolean; identity: string }>`
    select pg_is_in_recovery() as is_standby, ${IDENTITY} as identity`.execute(own.q)
  const { is_standby, identity } = rows[0]!
  if (!is_standby) throw new Unproven('promoted', 'it was promoted meanwhile')
  if (identity !== place.identity)
    throw new Unproven('foreign', `it is ${identity}, and the primary is ${place.identity}`)
  const head = await own.q
    .selectFrom('audit_head')
    .where('company_id', '=', own.companyId)
    .select(['seq', 'hash'])
    .executeTakeFirst()
  if (!head || !(await waitForRecord(primary, head)))
    throw new Unproven('foreign', 'its journal is not the one of the primary')
}

/** A synchronous standby shows a commit before the primary does, which waits for it to have one. */
async function waitForRecord(
  { q, companyId, services }: Db,
  { seq, hash }: { readonly seq: number; readonly hash: Buffer },
): Promise<boolean> {
  const until = performance.now() + services.config.deadlines.standbyMs
  for (;;) {
    const record = await q
      .selectFrom('audit_event')
      .where('company_id', '=', companyId)
      .where('seq', '=', seq)
      .where('hash', '=', hash)
      .select('seq')
      .executeTakeFirst()
    if (record || performance.now() > until) return record !== undefined
    await pause(ASK_EVERY_MS)
  }
}
