import { createHash } from 'node:crypto'
import { phoneLinks } from '#contract/file/phone.ts'
import type { PhoneCaller } from '../../../auth/caller.ts'
import { authorizeRights } from '../../../auth/rights/authorize.ts'
import { readSession } from '../../../auth/sessions.ts'
import type { Session } from '../../../auth/session.ts'
import type { Services } from '../../../services.ts'
import { findByDevice, type PhoneLinkRow } from './phone-queries.ts'

const SECRET = /^[A-Za-z0-9_-]{43}$/

/** The hash under which a secret of 256 bits is looked up; undefined for any other text. */
export function hashOfSecret(text: string | undefined): Buffer | undefined {
  return text !== undefined && SECRET.test(text)
    ? createHash('sha256').update(text).digest()
    : undefined
}

/** The telephone behind a bearer key; refuses when its operator may not make such a link any more. */
export async function phoneOf(
  services: Services,
  key: string | undefined,
): Promise<PhoneCaller | undefined> {
  const hash = hashOfSecret(key)
  const link = hash && (await findByDevice(services.q, hash))
  const session = link && (await sessionOf(services, link))
  return session && { linkId: link.id, session }
}

/** The session in which a link was made: when it ends, the link ends too (security.md 4.11). */
export async function sessionOf(
  services: Services,
  link: PhoneLinkRow,
): Promise<Session | undefined> {
  const session = await readSession(services.q, link.session_id, Date.parse(link.expires_at))
  if (session?.userId !== link.created_by || session.companyId !== link.company_id) return undefined
  authorizeRights(session, phoneLinks.create)
  return session
}
