import { inTransaction, serverOf } from '../../../db/handle.ts'
import { NO_COMPANY } from '../../../db/uuid.ts'
import type { Services } from '../../../services.ts'
import { addressColumns } from './webhook-address.ts'
import { clearAddresses, changeAddress } from './webhook-queries.ts'

/** At the start: addresses that an earlier release stored whole are sealed. */
export async function sealClearQueries(services: Services): Promise<void> {
  const db = serverOf(services, NO_COMPANY)
  for (const { company_id: companyId, id, url } of await clearAddresses(db))
    await inTransaction({ ...db, companyId }, (tx) =>
      changeAddress(tx, id, url, addressColumns(tx, id, url)),
    )
}
