import { NO_COMPANY } from '../../../../db/uuid.ts'
import type { Services } from '../../../../services.ts'
import { openBank } from '../../../bank/providers/open-bank.ts'
import { anyApiConfig, putSbpBanks } from './sbp-queries.ts'
import { serverOf } from '../../../../db/handle.ts'

/** Renews the directory of the fast payment system from any bank that publishes it; false = none answered. */
export async function refreshSbpBanks(services: Services): Promise<boolean> {
  for (const row of await anyApiConfig(services.q)) {
    const db = serverOf(services, row.company_id)
    const members = await openBank(db, row.link)?.sbpBanks?.()
    if (!members || members.length === 0) continue
    await putSbpBanks(serverOf(services, NO_COMPANY), members)
    return true
  }
  return false
}
