import { changeColumns } from '../../../db/query/change-columns.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/handle.ts'

/** Records that were merged into a supplier, the last first. */
export function aliasesOf(db: Db, supplierId: string) {
  return db.q
    .selectFrom('supplier')
    .where('company_id', '=', db.companyId)
    .where('merged_into', '=', supplierId)
    .select([
      'id',
      'type',
      'last_name',
      'first_name',
      'middle_name',
      'org_name',
      'inn',
      'merged_at',
    ])
    .orderBy('merged_at', 'desc')
    .limit(50)
    .execute()
}

/** Redirects aliases of an alias to the remaining record, so that an alias always resolves in one step. */
export async function redirectAliases(tx: Tx, from: string, to: string): Promise<void> {
  await tx.q
    .updateTable('supplier')
    .set({ merged_into: to })
    .where('company_id', '=', tx.companyId)
    .where('merged_into', '=', from)
    .execute()
}

/** Links that say nothing by themselves: visits, weight acts, scans and files; and how many payments stay. */
export async function movePlain(tx: Tx, from: string, to: string) {
  return {
    visits: await move(tx, sql`visit`, from, to),
    weight_acts: await move(tx, sql`weight_act`, from, to),
    scans: await moveOwned(tx, sql`scan`, from, to),
    files: await moveOwned(tx, sql`file`, from, to),
    payments_kept: await paymentsOf(tx, from),
  }
}

async function move(tx: Tx, table: ReturnType<typeof sql>, from: string, to: string) {
  const { numAffectedRows } = await sql`update ${table} set supplier_id = ${to}
    where company_id = ${tx.companyId} and supplier_id = ${from}`.execute(tx.q)
  return Number(numAffectedRows ?? 0)
}

async function moveOwned(tx: Tx, table: ReturnType<typeof sql>, from: string, to: string) {
  const { numAffectedRows } = await sql`update ${table} set entity_id = ${to}
    where company_id = ${tx.companyId} and entity = 'supplier' and entity_id = ${from}`.execute(
    tx.q,
  )
  return Number(numAffectedRows ?? 0)
}

async function paymentsOf(tx: Tx, supplierId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from payment
    where company_id = ${tx.companyId} and supplier_id = ${supplierId}`.execute(tx.q)
  return rows[0]!.n
}

/** Acts name whose they are by this link alone; their snapshot, body, number and sums are not touched. */
export function linkActs(tx: Tx, from: string, to: string): Promise<number> {
  return move(tx, sql`act`, from, to)
}

/** Data erased with a withdrawn consent is erased from the supplier's merged records as well. */
export async function forgetInAliases(tx: Tx, survivorId: string): Promise<void> {
  await tx.q
    .updateTable('supplier')
    .set({ email: null, fact_address: null, ...changeColumns(tx) })
    .where('company_id', '=', tx.companyId)
    .where('merged_into', '=', survivorId)
    .execute()
}

/** Acts signed by a representative, whose document is sealed under the supplier. */
export function actsOfRepresentatives(tx: Tx, supplierId: string) {
  return tx.q
    .selectFrom('act')
    .where('company_id', '=', tx.companyId)
    .where('supplier_id', '=', supplierId)
    .where(sql<boolean>`representative->>'doc' is not null`)
    .select(['id', 'representative'])
    .execute()
}

export async function setRepresentative(tx: Tx, actId: string, value: object): Promise<void> {
  await tx.q
    .updateTable('act')
    .set({ representative: JSON.stringify(value) })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', actId)
    .execute()
}

/** Consents of a supplier, held until the end of the transaction. */
export function lockConsents(tx: Tx, supplierId: string) {
  return tx.q
    .selectFrom('consent')
    .where('company_id', '=', tx.companyId)
    .where('supplier_id', '=', supplierId)
    .select(['id', 'status', 'valid_until'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function linkConsents(tx: Tx, from: string, to: string): Promise<void> {
  await move(tx, sql`consent`, from, to)
}

/** Methods of a supplier whatever their status. */
export function everyMethod(tx: Tx, supplierId: string) {
  return tx.q
    .selectFrom('payment_method')
    .where('company_id', '=', tx.companyId)
    .where('supplier_id', '=', supplierId)
    .select(['id', 'payee_key', 'status', 'shared', 'is_default'])
    .orderBy('created_at')
    .execute()
}
