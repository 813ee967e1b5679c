import { sql } from 'kysely'
import type { Db, Tx } from '../../db/handle.ts'
import { compiledQuery, type Scope } from '../../db/query/compiled-query.ts'
import {
  consentDue,
  consentStatus,
  hasConsentScan,
  suppliers,
  today,
} from '../supplier/record/supplier-queries.ts'

function actSuppliers(db: Scope, id: string) {
  return suppliers(db)
    .where('s.id', '=', id)
    .selectAll('s')
    .select([
      today(db).as('today'),
      consentDue(db).as('consent_due'),
      consentStatus(db).as('consent_status'),
      hasConsentScan(db).as('has_consent_scan'),
    ])
}

const supplierById = compiledQuery((db, { id }: { id: string }) => actSuppliers(db, id))
const supplierHeld = compiledQuery((db, { id }: { id: string }) =>
  actSuppliers(db, id).forUpdate('s'),
)

/** The supplier fields that an act is validated by, without the counts and sums of the card, which are slow. */
export async function findActSupplier(db: Db, id: string) {
  return (await supplierById(db, { id })).at(0)
}

/** The same, locked until the end of the transaction, so that checks of the supplier's row stay valid. */
export async function lockActSupplier(db: Tx, id: string) {
  return (await supplierHeld(db, { id })).at(0)
}

export type ActSupplier = NonNullable<Awaited<ReturnType<typeof findActSupplier>>>

/** What is usual of a product from a supplier, basis points of the weight after deductions. */
export interface ContaminationNorm {
  readonly product_id: string
  /** The product's own. */
  readonly default_bp: number
  /** Of the supplier's last purchases, where there were five without a mark. */
  readonly supplier_bp: number | null
  /** What those weighed together. */
  readonly supplier_g: number
}

/** Purchases that were marked themselves make no norm: it would creep to where a cheat wants it. */
export async function normsOf(
  tx: Tx,
  supplierId: string,
  productIds: readonly string[],
): Promise<ContaminationNorm[]> {
  const { rows } = await sql<ContaminationNorm>`
    select p.id as product_id, p.default_zasor_bp as default_bp, h.bp as supplier_bp,
      coalesce(h.base_g, 0) as supplier_g
    from product p
      left join lateral (
        select round(sum(base_g - net_g) * 10000 / nullif(sum(base_g), 0))::int as bp,
          sum(base_g)::float8 as base_g
        from (
          select ap.base_g, ap.net_g from act a
            join act_position ap on ap.company_id = a.company_id and ap.act_id = a.id
          where a.company_id = p.company_id and a.supplier_id = ${supplierId} and a.status in ('issued', 'signed')
            and a.date > current_date - 180 and ap.product_id = p.id and ap.base_g > 0
            and not a.flags @> '[{"code": "zasor_off_norm"}]'
          order by a.sort_at desc, a.id desc limit 20) past
        having count(*) >= 5) h on true
    where p.company_id = ${tx.companyId} and p.id = any(${productIds}::uuid[])
    order by p.id`.execute(tx.q)
  return rows
}

export async function storeUsual(
  tx: Tx,
  positions: readonly { readonly id: string; readonly bp: number }[],
): Promise<void> {
  await sql`update act_position p set usual_zasor_bp = u.bp
    from unnest(${positions.map(({ id }) => id)}::uuid[], ${positions.map(({ bp }) => bp)}::int[]) u (id, bp)
    where p.company_id = ${tx.companyId} and p.id = u.id`.execute(tx.q)
}
