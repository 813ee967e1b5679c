import type { Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { endConsent } from '../consent/consent-queries.ts'
import { linkConsents, lockConsents } from './merge-queries.ts'

/** All consents go over; of two signed ones the longer holds, the other has done its work. */
export async function moveConsents(tx: Tx, from: string, to: string): Promise<number> {
  const moving = await lockConsents(tx, from)
  const signed = [...moving, ...(await lockConsents(tx, to))]
    .filter(({ status }) => status === 'signed')
    .toSorted((a, b) => b.valid_until.localeCompare(a.valid_until))
  for (const { id } of signed.slice(1)) {
    await endConsent(tx, id, { status: 'expired' })
    addAuditEvent(tx, {
      action: 'consent.expire',
      entity: 'consent',
      id,
      after: { status: 'expired', replaced_by: signed[0]!.id },
    })
  }
  await linkConsents(tx, from, to)
  return moving.length
}
