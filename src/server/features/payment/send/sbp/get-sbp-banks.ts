import type { payment } from '#contract/payment/payment.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../../../db/handle.ts'
import { refreshSbpBanks } from './sbp-directory.ts'
import { anyApiConfig, knownSbpBanks } from './sbp-queries.ts'

/** payment/getSbpBanks: from our own table, which is renewed nightly; an empty one is filled at the first question. */
export async function getSbpBanks(db: Db): Promise<Answer<typeof payment.getSbpBanks>> {
  const sbpBanks = await knownSbpBanks(db)
  if (sbpBanks.length > 0) return sbpBanks
  if (await refreshSbpBanks(db.services)) return knownSbpBanks(db)
  // Without a bank to ask, a later attempt answers nothing else.
  const [anyConfig] = await anyApiConfig(db.services.q)
  return refuse(anyConfig ? 'bank.unavailable' : 'payment.no-bank-config')
}
