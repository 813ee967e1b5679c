import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'
import { auth } from './auth.ts'

/** Keys that a person may have at once (security.md 4.8). */
export const MAX_PASSKEYS = 10

/** Bytes as WebAuthn writes them in JSON: base64url without padding. */
function bytes(max: number, min = 1) {
  const size = (count: number) => Math.ceil((count * 4) / 3)
  return z
    .string()
    .check(
      z.minLength(size(min)),
      z.maxLength(size(max)),
      z.regex(/^[A-Za-z0-9_-]*$/, 'Недопустимые символы'),
    )
}

const credentialId = bytes(1023)
/** Held by the page that asked, so that no other browser can answer. */
const ticket = bytes(32, 32)
/** The words of a browser about itself; an unknown one is dropped, since new ones come. */
const transports = s.list(s.pattern(/^[a-z\d-]{1,32}$/, 'Недопустимые символы'), 10)

/** What the browser is asked to sign. */
export const Challenge = z.strictObject({
  ticket: s.displayText(64),
  challenge: s.displayText(64),
  rp_id: s.displayText(255),
  /** The only address at which keys work: by any other the browser refuses. */
  address: s.displayText(300),
})

const name = s.text(60)

export const Passkey = z.strictObject({
  id: s.id('passkey'),
  name: s.displayText(60),
  /** What holds it, in words, as far as that is known. */
  device: s.displayText(60),
  created_at: s.instant,
  last_used_at: z.nullable(s.instant),
  version: s.version,
})
export type Passkey = z.output<typeof Passkey>

const passkeyList = s.list(Passkey, MAX_PASSKEYS)

/** What a key has signed. */
const signed = {
  ticket,
  id: credentialId,
  client_data: bytes(4096),
  authenticator_data: bytes(2048),
  signature: bytes(1024),
}
const user_handle = bytes(64)

/** The answer of a key where the person is signed in already: then a key may leave its owner out. */
export const KeyAnswer = z.strictObject({ ...signed, user_handle: z.optional(user_handle) })
export type KeyAnswer = z.output<typeof KeyAnswer>

/** Own keys by which a browser asks for one of them. */
export const knownKeys = s.list(s.displayText(1364), MAX_PASSKEYS)

const signInBody = z.strictObject({
  ...signed,
  user_handle,
  /** Whose key it has to be, where a person is already named: after the password, and in the dialog of an ended session. */
  login: z.optional(s.text(64)),
})

/** Sign-in by a key (WebAuthn), beyond the specification (security.md 4.8). */
export const passkeys = {
  getPasskeys: call({
    method: 'GET',
    path: '/api/v1/auth/getPasskeys',
    access: 'user',
    summary: 'Own keys of sign-in, and the address at which they work',
    result: z.strictObject({
      /** Null where the installation has no name: keys cannot work there. */
      address: z.nullable(s.displayText(300)),
      passkeys: passkeyList,
    }),
    about: ['passkey', 'user'],
  }),
  beginPasskey: call({
    method: 'POST',
    path: '/api/v1/auth/beginPasskey',
    access: 'user',
    fresh: true,
    summary: 'What the browser is asked for when a person adds a key; good once, for five minutes',
    result: z.strictObject({
      ...Challenge.shape,
      user_id: s.displayText(64),
      login: s.displayText(64),
      full_name: s.displayText(150),
      /** Keys that the person has: a device holds one of them at most. */
      known: knownKeys,
    }),
    refusals: ['passkey.no-host', 'passkey.too-many'],
    toast: false,
  }),
  addPasskey: call({
    method: 'POST',
    path: '/api/v1/auth/addPasskey',
    access: 'user',
    summary: 'Adds the key that the browser has made',
    body: z.strictObject({
      ticket,
      name,
      id: credentialId,
      client_data: bytes(4096),
      attestation: bytes(16_384),
      transports,
    }),
    result: Passkey,
    refusals: [
      'passkey.no-host',
      'passkey.stale',
      'passkey.not-added',
      'passkey.known',
      'passkey.too-many',
    ],
    toast: false,
  }),
  updatePasskey: call({
    method: 'PUT',
    path: '/api/v1/auth/updatePasskey',
    access: 'user',
    summary: 'Renames an own key',
    body: z.strictObject({ id: s.id('passkey'), version: s.version, name }),
    result: Passkey,
  }),
  removePasskey: call({
    method: 'POST',
    path: '/api/v1/auth/removePasskey',
    access: 'user',
    fresh: true,
    summary: 'Removes an own key: it signs in no more',
    body: z.strictObject({ id: s.id('passkey') }),
    result: s.ok,
    toast: false,
  }),
  beginPasskeySignIn: call({
    method: 'POST',
    path: '/api/v1/auth/beginPasskeySignIn',
    access: 'all',
    summary: 'What the browser is asked for at sign-in; good once, for five minutes',
    result: Challenge,
    refusals: ['auth.locked', 'passkey.no-host'],
    toast: false,
  }),
  loginByPasskey: call({
    method: 'POST',
    path: '/api/v1/auth/loginByPasskey',
    access: 'all',
    summary: 'Opens a session by a key; the answer is that of auth/login',
    body: signInBody,
    result: auth.login.result,
    refusals: [
      'passkey.no-host',
      'passkey.stale',
      'passkey.not-accepted',
      'passkey.other-person',
      'passkey.counter',
      'auth.blocked',
      'auth.company-closed',
      'auth.locked',
    ],
    toast: false,
  }),
  superGetPasskeys: call({
    method: 'GET',
    path: '/api/v1/auth/superGetPasskeys',
    access: 'super',
    action: 'user.manage',
    summary: 'Keys of sign-in of a person',
    query: z.strictObject({ id: s.id('user') }),
    result: passkeyList,
    about: ['passkey', 'user'],
  }),
  superRemovePasskeys: call({
    method: 'PUT',
    path: '/api/v1/auth/superRemovePasskeys',
    access: 'super',
    fresh: true,
    action: 'user.manage',
    summary: 'Removes all keys of a person who lost them, and ends the sessions',
    body: z.strictObject({
      id: s.id('user'),
      /** How the person was recognised; kept in the journal, where super administrators alone read it. */
      proof: s.lines(300, 3),
    }),
    result: s.ok,
    refusals: ['passkey.none', 'user.self'],
  }),
} as const
