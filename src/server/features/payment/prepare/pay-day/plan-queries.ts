import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../../db/handle.ts'
import { mayBePaid } from '../../doubt-queries.ts'

/** More acts than this wait for the next plan. */
export const MOST_ACTS = 2000

export interface DueAct {
  readonly id: string
  readonly number: string | null
  readonly date: string | null
  readonly status: string
  readonly due_kop: number
  readonly supplier_id: string
  readonly may_be_paid: boolean
}

interface DueFilter {
  readonly date_from?: string | undefined
  readonly date_to?: string | undefined
  readonly act_ids?: readonly string[] | undefined
}

/** Acts with something left to pay, oldest first; one more than a plan holds tells that there are more. */
export function dueActs(db: Db, filter: DueFilter): Promise<DueAct[]> {
  let query = db.q
    .selectFrom('act as a')
    .where('a.company_id', '=', db.companyId)
    .where('a.status', 'in', ['issued', 'signed'])
    .where(sql<SqlBool>`a.reserved_kop + a.paid_kop < a.total_kop`)
  if (filter.date_from) query = query.where('a.date', '>=', filter.date_from)
  if (filter.date_to) query = query.where('a.date', '<=', filter.date_to)
  if (filter.act_ids) query = query.where(sql<SqlBool>`a.id = any(${filter.act_ids}::uuid[])`)
  return query
    .select(['a.id', 'a.number', 'a.date', 'a.status', 'a.supplier_id'])
    .select(sql<number>`a.total_kop - a.reserved_kop - a.paid_kop`.as('due_kop'))
    .select(mayBePaid(db, sql`a.id`).as('may_be_paid'))
    .orderBy('a.date')
    .orderBy('a.id')
    .limit(MOST_ACTS + 1)
    .$narrowType<{ supplier_id: string; date: string | null }>()
    .execute()
}

/** Those who are to be paid, with what their giver of the PIN should know. */
export function payeesOf(db: Db, ids: readonly string[]) {
  return db.q
    .selectFrom('supplier as s')
    .where('s.company_id', '=', db.companyId)
    .where(sql<SqlBool>`s.id = any(${ids}::uuid[])`)
    .select(['s.id', 's.status', 's.type', 's.inn', 's.kpp', 's.vat_mode'])
    .select(['s.last_name', 's.first_name', 's.middle_name', 's.org_name'])
    .select([
      sql<boolean>`exists (select from payment p where p.company_id = s.company_id
        and p.supplier_id = s.id and p.status = 'paid' and not p.is_test)`.as('paid_before'),
      sql<boolean>`coalesce(s.doc_expires_on < (select (now() at time zone timezone)::date from company
        where id = s.company_id), false)`.as('doc_expired'),
    ])
    .execute()
}

export interface UsedCounter {
  readonly scope: string
  readonly key: string
  readonly period: string
  readonly kop: number
  readonly count: number
}

/** Counters of the day and of its month, of the company, its agreements and these payees; nothing is locked. */
export async function usedCounters(
  db: Db,
  of: { readonly day: string; readonly keys: readonly string[] },
): Promise<UsedCounter[]> {
  const { rows } = await sql<UsedCounter>`
    select scope, scope_key as key, period, used_kop as kop, used_count as count from payment_limit
    where company_id = ${db.companyId} and scope_key = any(${of.keys}::text[])
      and period in (${of.day}::date, date_trunc('month', ${of.day}::date)::date)
  `.execute(db.q)
  return rows
}
