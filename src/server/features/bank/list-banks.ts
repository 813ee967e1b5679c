import type { bank } from '#contract/bank/bank.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../db/handle.ts'
import { listBankRows } from './bank-list-queries.ts'

/** Banks belong to the platform: SUPERVISOR sees them all. */
export function listBanks(
  db: Db,
  { query }: CallInput<typeof bank.getAll>,
): Promise<Answer<typeof bank.getAll>> {
  return listBankRows(db, query.filter)
}
