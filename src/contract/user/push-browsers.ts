import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'

/** Browsers of one person: a phone or two, the computers of work and home. */
export const MAX_PUSH_BROWSERS = 10

/** Bytes as browsers write them in JSON: base64url without padding. */
function bytes(count: number) {
  const size = Math.ceil((count * 4) / 3)
  return z
    .string()
    .check(
      z.minLength(size),
      z.maxLength(size),
      z.regex(/^[A-Za-z0-9_-]*$/, 'Недопустимые символы'),
    )
}

/** A browser in which the caller takes notices. */
export const PushBrowser = z.strictObject({
  id: s.id('push_browser'),
  /** What the browser called itself. */
  agent: s.displayText(400),
  /** SHA-256 of its address at the push service, base64url: by it a browser finds itself in the list. */
  fingerprint: s.displayText(43),
  created_at: s.instant,
  /** When the push service last took a notice for it. */
  last_sent_at: z.nullable(s.instant),
})
export type PushBrowser = z.output<typeof PushBrowser>

/** Notices in browsers and phones (web push), beyond the specification (security.md 4.10). */
export const pushBrowsers = {
  getPushBrowsers: call({
    method: 'GET',
    path: '/api/v1/user/getPushBrowsers',
    access: 'user',
    summary: 'Own browsers that take notices',
    result: s.list(PushBrowser, MAX_PUSH_BROWSERS),
    about: ['push_browser'],
  }),
  beginPush: call({
    method: 'POST',
    path: '/api/v1/user/beginPush',
    access: 'user',
    summary: 'The public key with which a browser is asked to take notices; made at its first use',
    result: z.strictObject({
      /** Point of P-256, base64url: a browser takes notices from the holder of this key alone (RFC 8292). */
      public_key: s.displayText(87),
    }),
    toast: false,
  }),
  addPushBrowser: call({
    method: 'POST',
    path: '/api/v1/user/addPushBrowser',
    access: 'user',
    summary:
      'Takes notices in this browser from now on; a browser of another person becomes one’s own',
    body: z.strictObject({
      /** PushSubscription.endpoint. */
      endpoint: s.text(1000),
      p256dh: bytes(65),
      auth: bytes(16),
    }),
    result: PushBrowser,
    refusals: ['push.bad-browser', 'push.too-many'],
    toast: false,
  }),
  removePushBrowser: call({
    method: 'POST',
    path: '/api/v1/user/removePushBrowser',
    access: 'user',
    summary: 'Takes no notices in an own browser any more',
    body: z.strictObject({ id: s.id('push_browser') }),
    result: s.ok,
  }),
  testPush: call({
    method: 'POST',
    path: '/api/v1/user/testPush',
    access: 'user',
    summary: 'Sends one notice to an own browser at once, to see whether it arrives',
    body: z.strictObject({ id: s.id('push_browser') }),
    result: s.ok,
    refusals: ['push.gone', 'push.refused'],
  }),
} as const
