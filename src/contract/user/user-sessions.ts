import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'
import { Session } from './auth.ts'

/** How a session was opened: by the password alone, with a code besides, with a recovery code, or by a key. */
const signInWays = ['password', 'code', 'recovery', 'passkey'] as const
export type SignInWay = (typeof signInWays)[number]

/** One sign-in of a person, or an attempt with a wrong password, a wrong code after the right one, or a key that was refused. */
export const SignIn = z.strictObject({
  at: s.instant,
  outcome: z.enum(['signed-in', 'failed', 'wrong-code', 'wrong-key']),
  /** Null of attempts, and of sign-ins before the way was kept. */
  way: z.nullable(z.enum(signInWays)),
  address: s.displayText(45),
  agent: s.displayText(300),
})
export type SignIn = z.output<typeof SignIn>

/** `active` links open; the others are answered so that an administrator sees what became of them. */
const linkStates = ['active', 'used', 'expired', 'revoked'] as const

/** A temporary link of a person; its address is never answered again (security.md 4.4). */
export const PersonLink = z.strictObject({
  id: s.id('temporary_link'),
  purpose: z.enum(['set_password', 'reset_password']),
  channel: z.enum(['copy', 'email']),
  state: z.enum(linkStates),
  created_at: s.instant,
  created_by: z.nullable(s.displayText(150)),
  expires_at: s.instant,
  used_at: z.nullable(s.instant),
})
export type PersonLink = z.output<typeof PersonLink>

const ofPerson = z.strictObject({ id: s.id('user') })

/** Beyond the specification: sign-ins, sessions and links as the account page and the card of a person show them. */
export const userSessions = {
  getSignIns: call({
    method: 'GET',
    path: '/api/v1/user/getSignIns',
    access: 'user',
    summary: 'Own sign-ins, wrong passwords, codes and keys of the last 90 days, newest first',
    result: s.list(SignIn, 50),
    about: ['session', 'user'],
  }),
  superGetSessions: call({
    method: 'GET',
    path: '/api/v1/user/superGetSessions',
    access: 'manager-or-super',
    action: 'user.manage',
    companyAction: 'people.manage',
    summary: 'Living sessions of a person, latest use first',
    query: ofPerson,
    result: s.list(Session, 100),
    about: ['session', 'user'],
  }),
  superEndSessions: call({
    method: 'POST',
    path: '/api/v1/user/superEndSessions',
    access: 'manager-or-super',
    fresh: true,
    action: 'user.manage',
    companyAction: 'people.manage',
    summary: 'Ends the named sessions of another person, without names all of them',
    body: z.strictObject({
      id: s.id('user'),
      ids: z.optional(s.list(s.id('session'), 100, 1)),
      /** Kept in the journal, where super administrators alone read it. */
      reason: s.lines(300, 3),
    }),
    result: z.strictObject({ ok: z.literal(true), ended: s.count }),
    refusals: ['user.self', 'user.beyond-own-rights'],
  }),
  superGetLinks: call({
    method: 'GET',
    path: '/api/v1/user/superGetLinks',
    access: 'manager-or-super',
    action: 'user.manage',
    companyAction: 'people.manage',
    summary: 'Links that were made for a person, newest first, with what became of them',
    query: ofPerson,
    result: s.list(PersonLink, 50),
    about: ['temporary_link', 'user'],
  }),
} as const
