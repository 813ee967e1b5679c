import { sql, type RawBuilder } from 'kysely'
import { zoneOf, type Db, type Tx } from '../../../../db/handle.ts'
import { withinDays } from '../../../../db/query/list-page.ts'
import { walkRows } from '../../../../db/query/walk-query.ts'
import type { NameParts } from '../../../supplier/record/supplier-name.ts'

/** Whose documents leave: the days, and which of the two kinds of them. */
export interface ExchangeScope {
  readonly date_from: string
  readonly date_to: string
  readonly purchases: boolean
  readonly payouts: boolean
}

/** A supplier as accounts know it: a merged record is the one that was kept. */
export interface ExchangedSupplier extends NameParts {
  readonly supplier_id: string
  readonly inn: string | null
  readonly kpp: string | null
}

export interface ExchangedPosition {
  readonly product_id: string
  readonly product_name: string
  readonly measure: 'weight' | 'piece'
  readonly net_g: number | null
  readonly qty: number | null
  readonly price_kop: number | null
  readonly amount_kop: number
}

export interface ExchangedAct extends ExchangedSupplier {
  readonly id: string
  readonly number: string
  readonly date: string
  readonly issued_at: string
  readonly total_kop: number
  readonly vat_mode: string
  readonly supplier_snapshot: Buffer | null
  readonly site_id: string
  readonly site_name: string
  readonly positions: readonly ExchangedPosition[]
}

export interface VoidAct extends NameParts {
  readonly id: string
  readonly number: string
  readonly date: string
}

/** Where money left from: an agreement with a bank. */
export interface ExchangedAccount {
  readonly bank_config_id: string
  readonly bank_title: string
  readonly account: string | null
  readonly bik: string | null
  readonly bank_name: string
}

/** Money that left, or that came back. */
export interface ExchangedMoney extends ExchangedSupplier, ExchangedAccount {
  readonly id: string
  readonly payment_id: string
  readonly at: string
  readonly amount_kop: number
  readonly marker: string
  readonly purpose: string
  readonly vat_clause: string
  readonly method: string
  readonly document_number: number | null
  readonly document_date: string | null
  readonly provider_ref: string | null
  /** Numbers of the acts that were paid. */
  readonly acts: string | null
}

const supplierColumns = sql`s.id as supplier_id, s.type, s.last_name, s.first_name, s.middle_name, s.org_name, s.inn, s.kpp`

/** `o` is the supplier that the record names, `s` the one that was kept. */
const supplierJoin = (of: string) => sql`
  join supplier o on o.company_id = ${sql.ref(`${of}.company_id`)} and o.id = ${sql.ref(`${of}.supplier_id`)}
  join supplier s on s.company_id = o.company_id and s.id = case when o.merged_into is null then o.id else o.merged_into end`

/** Acts that are in force, of the days. */
const isPurchased = (db: Db, { date_from, date_to, purchases }: ExchangeScope) => sql`
  a.company_id = ${db.companyId} and ${purchases}::boolean and a.status in ('issued', 'signed')
  and a.date between ${date_from}::date and ${date_to}::date`

/** Acts of the days that are void, and acts of other days that became so within them. */
const isVoided = (db: Db, { purchases, ...days }: ExchangeScope) => sql`
  a.company_id = ${db.companyId} and ${purchases}::boolean and a.status = 'void' and a.number is not null
  and (a.date between ${days.date_from}::date and ${days.date_to}::date
    or ${withinDays('a.voided_at', days, zoneOf(db))})`

/** Payments that left within the days; those of tests never are in accounts. */
const isPaid = (db: Db, { payouts, ...days }: ExchangeScope) => sql`
  p.company_id = ${db.companyId} and ${payouts}::boolean and p.status = 'paid' and not p.is_test
  and ${withinDays('p.finished_at', days, zoneOf(db))}`

const isReturned = (db: Db, { payouts, ...days }: ExchangeScope) => sql`
  r.company_id = ${db.companyId} and ${payouts}::boolean and r.status = 'confirmed' and not p.is_test
  and ${withinDays('r.confirmed_at', days, zoneOf(db))}`

const returnJoin = sql`
  payment_return r join payment p on p.company_id = r.company_id and p.id = r.payment_id`

/** How many documents the days have. */
export async function countDocuments(db: Db, scope: ExchangeScope): Promise<number> {
  const { rows } = await sql<{ documents: number }>`
    select (select count(*) from act a where ${isPurchased(db, scope)})
      + (select count(*) from act a where ${isVoided(db, scope)})
      + (select count(*) from payment p where ${isPaid(db, scope)})
      + (select count(*) from ${returnJoin} where ${isReturned(db, scope)}) as documents`.execute(
    db.q,
  )
  return Number(rows[0]!.documents)
}

export function walkActs(db: Tx, scope: ExchangeScope) {
  return walkRows(
    db,
    sql<ExchangedAct>`
      select a.id, a.number, a.date, a.issued_at, a.total_kop, a.supplier_snapshot, s.vat_mode,
        a.site_id, t.name as site_name, ${supplierColumns},
        coalesce((
          select json_agg(json_build_object('product_id', g.id, 'product_name', g.name,
            'measure', ap.measure, 'net_g', ap.net_g, 'qty', ap.qty, 'price_kop', ap.price_kop,
            'amount_kop', ap.amount_kop) order by ap."order", ap.id)
          from act_position ap
            join product g on g.company_id = ap.company_id and g.id = ap.product_id
          where ap.company_id = a.company_id and ap.act_id = a.id), '[]'::json) as positions
      from act a ${supplierJoin('a')}
        join site t on t.company_id = a.company_id and t.id = a.site_id
      where ${isPurchased(db, scope)}
      order by a.date, a.number_year, a.number_seq, a.id`,
  )
}

export function walkVoidActs(db: Tx, scope: ExchangeScope) {
  return walkRows(
    db,
    sql<VoidAct>`
      select a.id, a.number, a.date, s.type, s.last_name, s.first_name, s.middle_name, s.org_name
      from act a ${supplierJoin('a')}
      where ${isVoided(db, scope)}
      order by a.date, a.number_year, a.number_seq, a.id`,
  )
}

export function walkPayouts(db: Tx, scope: ExchangeScope) {
  return walkRows(
    db,
    sql<ExchangedMoney>`
      select p.id, p.finished_at as at, p.amount_kop, ${moneyColumns}
      from payment p ${moneyJoin}
      where ${isPaid(db, scope)}
      order by p.finished_at, p.id`,
  )
}

export function walkReturns(db: Tx, scope: ExchangeScope) {
  return walkRows(
    db,
    sql<ExchangedMoney>`
      select r.id, r.confirmed_at as at, r.amount_kop, ${moneyColumns}
      from ${returnJoin} ${moneyJoin}
      where ${isReturned(db, scope)}
      order by r.confirmed_at, r.id`,
  )
}

const accountColumns = sql`
  c.id as bank_config_id, c.title as bank_title, c.account, b.bik, b.name as bank_name`
const accountJoin = sql`join bank b on b.id = c.bank_id`

const moneyColumns = sql`
  p.id as payment_id, p.marker, p.purpose, p.vat_clause, p.method_snapshot->>'kind' as method, p.document_number,
  p.document_date, p.provider_ref, ${accountColumns}, ${supplierColumns},
  (select string_agg(a.number, ', ' order by a.number_year, a.number_seq, a.id)
    from payment_allocation l join act a on a.company_id = l.company_id and a.id = l.act_id
    where l.company_id = p.company_id and l.payment_id = p.id) as acts`
const moneyJoin = sql`${supplierJoin('p')}
  join bank_config c on c.company_id = p.company_id and c.id = p.bank_config_id ${accountJoin}`

/** The records that the documents of the days name. */
const named = (
  db: Db,
  scope: ExchangeScope,
  ofAct: RawBuilder<unknown>,
  ofMoney: RawBuilder<unknown>,
) => sql`
  select ${ofAct} from act a where ${isPurchased(db, scope)}
  union select ${ofMoney} from payment p where ${isPaid(db, scope)}
  union select ${ofMoney} from ${returnJoin} where ${isReturned(db, scope)}`

export function walkSuppliers(db: Tx, scope: ExchangeScope) {
  return walkRows(
    db,
    sql<ExchangedSupplier>`
      select ${supplierColumns} from supplier s
      where s.company_id = ${db.companyId} and s.id in (
        select coalesce(o.merged_into, o.id) from supplier o
        where o.company_id = ${db.companyId}
          and o.id in (${named(db, scope, sql`a.supplier_id`, sql`p.supplier_id`)}))
      order by s.id`,
  )
}

export interface ExchangedProduct {
  readonly product_id: string
  readonly product_name: string
  readonly measure: 'weight' | 'piece'
}

export function walkProducts(db: Tx, scope: ExchangeScope) {
  return walkRows(
    db,
    sql<ExchangedProduct>`
      select g.id as product_id, g.name as product_name, g.measure from product g
      where g.company_id = ${db.companyId} and g.id in (
        select ap.product_id
        from act a join act_position ap on ap.company_id = a.company_id and ap.act_id = a.id
        where ${isPurchased(db, scope)})
      order by g.id`,
  )
}

export function walkSites(db: Tx, scope: ExchangeScope) {
  return walkRows(
    db,
    sql<Pick<ExchangedAct, 'site_id' | 'site_name'>>`
      select t.id as site_id, t.name as site_name from site t
      where t.company_id = ${db.companyId}
        and t.id in (select a.site_id from act a where ${isPurchased(db, scope)})
      order by t.id`,
  )
}

export function walkAccounts(db: Tx, scope: ExchangeScope) {
  return walkRows(
    db,
    sql<ExchangedAccount>`
      select ${accountColumns} from bank_config c ${accountJoin}
      where c.company_id = ${db.companyId} and c.id in (
        select p.bank_config_id from payment p where ${isPaid(db, scope)}
        union select p.bank_config_id from ${returnJoin} where ${isReturned(db, scope)})
      order by c.id`,
  )
}
