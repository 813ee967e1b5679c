import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'
import { servicePermissionCodes } from './service-permissions.ts'

/** A key lives so long at most; a longer term would never be looked at again. */
export const MAX_KEY_DAYS = 366
/** Living keys of one account: two are needed while a program moves to the next one. */
export const MAX_LIVING_KEYS = 3

const keyStates = ['active', 'expired', 'revoked'] as const

/** A key as it is listed; the key itself is answered once, when it is made. */
export const ServiceKey = z.strictObject({
  id: s.id('service_key'),
  /** Its first characters, by which it is told from others. */
  hint: s.displayText(20),
  state: z.enum(keyStates),
  created_at: s.instant,
  created_by: z.nullable(s.displayText(150)),
  expires_at: s.instant,
  revoked_at: z.nullable(s.instant),
  last_used_at: z.nullable(s.instant),
  last_address: z.nullable(s.displayText(45)),
})
export type ServiceKey = z.output<typeof ServiceKey>

const accountStatuses = ['active', 'blocked'] as const

/** A program of the company that calls the API (security.md 4.7). */
export const ServiceAccount = z.strictObject({
  id: s.id('service_account'),
  company_id: s.id('company'),
  title: s.displayText(150),
  status: z.enum(accountStatuses),
  permissions: s.list(z.enum(servicePermissionCodes), servicePermissionCodes.length),
  /** Newest first. */
  keys: s.list(ServiceKey, 50),
  created_at: s.instant,
  created_by: z.nullable(s.displayText(150)),
  version: s.version,
})
export type ServiceAccount = z.output<typeof ServiceAccount>

const permissions = s
  .list(z.enum(servicePermissionCodes), servicePermissionCodes.length, 1)
  .check(z.refine((v) => new Set(v).size === v.length, 'Каждое право — один раз'))

/** `key` is null when an earlier copy of the request made it: it was shown then. */
const withKey = z.strictObject({
  account: ServiceAccount,
  key: z.nullable(s.displayText(60)),
})

/** Beyond the specification: programs of others, their rights and keys. */
export const serviceAccounts = {
  superGetServiceAccounts: call({
    method: 'GET',
    path: '/api/v1/user/superGetServiceAccounts',
    access: 'super',
    action: 'user.manage',
    summary: 'Service accounts of a company with their keys, by title',
    query: z.strictObject({ companyId: s.id('company') }),
    result: s.list(ServiceAccount, 100),
    about: ['service_account', 'service_key'],
  }),
  superCreateServiceAccount: call({
    method: 'POST',
    path: '/api/v1/user/superCreateServiceAccount',
    access: 'super',
    fresh: true,
    action: 'user.manage',
    summary: 'Makes a service account with its first key, which is shown once',
    body: z.strictObject({
      client_id: z.optional(s.clientId),
      company_id: s.id('company'),
      title: s.text(100),
      permissions,
      expires_on: s.day,
    }),
    result: withKey,
    refusals: ['service.bad-expiry', 'service.too-many'],
  }),
  superUpdateServiceAccount: call({
    method: 'PUT',
    path: '/api/v1/user/superUpdateServiceAccount',
    access: 'super',
    fresh: true,
    action: 'user.manage',
    summary: 'Renames, blocks or unblocks a service account or changes its rights, at once',
    body: z.strictObject({
      id: s.id('service_account'),
      version: s.version,
      title: z.optional(s.text(100)),
      permissions: z.optional(permissions),
      status: z.optional(z.enum(accountStatuses)),
    }),
    result: ServiceAccount,
  }),
  superAddServiceKey: call({
    method: 'POST',
    path: '/api/v1/user/superAddServiceKey',
    access: 'super',
    fresh: true,
    action: 'user.manage',
    summary: 'A further key of a service account, shown once',
    body: z.strictObject({
      client_id: z.optional(s.clientId),
      id: s.id('service_account'),
      expires_on: s.day,
    }),
    result: withKey,
    refusals: ['service.bad-expiry', 'service.too-many-keys'],
  }),
  superRevokeServiceKey: call({
    method: 'PUT',
    path: '/api/v1/user/superRevokeServiceKey',
    access: 'super',
    action: 'user.manage',
    summary: 'Ends a key for good; the next request with it is refused',
    body: z.strictObject({ id: s.id('service_account'), key_id: s.id('service_key') }),
    result: ServiceAccount,
  }),
} as const
