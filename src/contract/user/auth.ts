import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { count, id, instant, list, ok, displayText } from '../core/shapes.ts'
import { changePasswordBody, loginBody, newPassword, secret } from '../secret-shapes.ts'
import { User } from './user-entities.ts'

/** The token may look anyhow: every cause of failure has the same answer. */
const tempLinkBody = z.strictObject({ token: secret(1, 200), password: newPassword })

export const Session = z.strictObject({
  id: id('session'),
  signed_in_at: instant,
  last_used_at: instant,
  expires_at: instant,
  address: displayText(45),
  agent: displayText(300),
  current: z.boolean(),
})
export type Session = z.output<typeof Session>

export const auth = {
  login: call({
    method: 'POST',
    path: '/api/v1/auth/login',
    access: 'all',
    summary: 'Opens a session; the answer holds the bearer token',
    body: loginBody,
    result: z.strictObject({
      token: displayText(4096),
      user: User,
      /** When and from where this login was used before, for its owner to notice a stranger. */
      last_sign_in: z.optional(z.strictObject({ at: instant, address: displayText(45) })),
    }),
    refusals: [
      'auth.bad-credentials',
      'auth.otp-required',
      'auth.wrong-otp',
      'auth.key-required',
      'auth.blocked',
      'auth.printed-over',
      'auth.company-closed',
      'auth.locked',
    ],
    toast: false,
  }),
  changePassword: call({
    method: 'PUT',
    path: '/api/v1/auth/changePassword',
    access: 'user',
    enrolling: true,
    summary: 'Changes the own password and ends the other sessions',
    body: changePasswordBody,
    result: ok,
    refusals: ['auth.wrong-password', 'auth.weak-password', 'auth.locked'],
  }),
  logout: call({
    method: 'POST',
    path: '/api/v1/auth/logout',
    // Open to all, since a repeat with a token that is already dead is 200 (domain.md 12).
    access: 'all',
    summary: 'Ends the session of the bearer token',
    result: ok,
  }),
  updatePasswordWithTempLink: call({
    method: 'POST',
    path: '/api/v1/auth/updatePasswordWithTempLink',
    access: 'all',
    summary: 'Sets a password by a temporary link',
    body: tempLinkBody,
    result: z.strictObject({ ok: z.literal(true), login: displayText(64) }),
    refusals: ['auth.link-invalid', 'auth.weak-password'],
  }),
  validateJWT: call({
    method: 'POST',
    path: '/api/v1/auth/validateJWT',
    access: 'user',
    summary: 'Whose session the token is',
    result: User,
    toast: false,
    use: false,
    enrolling: true,
  }),
  // Beyond the specification: security.md 2.2.
  getSessions: call({
    method: 'GET',
    path: '/api/v1/auth/getSessions',
    access: 'user',
    summary: 'Own living sessions, latest use first',
    result: list(Session, 100),
    about: ['session'],
  }),
  endSessions: call({
    method: 'POST',
    path: '/api/v1/auth/endSessions',
    access: 'user',
    fresh: true,
    summary: 'Ends the named own sessions; without names all but the present one',
    body: z.strictObject({ ids: z.optional(list(id('session'), 100, 1)) }),
    result: z.strictObject({ ok: z.literal(true), ended: count }),
  }),
} as const
