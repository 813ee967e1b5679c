import type { payment } from '#contract/payment/payment.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../../db/handle.ts'
import { refreshSbpBanks } from './sbp-directory.ts'
import { knownSbpBanks } from './sbp-queries.ts'

/** payment/getSbpBanks: from our own table, which is renewed nightly; an empty one is filled at the first question. */
export async function getSbpBanks(db: Db): Promise<Answer<typeof payment.getSbpBanks>> {
  const sbpBanks = await knownSbpBanks(db)
  if (sbpBanks.length > 0) return sbpBanks
  return (await refreshSbpBanks(db.services)) ? knownSbpBanks(db) : refuse('bank.unavailable')
}
