import { NO_COMPANY } from '../../../../db/uuid.ts'
import { SERVER_CALLER } from '../../../../auth/caller.ts'
import type { Services } from '../../../../services.ts'
import { openBank } from '../../../bank/providers/open-bank.ts'
import { anyApiConfig, putSbpBanks } from './sbp-queries.ts'

/** Renews the directory of the fast payment system from any bank that publishes it; false = none answered. */
export async function refreshSbpBanks(services: Services): Promise<boolean> {
  for (const row of await anyApiConfig(services.q)) {
    const db = { q: services.q, companyId: row.company_id, caller: SERVER_CALLER, services }
    const members = await openBank(db, row.link)?.sbpBanks?.()
    if (!members || members.length === 0) continue
    await putSbpBanks({ ...db, companyId: NO_COMPANY }, members)
    return true
  }
  return false
}
