import { SignJWT } from 'jose'
import type { Config } from '../config.ts'
import { postOutside, type PostAnswer } from '../outbound/post-outside.ts'
import type { Resolve } from '../outbound/outside-address.ts'
import { encryptPush, type PushTarget } from './encrypt-push.ts'
import type { InstallationKey } from './installation-key.ts'

/** A notice as a browser shows it. It is read on a locked screen by whoever is near (security.md 4.10). */
export interface PushMessage {
  readonly title: string
  readonly text: string
  /** Where a touch leads, a path of ours. */
  readonly href: string
  /** A message that was sent twice replaces the first. */
  readonly tag: string
  readonly isUrgent: boolean
}

export interface PushEffects {
  readonly deadlineMs: number
  readonly resolve: Resolve
}

/** What a push service answered to a message. */
export type PushOutcome =
  | { readonly kind: 'sent' }
  /** The browser is there no more. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'later'; readonly seconds: number; readonly reason: string }
  /** Another try would be answered the same. */
  | { readonly kind: 'refused'; readonly reason: string }

/** A phone that was off for longer is told nothing: the bell has it all. */
export const KEPT_SECONDS = 24 * 3600
const TOKEN_HOURS = 12
const MAX_ANSWER = 1024

/** Sends one message to the push service of a browser, through the guard of foreign addresses. */
export async function postPush(
  config: Config,
  key: InstallationKey,
  { target, message }: { readonly target: PushTarget; readonly message: PushMessage },
  { deadlineMs, resolve }: PushEffects,
): Promise<PushOutcome> {
  const { title, text, href, tag, isUrgent } = message
  return outcomeOf(
    await postOutside(target.endpoint, {
      headers: {
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(KEPT_SECONDS),
        urgency: isUrgent ? 'high' : 'normal',
        authorization: await authorize(config, key, new URL(target.endpoint).origin),
      },
      body: encryptPush(JSON.stringify({ title, text, href, tag }), target),
      deadlineMs,
      maxAnswer: MAX_ANSWER,
      allowLoopback: config.loopbackWebhooks,
      resolve,
      hosts: config.outboundHosts,
    }),
  )
}

/** Proves to a push service who sends, and whom it may ask when something is wrong (RFC 8292). */
async function authorize(config: Config, key: InstallationKey, audience: string): Promise<string> {
  const token = new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setAudience(audience)
    .setExpirationTime(`${TOKEN_HOURS}h`)
  const contact = config.mail ? `mailto:${config.mail.from}` : config.publicUrl
  // Any other address would be refused as no contact at all.
  if (/^(mailto|https):/.test(contact)) token.setSubject(contact)
  return `vapid t=${await token.sign(key.privateKey)}, k=${key.publicKey}`
}

function outcomeOf(answer: PostAnswer): PushOutcome {
  if ('failed' in answer) return { kind: 'later', seconds: 0, reason: answer.failed }
  const { status, retryAfter = 0 } = answer
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const reason = `status ${status}`
  return status === 429 || status >= 500
    ? { kind: 'later', seconds: retryAfter, reason }
    : { kind: 'refused', reason }
}
