import * as z from 'zod/mini'
import { companyRoles } from '../core/roles.ts'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'
import { statusCounts } from '../lists/status-sums.ts'
import { inputShapes } from '../record/record-field.ts'
import { email, phone } from '../requisite-shapes.ts'
import { personFields } from './person-record.ts'
import { userPreferences } from './user-preferences.ts'
import { login, pcode, platformRoles, User, userStatuses } from './user-entities.ts'

const anyRole = ['SUPERVISOR', ...companyRoles] as const
const roleFilter = {
  role: z.optional(s.someOf(anyRole)),
  status: z.optional(s.someOf(userStatuses)),
}
const sortable = ['full_name', 'login', 'status', 'created_at', 'last_sign_in_at'] as const

const person = inputShapes(personFields, { phone, email })

const rights = {
  company_id: z.nullish(s.id('company')),
  role: z.enum(platformRoles),
  roles: s.list(z.enum(companyRoles), companyRoles.length),
}

const createUserBody = z.strictObject({
  client_id: z.optional(s.clientId),
  login,
  ...person,
  ...rights,
  pcode: z.optional(pcode),
})

/** What users may change about themselves; a SUPERVISOR may change it for any user. */
export const updateUserInfo = z.extend(z.partial(z.strictObject({ ...person, pcode })), {
  id: s.id('user'),
  version: s.version,
})

const superUpdateUserBody = z.extend(
  z.partial(z.strictObject({ login, ...person, ...rights, pcode })),
  { id: s.id('user'), version: s.version },
)

export const user = {
  getByCompany: call({
    method: 'GET',
    path: '/api/v1/user/getUsersByCompany',
    access: 'manager-or-super',
    summary: 'People of a company; a manager (user.read) sees only his own',
    query: z.strictObject({
      companyId: z.optional(s.id('company')),
      filter: s.filterOf('user', sortable, roleFilter),
    }),
    result: s.listOf(User, statusCounts(userStatuses)),
    about: ['user'],
  }),
  superGetAll: call({
    method: 'GET',
    path: '/api/v1/user/superGetAllUsers',
    access: 'super',
    summary: 'People of the whole platform',
    query: z.strictObject({
      filter: s.filterOf('user', sortable, {
        ...roleFilter,
        company_id: z.optional(s.list(s.id('company'), 200)),
      }),
    }),
    result: s.listOf(User, statusCounts(userStatuses)),
    about: ['user'],
  }),
  create: call({
    method: 'POST',
    path: '/api/v1/user/createUser',
    access: 'manager-or-super',
    fresh: true,
    action: 'user.manage',
    companyAction: 'people.manage',
    summary: 'Invites a person, a manager into the own company; a PIN given here is temporary',
    body: createUserBody,
    result: User,
    refusals: [
      'user.duplicate-login',
      'user.role-without-company',
      'user.beyond-own-rights',
      'pcode.taken',
      'pcode.weak',
      'pcode.locked',
    ],
  }),
  updateInfo: call({
    method: 'PUT',
    path: '/api/v1/user/updateUsersInfo',
    access: 'user',
    summary: 'Own phone, e-mail and PIN; user.manage: of anybody',
    body: s.oneOrBatch(updateUserInfo),
    result: z.union([User, s.rowResults(User)]),
    refusals: ['pcode.taken', 'pcode.weak', 'pcode.locked'],
  }),
  superUpdate: call({
    method: 'PUT',
    path: '/api/v1/user/superUpdateUser',
    access: 'manager-or-super',
    fresh: true,
    action: 'user.manage',
    companyAction: 'people.manage',
    summary: 'Changes a person, his company and roles; rights follow on the next request',
    body: superUpdateUserBody,
    result: User,
    refusals: [
      'user.duplicate-login',
      'user.last-supervisor',
      'access.locked-out',
      'user.has-documents',
      'user.role-without-company',
      'user.beyond-own-rights',
      'user.self',
      'pcode.taken',
      'pcode.weak',
      'pcode.locked',
    ],
  }),
  superSetStatus: call({
    method: 'PUT',
    path: '/api/v1/user/superSetUserStatus',
    access: 'manager-or-super',
    fresh: true,
    action: 'user.manage',
    companyAction: 'people.manage',
    summary: 'Blocks, unblocks or dismisses a person (domain.md 3.4)',
    body: z.strictObject({ id: s.id('user'), new_status: z.enum(userStatuses) }),
    result: User,
    refusals: ['user.last-supervisor', 'access.locked-out', 'user.self', 'user.beyond-own-rights'],
  }),
  sendTemporaryLinks: call({
    method: 'POST',
    path: '/api/v1/user/sendSetOfTemporaryLink',
    access: 'manager-or-super',
    fresh: true,
    action: 'user.manage',
    companyAction: 'people.manage',
    summary: 'Makes links that set a password: sent by letter, or the address is shown once',
    body: z.strictObject({
      user_ids: s.list(s.id('user'), 50, 1),
      /** `email` shows the address of those only to whom no letter can go; by default all are shown. */
      channel: z.optional(z.enum(['copy', 'email'])),
    }),
    result: s.list(
      z.strictObject({
        user_id: s.id('user'),
        outcome: z.enum(['sent', 'link', 'refused']),
        url: z.optional(s.displayText(500)),
        expires_at: z.optional(s.instant),
        message: z.optional(s.displayText(500)),
      }),
      50,
    ),
  }),
  ...userPreferences,
} as const
