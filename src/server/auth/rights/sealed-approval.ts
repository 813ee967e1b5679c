import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { ApprovalAbout } from '#contract/user/approval/approval-request.ts'
import type { KeyRing } from '../../storage/key-ring.ts'
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
export function sealApproval(ring: KeyRing, asked: SealedApproval): string | undefined {
  const text = Buffer.from(JSON.stringify(asked)).toString('base64url')
  return text.length > LONGEST
    ? undefined
    : `${text}.${sealOf(ring.newest().bytes, text).toString('base64url')}`
}

/** Undefined when this server has not said so to this session. */
export function openSealedApproval(
  ring: KeyRing,
  jti: string,
  sealed: string,
): SealedApproval | undefined {
  const [text = '', seal = ''] = sealed.split('.')
  const given = Buffer.from(seal, 'base64url')
  const isOwn = ring.ids().some((id) => isEqual(given, sealOf(ring.find(id)!, text)))
  if (!isOwn) return undefined
  const asked = JSON.parse(Buffer.from(text, 'base64url').toString()) as SealedApproval
  return asked.jti === jti ? asked : undefined
}

function isEqual(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

function sealOf(sealKey: Buffer, text: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', sealKey, '', 'approval-ask', 32))
  return createHmac('sha256', key).update(text).digest()
}
