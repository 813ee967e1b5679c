import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { count, displayText, id, instant, lines, list, ok, text } from '../core/shapes.ts'
import { OTP_LENGTH, secret } from '../secret-shapes.ts'

/** Codes for the day when the authenticator is lost; each signs in once (security.md 4.6). */
export const RECOVERY_CODES = 10

const RecoveryCodes = z.strictObject({ recovery_codes: list(displayText(34), RECOVERY_CODES) })

/** Six digits of the authenticator; which digits are right is the server's to say. */
const confirmBody = z.strictObject({ otp: text(OTP_LENGTH) })
const beginBody = z.strictObject({ password: secret(1, 128) })
/** Both factors: neither a stolen session nor a found telephone is enough to change them. */
export const bothFactorsBody = z.strictObject({ password: secret(1, 128), otp: text(OTP_LENGTH) })

/** The second factor of one's own sign-in, beyond the specification (security.md 2.2, 4.6). */
export const secondFactor = {
  getSecondFactor: call({
    method: 'GET',
    path: '/api/v1/auth/getSecondFactor',
    access: 'user',
    summary: 'Whether sign-in asks for a code, since when, and how many recovery codes are left',
    result: z.strictObject({
      since: z.nullable(instant),
      recovery_left: count,
      /** This person may do nothing else here without it. */
      required: z.boolean(),
    }),
    about: ['user'],
    enrolling: true,
  }),
  beginTotp: call({
    method: 'POST',
    path: '/api/v1/auth/beginTotp',
    access: 'user',
    summary: 'A new secret for an authenticator; in force once a code of it has come',
    body: beginBody,
    result: z.strictObject({
      secret: displayText(64),
      qr_svg: displayText(100_000),
    }),
    refusals: ['auth.wrong-password', 'auth.locked', 'auth.otp-on'],
    toast: false,
    enrolling: true,
  }),
  confirmTotp: call({
    method: 'POST',
    path: '/api/v1/auth/confirmTotp',
    access: 'user',
    summary: 'Puts the new secret in force, ends the other sessions, shows the recovery codes once',
    body: confirmBody,
    result: RecoveryCodes,
    refusals: ['auth.wrong-otp', 'auth.locked', 'auth.otp-on', 'auth.otp-not-begun'],
    toast: false,
    enrolling: true,
  }),
  renewRecoveryCodes: call({
    method: 'POST',
    path: '/api/v1/auth/renewRecoveryCodes',
    access: 'user',
    summary: 'New recovery codes, shown once; the former ones open nothing any more',
    body: bothFactorsBody,
    result: RecoveryCodes,
    refusals: ['auth.wrong-password', 'auth.wrong-otp', 'auth.locked', 'auth.otp-off'],
  }),
  endTotp: call({
    method: 'POST',
    path: '/api/v1/auth/endTotp',
    access: 'user',
    summary: 'Sign-in asks for the password alone again',
    body: bothFactorsBody,
    result: ok,
    refusals: ['auth.wrong-password', 'auth.wrong-otp', 'auth.locked', 'auth.otp-off'],
  }),
  superResetSecondFactor: call({
    method: 'PUT',
    path: '/api/v1/auth/superResetSecondFactor',
    access: 'super',
    fresh: true,
    action: 'user.manage',
    summary: 'Takes the second factor of a person who lost it, and ends the sessions',
    body: z.strictObject({
      id: id('user'),
      /** How the person was recognised; kept in the journal, where super administrators alone read it. */
      proof: lines(300, 3),
    }),
    result: ok,
    refusals: ['auth.otp-off', 'user.self'],
  }),
} as const
