import { sql, type Kysely } from 'kysely'
import type { AskedState } from '#contract/installation/installation.ts'
import { quote } from '#contract/words/quote.ts'
import { agreementTitle } from '../../db/agreement-title.ts'
import type { Tx } from '../../db/handle.ts'
import type { DB } from '../../db/schema.ts'
import { apiProviders, namesEveryPayout } from '../bank/providers/all.ts'
import { uuidv7 } from '../../db/uuid.ts'
import {
  IS_REVEALED,
  UNASKED_BANK,
  type Agreements,
} from '../../installation/installation-queries.ts'
import { comparedCodes } from '../payment/reconcile/compare/compare-queries.ts'

// A backup is taken each night; two hours are for a long one.
const LATE_HOURS = 26

export interface BackupRuns {
  readonly last: {
    readonly name: string
    readonly ended_at: string
    readonly row_count: number
    readonly file_count: number
    readonly missing_count: number
    readonly byte_count: number
  } | null
  readonly failed: { readonly ended_at: string; readonly failure: string } | null
  /** No whole backup within the last hours. */
  readonly is_late: boolean
  /** How old the newest whole one is; null when there is none. */
  readonly age_s: number | null
}

/** The newest whole backup, and the newest failure after it. */
export async function readBackups(q: Kysely<DB>): Promise<BackupRuns> {
  const last = await q
    .selectFrom('backup_run')
    .where('name', 'is not', null)
    .orderBy('ended_at', 'desc')
    .select(['ended_at', 'row_count', 'file_count', 'missing_count', 'byte_count'])
    .select((eb) => eb.ref('name').$notNull().as('name'))
    .select(sql<boolean>`ended_at < now() - ${LATE_HOURS} * interval '1 hour'`.as('is_late'))
    .select(sql<number>`extract(epoch from now() - ended_at)::int`.as('age_s'))
    .limit(1)
    .executeTakeFirst()
  const failed = await q
    .selectFrom('backup_run')
    .where('failure', 'is not', null)
    .$if(last !== undefined, (query) => query.where('ended_at', '>', last!.ended_at))
    .orderBy('ended_at', 'desc')
    .select('ended_at')
    .select((eb) => eb.ref('failure').$notNull().as('failure'))
    .limit(1)
    .executeTakeFirst()
  const { is_late: isLate = true, age_s: age = null, ...whole } = last ?? {}
  return {
    last: last ? (whole as NonNullable<BackupRuns['last']>) : null,
    failed: failed ?? null,
    is_late: isLate,
    age_s: age,
  }
}

// A bank that has not answered for so long may be away for days: people then compare its statement.
const SILENT_MINUTES = 60

/** Banks that name every payout of theirs: what we have lost is found among them. */
const listedCodes = apiProviders.filter(namesEveryPayout).map(({ code }) => code)

export interface AskedBank {
  readonly bank_config_id: string
  readonly company_name: string
  readonly title: string
  readonly state: AskedState
}

/** Every agreement by which money may have left since the last proven moment, the unsettled ones first. */
export async function askedBanks(q: Kysely<DB>, since: string): Promise<AskedBank[]> {
  const { rows } = await sql<AskedBank>`
    select c.id as bank_config_id, k.short_name as company_name, c.title,
      case when b.adapter <> all(${comparedCodes}::text[]) then 'by_hand'
        when c.circuit <> 'closed' or b.status <> 'active' then 'stopped'
        when n.done_at is null and now() > ${since}::timestamptz + ${SILENT_MINUTES} * interval '1 minute' then 'silent'
        when n.done_at is null then 'comparing' when n.is_cut then 'cut'
        when b.adapter <> all(${listedCodes}::text[]) then 'unlisted' else 'compared' end as state
    from bank_config c join bank b on b.id = c.bank_id join company k on k.id = c.company_id
    left join lateral (select n.done_at, n.is_cut from bank_comparison n
      where n.company_id = c.company_id and n.bank_config_id = c.id and n.asked_by is null
        and n.started_at >= ${since} order by n.started_at desc limit 1) n on true
    where c.status in ('active', 'disabled')
    order by (n.done_at is null) desc, k.short_name, c.title limit 200`.execute(q)
  return rows
}

interface OpenCases {
  readonly company_name: string
  readonly count: number
}

/** The companies in which something that a restore revealed is open, most first. */
export async function openCases(q: Kysely<DB>): Promise<OpenCases[]> {
  const { rows } = await sql<OpenCases>`
    select k.short_name as company_name, count(*)::int as count from payment_discrepancy d join company k on k.id = d.company_id
    where ${IS_REVEALED} group by k.id, k.short_name order by count desc, k.short_name limit 200`.execute(
    q,
  )
  return rows
}

export interface FirstRelease {
  readonly by: string
  readonly name: string
  readonly at: string
  readonly reason: string
}

export async function firstRelease(q: Kysely<DB>): Promise<FirstRelease | undefined> {
  const row = await q
    .selectFrom('installation as i')
    .innerJoin('app_user as u', 'u.id', 'i.first_by')
    .select(['u.id as by', 'u.full_name as name', 'i.first_at as at', 'i.first_reason as reason'])
    .executeTakeFirst()
  return row && row.at !== null && row.reason !== null
    ? { by: row.by, name: row.name, at: row.at, reason: row.reason }
    : undefined
}

/** Keeps other releases out until the transaction ends. */
export async function lockInstallation(tx: Tx): Promise<void> {
  await tx.q.selectFrom('installation').select('id').forUpdate().execute()
}

export async function noteFirst(tx: Tx, userId: string, reason: string): Promise<void> {
  await tx.q
    .updateTable('installation')
    .set({ first_by: userId, first_at: sql`now()`, first_reason: reason })
    .execute()
}

export async function noteReleased(tx: Tx, userId: string): Promise<void> {
  await tx.q
    .updateTable('installation')
    .set({ released_by: userId, released_at: sql`now()` })
    .execute()
}

interface Asked {
  readonly company_id: string
  readonly id: string
  readonly title: string
  readonly since: string
}

const SINCE = sql<string>`to_char(i.proven_at at time zone k.timezone, 'DD.MM.YYYY HH24:MI')`

/**
 * Asks every agreement what its bank did before payouts were let go, as a case that holds its company. One that is not in use any more, was
 * not yet when the copy was made, or was made after it, may have paid as well.
 */
export async function openQuestions(tx: Tx, lost: Agreements): Promise<void> {
  const { rows: present } = await sql<Asked>`
    select c.company_id, c.id, ${agreementTitle('c')} as title, ${SINCE} as since
    from bank_config c join company k on k.id = c.company_id cross join installation i
    where not exists (select from payment_discrepancy d where d.company_id = c.company_id and d.closed_at is null
      and d.kind = ${UNASKED_BANK} and d.detail->>'bank_config_id' = c.id::text)
    order by c.company_id, c.id`.execute(tx.q)
  const rows = [...present, ...(await agreementsAfterCopy(tx, lost))]
  for (let at = 0; at < rows.length; at += BATCH)
    await tx.q
      .insertInto('payment_discrepancy')
      .values(
        rows.slice(at, at + BATCH).map(({ company_id, id, title, since }) => ({
          company_id,
          id: uuidv7(),
          kind: UNASKED_BANK,
          detail: JSON.stringify({
            bank_config_id: id,
            title,
            told: `${quote(title)}${id in lost ? ', заведён после копии' : ''}, с ${since} до того, как выплаты отпустили`,
          }),
        })),
      )
      .execute()
}

/** Those of companies that the copy knows. */
async function agreementsAfterCopy(tx: Tx, lost: Agreements): Promise<Asked[]> {
  const ids = Object.values(lost).map((one) => one.company_id)
  const { rows } = await sql<{ id: string; since: string }>`
    select k.id, ${SINCE} as since from company k cross join installation i where k.id = any(${ids}::uuid[])`.execute(
    tx.q,
  )
  const since = new Map(rows.map((company) => [company.id, company.since]))
  return Object.entries(lost).flatMap(([id, { company_id, title }]) => {
    const begun = since.get(company_id)
    return begun === undefined ? [] : [{ company_id, id, title, since: begun }]
  })
}

const BATCH = 500
