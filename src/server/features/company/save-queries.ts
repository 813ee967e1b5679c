import { sql, type Insertable, type Updateable } from 'kysely'
import { runningStatuses } from '#contract/payment/payment-entities.ts'
import { changeColumns } from '../../db/query/change-columns.ts'
import { onConstraint } from '../../db/query/constraints.ts'
import type { Db, Tx } from '../../db/handle.ts'
import type { Company as CompanyTable } from '../../db/schema.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { recountAfterCommit } from '../../kept-sums/recount-sums.ts'

/** Companies are the platform's, so their client's ids are unique on it. */
export function companyByClientId(db: Db, clientId: string) {
  return db.q
    .selectFrom('company')
    .where('client_id', '=', clientId)
    .select(['id', 'client_hash'])
    .executeTakeFirst()
}

export async function insertCompany(tx: Tx, values: Insertable<CompanyTable>): Promise<void> {
  const by = tx.caller.userId
  await tx.q
    .insertInto('company')
    .values({ ...values, created_by: by, updated_by: by })
    .execute()
    .catch((error) =>
      onConstraint(error, {
        company_inn_unique: 'company.duplicate-inn',
        company_client_id_unique: 'common.id-reused',
      }),
    )
}

export interface NewSite {
  readonly name: string
  readonly address: string
  readonly is_default: boolean
  readonly status: 'active' | 'archived'
}

export async function insertSites(tx: Tx, sites: readonly NewSite[]): Promise<void> {
  const by = tx.caller.userId
  for (const site of sites)
    await tx.q
      .insertInto('site')
      .values({
        ...site,
        company_id: tx.companyId,
        id: uuidv7(),
        created_by: by,
        updated_by: by,
      })
      .execute()
}

/** Prices need a column before the first price can be written (domain.md 3.1). */
export async function insertFirstColumn(tx: Tx): Promise<void> {
  const by = tx.caller.userId
  await tx.q
    .insertInto('price_column')
    .values({
      company_id: tx.companyId,
      id: uuidv7(),
      title: 'Основная',
      order: 1,
      is_default: true,
      created_by: by,
      updated_by: by,
    })
    .execute()
}

/** The handle's company, held until the transaction ends. */
export function lockCompany(tx: Tx) {
  return tx.q
    .selectFrom('company')
    .where('id', '=', tx.companyId)
    .select(['id', 'name', 'inn', 'ogrn', 'phone', 'status', 'version'])
    .select(['moved_to', 'arrived_from', 'arrived_at', 'let_first_by', 'let_by'])
    .forUpdate()
    .executeTakeFirst()
}

/** With its clock the bounds of its years move: what its sellers were paid in each is reckoned anew. */
export async function changeCompany(tx: Tx, values: Updateable<CompanyTable>): Promise<void> {
  const isMoved = values.timezone !== undefined && (await clockOf(tx)) !== values.timezone
  await tx.q
    .updateTable('company')
    .set({ ...values, ...changeColumns(tx) })
    .where('id', '=', tx.companyId)
    .execute()
  if (!isMoved) return
  await sql`select rebuild_supplier_years(${tx.companyId})`.execute(tx.q)
  recountAfterCommit(tx)
}

export async function changeStatus(
  tx: Tx,
  { status, moved_to: to }: { readonly status: string; readonly moved_to?: string },
): Promise<void> {
  await tx.q
    .updateTable('company')
    .set({
      status,
      ...(to !== undefined && { moved_to: to, moved_at: sql<string>`now()` }),
      ...changeColumns(tx),
    })
    .where('id', '=', tx.companyId)
    .execute()
}

async function clockOf(tx: Tx): Promise<string | undefined> {
  const own = tx.q.selectFrom('company').where('id', '=', tx.companyId).select('timezone')
  return (await own.executeTakeFirst())?.timezone
}

/** A payment whose fate a bank still decides. */
export async function hasRunningPayment(tx: Tx): Promise<boolean> {
  const row = await tx.q
    .selectFrom('payment')
    .where('company_id', '=', tx.companyId)
    .where('status', 'in', runningStatuses)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function endSessionsOfCompany(tx: Tx): Promise<void> {
  await sql`update session set revoked_at = now() where revoked_at is null
    and user_id in (select id from app_user where company_id = ${tx.companyId})`.execute(tx.q)
}

/** The first of the two people who let an arrived company work. */
export async function noteFirstRelease(tx: Tx, userId: string): Promise<void> {
  await tx.q
    .updateTable('company')
    .set({ let_first_by: userId, let_first_at: sql`now()` })
    .where('id', '=', tx.companyId)
    .execute()
}

export async function noteRelease(tx: Tx, userId: string): Promise<void> {
  await tx.q
    .updateTable('company')
    .set({ let_by: userId, let_at: sql`now()` })
    .where('id', '=', tx.companyId)
    .execute()
}

/** False where an earlier try has noted it. */
export async function noteArrived(tx: Tx): Promise<boolean> {
  const { numUpdatedRows } = await tx.q
    .updateTable('company')
    .set({ arrived_at: sql`now()` })
    .where('id', '=', tx.companyId)
    .where('arrived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
