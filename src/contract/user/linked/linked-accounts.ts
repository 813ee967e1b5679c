import * as z from 'zod/mini'
import { call } from '../../core/call.ts'
import * as s from '../../core/shapes.ts'
import { loginBody } from '../../secret-shapes.ts'
import { auth } from '../auth.ts'

/** Companies that one person may have accounts in. */
export const MAX_LINKED = 20

/** An account of the same person in another company. */
export const LinkedAccount = z.strictObject({
  id: s.id('user'),
  company_name: s.displayText(255),
  login: s.displayText(64),
  /** Why this session cannot go there; null = it can. */
  closed: z.nullable(s.displayText(300)),
})
export type LinkedAccount = z.output<typeof LinkedAccount>

const ofAccount = z.strictObject({ id: s.id('user') })

/** Accounts of one owner in several companies, beyond the specification (security.md 4.13). */
export const linkedAccounts = {
  getLinkedAccounts: call({
    method: 'GET',
    path: '/api/v1/auth/getLinkedAccounts',
    access: 'user',
    summary: 'Accounts of the same owner in other companies, by the names of these',
    result: s.list(LinkedAccount, MAX_LINKED),
    about: ['user', 'company'],
  }),
  linkAccount: call({
    method: 'POST',
    path: '/api/v1/auth/linkAccount',
    access: 'user',
    fresh: true,
    summary: 'Adds an own account in another company, proven by its sign-in',
    body: loginBody,
    result: s.ok,
    refusals: [
      'auth.bad-credentials',
      'auth.otp-required',
      'auth.wrong-otp',
      'auth.blocked',
      'auth.company-closed',
      'auth.printed-over',
      'auth.locked',
      'auth.key-required',
      'link.not-owner',
      'link.same-company',
      'link.too-many',
    ],
    toast: false,
  }),
  unlinkAccount: call({
    method: 'POST',
    path: '/api/v1/auth/unlinkAccount',
    access: 'user',
    summary: 'Takes an account out of those that lead to each other: another one, or the own',
    body: ofAccount,
    result: s.ok,
    refusals: ['link.gone'],
  }),
  switchAccount: call({
    method: 'POST',
    path: '/api/v1/auth/switchAccount',
    access: 'user',
    summary: 'Opens a session of the own account in another company instead of this one',
    body: ofAccount,
    result: auth.login.result,
    refusals: ['auth.blocked', 'auth.company-closed', 'link.gone', 'link.not-owner', 'link.weaker'],
  }),
} as const
