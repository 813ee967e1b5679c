import { sql } from 'kysely'
import type { PaymentStatus } from '#contract/payment/payment-entities.ts'
import type { Db, Tx } from '../../../../db/handle.ts'
import type { ToldEnd } from '../../../../db/json-columns.ts'

export interface PayerRow {
  readonly config_id: string
  readonly adapter: string
  readonly account: string | null
  readonly credentials: Buffer | null
  readonly bik: string | null
  readonly bank_name: string
  readonly name: string
  readonly inn: string
  readonly kpp: string | null
  readonly today: string
  readonly time: string
}

/** Who pays through an agreement, and the clock of the company. */
export async function payerRow(db: Db, configId: string): Promise<PayerRow | undefined> {
  const { rows } = await sql<PayerRow>`
    select k.id as config_id, b.adapter, k.account, k.credentials, b.bik, b.name as bank_name,
      c.short_name as name, c.inn, c.kpp,
      to_char(now() at time zone c.timezone, 'YYYY-MM-DD') as today,
      to_char(now() at time zone c.timezone, 'HH24:MI:SS') as time
    from bank_config k join bank b on b.id = k.bank_id join company c on c.id = k.company_id
    where k.company_id = ${db.companyId} and k.id = ${configId}
  `.execute(db.q)
  return rows[0]
}

export interface OrderRow {
  readonly id: string
  readonly amount_kop: number
  readonly purpose: string
  readonly revenue_type_code: string | null
  readonly document_number: number | null
  readonly document_date: string | null
  readonly same_payee: boolean
  readonly account: string | null
  readonly bik: string | null
  readonly corr_account: string | null
  readonly bank_name: string | null
  readonly holder_name: string | null
  readonly is_own: boolean
  readonly inn: string | null
  readonly kpp: string | null
}

/** The data of the orders of payments, by their order numbers. */
export async function orderRows(db: Db, ids: readonly string[]): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select p.id, p.amount_kop, p.purpose, p.revenue_type_code, p.document_number, p.document_date,
      m.payee_key = p.payee_key as same_payee, m.account, m.bik, m.corr_account, m.bank_name, m.holder_name,
      m.holder_match = 'match' as is_own, s.inn, s.kpp
    from payment p
    join payment_method m on m.company_id = p.company_id and m.id = p.payment_method_id
    join supplier s on s.company_id = p.company_id and s.id = p.supplier_id
    where p.company_id = ${db.companyId} and p.id = any(${ids}::uuid[])
    order by p.document_number, p.id
  `.execute(db.q)
  return rows
}

/** The registry of a file, locked after its payments (payments.md 2). */
export async function lockRegistry(tx: Tx, id: string) {
  return tx.q
    .selectFrom('payment_registry')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .select(['id', 'number', 'bank_config_id', 'format', 'file_bytes', 'file_sha256'])
    .select('download_count')
    .forUpdate()
    .executeTakeFirst()
}

export async function findRegistry(db: Db, id: string) {
  return db.q
    .selectFrom('payment_registry')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .select(['id', 'format'])
    .executeTakeFirst()
}

export async function paymentIdsOf(db: Db, registryId: string): Promise<string[]> {
  const rows = await db.q
    .selectFrom('payment')
    .where('company_id', '=', db.companyId)
    .where('registry_id', '=', registryId)
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The suppliers whom the file of a registry will pay, while it is not downloaded. */
export async function waitingPayeesOf(db: Db, registryId: string): Promise<string[]> {
  const rows = await db.q
    .selectFrom('payment')
    .where('company_id', '=', db.companyId)
    .where('registry_id', '=', registryId)
    .where('status', '=', 'registering')
    .select('supplier_id')
    .distinct()
    .execute()
  return rows.map(({ supplier_id }) => supplier_id)
}

/** Which of these registries are brought to the bank as files. */
export async function registriesByFile(
  db: Db,
  ids: readonly (string | null)[],
): Promise<Set<string>> {
  const rows = await db.q
    .selectFrom('payment_registry')
    .where('company_id', '=', db.companyId)
    .where(sql<boolean>`id = any(${ids.filter((id) => id !== null)}::uuid[])`)
    .where('format', '!=', 'api')
    .select('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Counts a reading of the file; its bytes are stored with the first reading and never change. */
export async function storeDownload(
  tx: Tx,
  id: string,
  file: { bytes: Buffer; sha256: Buffer } | undefined,
): Promise<void> {
  await tx.q
    .updateTable('payment_registry')
    .set({
      ...(file && { file_bytes: file.bytes, file_sha256: file.sha256 }),
      download_count: sql<number>`download_count + 1`,
      downloaded_at: sql<string>`now()`,
      downloaded_by: tx.caller.userId,
      updated_by: tx.caller.userId,
    })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute()
}

/** The registry whose file a bank answers; undefined where this company has given no such file to a bank. */
export function registryOfReport(db: Db, id: string) {
  return db.q
    .selectFrom('payment_registry as r')
    .innerJoin('bank_config as k', (join) =>
      join.onRef('k.company_id', '=', 'r.company_id').onRef('k.id', '=', 'r.bank_config_id'),
    )
    .innerJoin('bank as b', 'b.id', 'k.bank_id')
    .where('r.company_id', '=', db.companyId)
    .where('r.id', '=', id)
    .where('r.format', '=', 'pain.001')
    .where('r.file_bytes', 'is not', null)
    .select(['r.id', 'r.number', 'r.bank_config_id', 'k.account', 'b.adapter'])
    .executeTakeFirst()
}

interface ReportedPayment {
  id: string
  amount_kop: number
  status: PaymentStatus
  bank_status: string | null
  /** It stood in a file that was given to the bank. */
  is_in_file: boolean
  /** It is of another registry. */
  is_other: boolean
  told_ends: ToldEnd[]
}

/** Payments of a registry, and those of others that an answer to its file names, under lock in the order of their ids. */
export async function lockReported(
  tx: Tx,
  registryId: string,
  named: readonly string[],
): Promise<ReportedPayment[]> {
  const { rows } = await sql<ReportedPayment>`
    select id, amount_kop, status, bank_status, told_ends,
      first_sent_at is not null as is_in_file, registry_id is distinct from ${registryId} as is_other
    from payment where company_id = ${tx.companyId} and (registry_id = ${registryId} or id = any(${named}::uuid[]))
    order by id for update
  `.execute(tx.q)
  return rows
}
