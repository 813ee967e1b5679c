import { sql, type Updateable, type Insertable } from 'kysely'
import { fieldNames } from '#contract/record/record-field.ts'
import { supplierFields } from '#contract/supplier/supplier-record.ts'
import { changeColumns } from '../../../db/query/change-columns.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { ofPage } from '../../../db/query/list-page.ts'
import { compiledQuery, type Scope } from '../../../db/query/compiled-query.ts'
import { RUNNING } from '../../../db/running-payments.ts'
import type { Supplier as SupplierTable } from '../../../db/schema.ts'

/** The company's calendar day; a subquery without outer references is evaluated once a statement. */
export function today(db: Scope) {
  return sql<string>`(select (now() at time zone timezone)::date from company where id = ${db.companyId})`
}

/** True when the company issues acts to people only with a signed consent (domain.md 13.3, `pd_basis`). */
export function consentDue(db: Scope) {
  return sql<boolean>`coalesce((select settings->'rules'->>'pd_basis' = 'consent' from company
    where id = ${db.companyId}), false)`
}

/** The consent that counts: a signed one, else the newest; past its term it is expired before the nightly work says so. */
export function consentStatus(db: Scope) {
  return sql<'none' | 'signed' | 'withdrawn' | 'expired'>`coalesce((
    select case when c.status = 'signed' and c.valid_until < ${today(db)} then 'expired' else c.status end
    from consent c where c.company_id = ${db.companyId} and c.supplier_id = s.id
    order by (c.status = 'signed') desc, c.created_at desc limit 1), 'none')`
}

export function hasConsentScan(db: Scope) {
  return sql<boolean>`exists (select 1 from scan where scan.company_id = ${db.companyId}
    and scan.entity = 'supplier' and scan.entity_id = s.id and scan.kind = 'consent'
    and scan.status <> 'rejected')`
}

/** The company's calendar year; a subquery without outer references is evaluated once a statement. */
export function thisYear(db: Scope) {
  return sql<number>`(select extract(year from now() at time zone timezone)::int from company
    where id = ${db.companyId})`
}

/**
 * The record that a merged one is part of. Row security lets no index answer a `coalesce`, which PostgreSQL does not know to show
 * nothing (decisions/0140).
 */
const SUPPLIER_OF_YEAR = sql`case when s.merged_into is null then s.id else s.merged_into end`

/**
 * Paid out less returns in the company's calendar year, test payments aside (domain.md 2.4, I21), with what was paid to the
 * records that are one supplier by now. The database updates it where payments and returns are stored.
 */
export function ytdPaid(db: Scope) {
  return sql<number>`coalesce((select y.net_kop from supplier_year y where y.company_id = ${db.companyId}
    and y.year = ${thisYear(db)} and y.supplier_id = ${SUPPLIER_OF_YEAR}), 0)::bigint`
}

// Plates of the last visits: 300 visits are enough to show all vehicles of a supplier.
const VISITS_SEEN = 300
const PLATES_SHOWN = 50

function vehicles(db: Scope) {
  return sql<string[]>`array(select carnumber from (
    select carnumber, max(in_at) as seen from (
      select t.carnumber, t.in_at from visit t where t.company_id = ${db.companyId}
        and t.supplier_id = s.id and t.status <> 'void' order by t.in_at desc limit ${sql.lit(VISITS_SEEN)}
    ) visits where carnumber is not null group by carnumber
  ) plates order by seen desc limit ${sql.lit(PLATES_SHOWN)})`
}

/** Suppliers of the company, to be narrowed and cut by the caller. */
export function suppliers(db: Scope) {
  return db.q.selectFrom('supplier as s').where('s.company_id', '=', db.companyId)
}

export type Suppliers = ReturnType<typeof suppliers>

// What an answer shows: hashes, generated columns and marks of changes stay where they are.
const SHOWN = [
  ...fieldNames(supplierFields).map((name) => `s.${name}` as const),
  's.id',
  's.type',
  's.single_name',
  's.doc',
  's.doc_expires_on',
  's.snils',
  's.representatives',
  's.legacy_source',
  's.legacy_id',
  's.status',
  's.status_reason',
  's.flags',
  's.created_at',
  's.version',
  's.merged_into',
  's.last_visit_at',
] as const

/** Every column of the answer with what is derived; derived ones are computed for the rows of the page only. */
export function withSupplierColumns(db: Scope, query: Suppliers) {
  return query.select(SHOWN).select([
    // A join would keep the list of names from being answered by its index alone, even where the title is not asked for.
    sql<string | null>`(select title from price_column pc where pc.company_id = ${db.companyId}
        and pc.id = s.price_column_id)`.as('price_column_title'),
    today(db).as('today'),
    consentDue(db).as('consent_due'),
    consentStatus(db).as('consent_status'),
    hasConsentScan(db).as('has_consent_scan'),
    vehicles(db).as('vehicles'),
    ytdPaid(db).as('ytd_paid_kop'),
    sql<number>`(select count(*) from act where act.company_id = ${db.companyId}
        and act.supplier_id = s.id and act.status <> 'void')::int`.as('acts_count'),
    sql<number>`(select count(*) from payment_method m where m.company_id = ${db.companyId}
        and m.supplier_id = s.id and m.status <> 'archived')::int`.as('methods_count'),
  ])
}

export type SupplierRow = Awaited<
  ReturnType<ReturnType<typeof withSupplierColumns>['executeTakeFirstOrThrow']>
>

/** One supplier with the stored columns that no answer shows and a change needs. */
export type StoredSupplierRow = SupplierRow & { name_search: string; doc_hmac: Buffer | null }

export function findSupplierRow(db: Db, id: string): Promise<StoredSupplierRow | undefined> {
  return withSupplierColumns(db, suppliers(db).where('s.id', '=', id))
    .select(['s.name_search', 's.doc_hmac'])
    .executeTakeFirst()
}

/** The rows of a page of a list, in the order of its ids. */
export const selectSuppliersOfPage = compiledQuery((db, { ids }: { ids: readonly string[] }) =>
  withSupplierColumns(db, ofPage(suppliers(db), 's.id', ids)),
)

/** The parts of names by ids. */
export function findNames(db: Db, ids: readonly string[]) {
  return (
    db.q
      .selectFrom('supplier')
      .where('company_id', '=', db.companyId)
      .where(sql<boolean>`id = any(${ids})`)
      .select(['type', 'last_name', 'first_name', 'middle_name', 'org_name'])
      // A PIN is bound to the names in the order in which they were shown.
      .orderBy(sql`array_position(${ids}::uuid[], id)`)
      .execute()
  )
}

/** Locks the row until the end of the transaction, so that the checks stay valid. */
export async function lockSupplier(db: Tx, id: string): Promise<boolean> {
  const row = await db.q
    .selectFrom('supplier')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export type SupplierValues = Omit<
  Insertable<SupplierTable>,
  'company_id' | 'id' | 'created_by' | 'updated_by'
>

export async function insertSupplier(db: Tx, id: string, values: SupplierValues): Promise<void> {
  const by = db.caller.userId
  await db.q
    .insertInto('supplier')
    .values({ ...values, company_id: db.companyId, id, created_by: by, updated_by: by })
    .execute()
}

export async function changeSupplier(
  db: Tx,
  id: string,
  values: Updateable<SupplierTable>,
): Promise<void> {
  await db.q
    .updateTable('supplier')
    .set({ ...values, ...changeColumns(db) })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .execute()
}

const day = compiledQuery((db) => db.q.selectNoFrom(today(db).as('day')))

/** The company's day, for rules about dates before there is a row. */
export async function companyToday(db: Db): Promise<string> {
  const [row] = await day(db, {})
  return row!.day
}

/** Only an active column may be chosen; a supplier whose column is deleted later falls back to the default one. */
export async function columnIsActive(db: Db, columnId: string): Promise<boolean> {
  const row = await db.q
    .selectFrom('price_column')
    .where('company_id', '=', db.companyId)
    .where('id', '=', columnId)
    .where('status', '=', 'active')
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Which acts and payments a supplier has that may prevent a status change or a merge. */
export async function dealingsOf(db: Tx, supplierId: string) {
  return db.q
    .selectNoFrom([
      sql<boolean>`exists (select 1 from act where company_id = ${db.companyId}
        and supplier_id = ${supplierId} and number is not null)`.as('has_issued_act'),
      sql<boolean>`exists (select 1 from act where company_id = ${db.companyId}
        and supplier_id = ${supplierId} and status = 'draft')`.as('has_draft_act'),
      sql<boolean>`exists (select 1 from payment where company_id = ${db.companyId}
        and supplier_id = ${supplierId} and (status = 'saved' or status in ${RUNNING}))`.as(
        'has_open_payment',
      ),
    ])
    .executeTakeFirstOrThrow()
}

/** Which of the named suppliers have a status now, in a fixed order. */
export async function statusesOf(
  db: Db,
  ids: readonly string[],
  status: string,
): Promise<string[]> {
  const rows = await db.q
    .selectFrom('supplier')
    .where('company_id', '=', db.companyId)
    .where(sql<boolean>`id = any(${ids})`)
    .where('status', '=', status)
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}
