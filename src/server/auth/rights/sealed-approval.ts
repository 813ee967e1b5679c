import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { ApprovalAbout } from '#contract/user/approval/approval-request.ts'
import type { Config } from '../../config.ts'
import type { BoundObject } from './approval-object.ts'

/** What a refusal asked to be confirmed, in the server's own words, by the session that was refused. */
export interface SealedApproval {
  readonly jti: string
  readonly action: string
  readonly object: BoundObject
  readonly about: ApprovalAbout
  readonly message: string
}

/** Of so many characters it is not offered: a person who confirms hundreds of records sits at the screen that lists them. */
const LONGEST = 8000

/**
 * A browser brings a question to somebody who does not see its screen. So that it cannot show one thing and have another confirmed, it
 * brings the server's own words back, under the server's seal.
 */
export function sealApproval(
  secrets: Config['secrets'],
  asked: SealedApproval,
): string | undefined {
  const text = Buffer.from(JSON.stringify(asked)).toString('base64url')
  return text.length > LONGEST
    ? undefined
    : `${text}.${sealOf(secrets, text).toString('base64url')}`
}

/** Undefined when this server has not said so to this session. */
export function openSealedApproval(
  secrets: Config['secrets'],
  jti: string,
  sealed: string,
): SealedApproval | undefined {
  const [text = '', seal = ''] = sealed.split('.')
  const given = Buffer.from(seal, 'base64url')
  const own = sealOf(secrets, text)
  if (given.length !== own.length || !timingSafeEqual(given, own)) return undefined
  const asked = JSON.parse(Buffer.from(text, 'base64url').toString()) as SealedApproval
  return asked.jti === jti ? asked : undefined
}

function sealOf(secrets: Config['secrets'], text: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secrets.seal, '', 'approval-ask', 32))
  return createHmac('sha256', key).update(text).digest()
}
