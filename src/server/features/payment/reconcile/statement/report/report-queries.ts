import { sql } from 'kysely'
import type { PaymentStatus } from '#contract/payment/payment-entities.ts'
import type { ToldEnd } from '../../../../../db/json-columns.ts'
import type { Db, Tx } from '../../../../../db/handle.ts'

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

interface LockedPayment {
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
): Promise<LockedPayment[]> {
  const { rows } = await sql<LockedPayment>`
    select id, amount_kop, status, bank_status, told_ends,
      first_sent_at is not null as is_in_file, registry_id is distinct from ${registryId} as is_other
    from payment where company_id = ${tx.companyId} and (registry_id = ${registryId} or id = any(${named}::uuid[]))
    order by id for update
  `.execute(tx.q)
  return rows
}

/** When this answer was taken in, and for which agreement. */
export function reportFacts(db: Db, id: string) {
  return db.q
    .selectFrom('bank_statement as s')
    .innerJoin('bank_config as k', (join) =>
      join.onRef('k.company_id', '=', 's.company_id').onRef('k.id', '=', 's.bank_config_id'),
    )
    .where('s.company_id', '=', db.companyId)
    .where('s.id', '=', id)
    .select(['s.created_at', 'k.title as bank_config_title'])
    .executeTakeFirstOrThrow()
}
