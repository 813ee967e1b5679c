import type { CallInput } from '#contract/core/call.ts'
import type { phone } from '#contract/file/phone.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { addressBlock } from '../../../auth/limits/address.ts'
import { countTry, takeBack } from '../../../auth/limits/try-queries.ts'
import { acrossCompanies, inTransaction, type Db } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { hashOfSecret, sessionOf } from './phone-caller.ts'
import * as queries from './phone-queries.ts'

type Calls = typeof phone

/**
 * phone/open: binds the link to the key that the device made for itself. Guesses are counted by address; expired, ended and
 * invented links have one answer (security.md 4.11).
 */
export async function openPhone(
  db: Db,
  { body }: CallInput<Calls['open']>,
): Promise<Answer<Calls['open']>> {
  const tries = { name: 'phone', key: `phone:${addressBlock(db.caller.ip)}`, max: 10, minutes: 1 }
  const { allowed } = await countTry(db, tries)
  if (!allowed) refuse('common.too-many')
  const tokenHash = hashOfSecret(body.token)
  const link = tokenHash && (await queries.findByToken(db.q, tokenHash))
  if (!link) return refuse('phone.link-dead')
  await takeBack(db, tries)
  const deviceHash = hashOfSecret(body.key) ?? refuse('phone.bad-key')
  const session = (await sessionOf(db.services, link)) ?? refuse('phone.link-dead')
  const caller = { ...db.caller, userId: session.userId, session }
  return inTransaction(
    acrossCompanies({ ...db, companyId: link.company_id, caller }),
    async (tx) => {
      const opened = await queries.bindDevice(tx, tokenHash, deviceHash)
      if (!opened) {
        const alive = await queries.findByToken(tx.q, tokenHash)
        return refuse(alive ? 'phone.other-device' : 'phone.link-dead')
      }
      if (opened.isFirst)
        addAuditEvent(tx, { action: 'phone_link.open', entity: 'phone_link', id: opened.id })
      return stateOf(tx, opened)
    },
  )
}

/** phone/getState: asked while the page is open, so that it can tell when the scanner was closed. */
export async function getPhoneState(db: Db): Promise<Answer<Calls['getState']>> {
  const link = await queries.findLivingLink(db, db.caller.phoneLinkId!)
  return link ? stateOf(db, link) : refuse('phone.link-dead')
}

/** The state of its link that the telephone shows. */
export async function stateOf(
  db: Db,
  link: queries.PhoneLinkRow,
): Promise<Answer<Calls['getState']>> {
  const { company, operator, number } = await queries.namesOf(db, link)
  const pages = await queries.listPages(db, link.id)
  return {
    company,
    operator,
    title: number === null ? '' : `Акт № ${number}`,
    pages: pages.length,
    expires_at: link.expires_at,
  }
}
