import { sql, type SqlBool } from 'kysely'
import type { MethodKind } from '#contract/bank/method-kinds.ts'
import { quote } from '#contract/words/quote.ts'
import type { Db, Tx } from '../../../../db/handle.ts'
import { mayBePaid } from '../../doubt-queries.ts'
import { agreementTitle } from '../../../../db/agreement-title.ts'
import { isTrainingBank } from '../../../../db/training-bank.ts'
import { bankProviders } from '../../../bank/providers/all.ts'

const CONFIG = [
  'c.id',
  'c.status',
  'c.circuit',
  'c.allow_test_payment',
  'c.min_kop',
  'c.per_payment_kop',
  'c.per_day_kop',
  'c.per_month_kop',
  'c.payee_day_count',
  'c.payee_month_kop',
  'b.adapter',
  'b.status as bank_status',
] as const

/** Agreements with their banks. */
function configs(db: Db) {
  return db.q
    .selectFrom('bank_config as c')
    .innerJoin('bank as b', 'b.id', 'c.bank_id')
    .where('c.company_id', '=', db.companyId)
    .select(CONFIG)
    .select([agreementTitle('c').as('title'), isTrainingBank('b').as('training')])
}

export type ConfigRow = Awaited<ReturnType<ReturnType<typeof configs>['executeTakeFirstOrThrow']>>

export function configById(db: Db, id: string): Promise<ConfigRow | undefined> {
  return configs(db).where('c.id', '=', id).executeTakeFirst()
}

/** The default configuration for a kind of method. */
export function defaultConfig(db: Db, kind: string): Promise<ConfigRow | undefined> {
  return configs(db)
    .innerJoin('bank_config_default as d', (join) =>
      join.onRef('d.company_id', '=', 'c.company_id').onRef('d.bank_config_id', '=', 'c.id'),
    )
    .where('d.method', '=', kind)
    .executeTakeFirst()
}

/** Why an agreement, or all that would pay a kind, takes no payments; undefined when no reason is recorded. */
export async function stopSentence(
  db: Db,
  of: { readonly configId: string | undefined; readonly kind?: MethodKind },
): Promise<string | undefined> {
  const { kind } = of
  const paying = bankProviders.filter(({ methods }) => kind && methods.includes(kind))
  let query = db.q
    .selectFrom('bank_config as c')
    .innerJoin('bank as b', 'b.id', 'c.bank_id')
    .where('c.company_id', '=', db.companyId)
    .where('c.status', '<>', 'draft')
    .where((eb) => eb.or([eb('c.status', '<>', 'active'), eb('c.circuit', '=', 'stopped')]))
  query = of.configId
    ? query.where('c.id', '=', of.configId)
    : query.where(
        'b.adapter',
        'in',
        paying.map(({ code }) => code),
      )
  const row = await query
    .select([
      agreementTitle('c').as('title'),
      sql<string | null>`coalesce(c.stopped_reason, c.off_reason)`.as('reason'),
    ])
    .where(sql<SqlBool>`coalesce(c.stopped_reason, c.off_reason) is not null`)
    .orderBy(sql`coalesce(c.stopped_at, c.off_at)`, 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && `Выплаты через ${quote(row.title)} остановлены: ${row.reason}`
}

/** The payee of a payment; a share lock, so that blocking the supplier waits for the save. */
export function supplierFor(tx: Tx, id: string) {
  return tx.q
    .selectFrom('supplier as s')
    .where('s.company_id', '=', tx.companyId)
    .where('s.id', '=', id)
    .select(['s.id', 's.status', 's.vat_mode', 's.type', 's.inn', 's.kpp'])
    .select(['s.last_name', 's.first_name', 's.middle_name', 's.org_name'])
    .select(
      sql<boolean>`exists (select from payment p where p.company_id = ${tx.companyId}
        and p.supplier_id = s.id and p.status = 'paid' and not p.is_test)`.as('paid_before'),
    )
    .forShare('s')
    .executeTakeFirst()
}

/** Acts of a batch, locked in the order of their ids: the remainder is checked under this lock. */
export function lockActs(tx: Tx, ids: readonly string[]) {
  return tx.q
    .selectFrom('act')
    .where('company_id', '=', tx.companyId)
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .select([
      'id',
      'supplier_id',
      'status',
      'number',
      'date',
      'total_kop',
      'reserved_kop',
      'paid_kop',
    ])
    .select(mayBePaid(tx, sql`act.id`).as('may_be_paid'))
    .orderBy('id')
    .forUpdate()
    .execute()
}

export type ActRow = Awaited<ReturnType<typeof lockActs>>[number]

/** Names of what the acts bought, for the purpose. */
export async function productNamesOf(db: Db, actIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from act_position where company_id = ${db.companyId} and act_id = any(${actIds}::uuid[])
    group by name order by name limit 5
  `.execute(db.q)
  return rows.length > 0 ? rows.map(({ name }) => name) : ['лом']
}

export async function companyDay(db: Db): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (now() at time zone timezone)::date as day from company where id = ${db.companyId}
  `.execute(db.q)
  return rows[0]!.day
}

/** The sum that a supplier is to get today through one destination. */
export interface SumOfToday {
  readonly supplier_id: string
  /** Key of the destination in hex. */
  readonly payee: string
  readonly kop: number
}

/**
 * The sums that these suppliers (by any method) and these destinations (of any supplier) are to get today: payments saved or
 * handed over today, and earlier ones that still wait. So neither several methods nor several days split a sum below the
 * threshold.
 */
export async function sumsOfToday(
  db: Db,
  to: { readonly supplierIds: readonly string[]; readonly keys: readonly Buffer[] },
): Promise<SumOfToday[]> {
  const { rows } = await sql<SumOfToday>`
    select coalesce(s.merged_into, s.id) as supplier_id, encode(p.payee_key, 'hex') as payee, sum(p.amount_kop)::bigint as kop
    from payment p
    join supplier s on s.company_id = p.company_id and s.id = p.supplier_id
    join company c on c.id = p.company_id
    where p.company_id = ${db.companyId} and p.status not in ('rejected', 'cancelled')
      and (p.payee_key = any(${to.keys}::bytea[]) or p.supplier_id = any(${to.supplierIds}::uuid[])
        or s.merged_into = any(${to.supplierIds}::uuid[]))
      and (p.status = 'saved' or p.document_date = (now() at time zone c.timezone)::date
        or p.created_at >= date_trunc('day', now() at time zone c.timezone) at time zone c.timezone)
    group by 1, 2
  `.execute(db.q)
  return rows
}

/** The part of these sums that counts for a payment to this supplier and destination. */
export const payeeTodayKop = (sums: readonly SumOfToday[], to: Omit<SumOfToday, 'kop'>): number =>
  sums
    .filter(({ supplier_id, payee }) => supplier_id === to.supplier_id || payee === to.payee)
    .reduce((total, { kop }) => total + kop, 0)
