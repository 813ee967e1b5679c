import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { entities } from '../core/entities.ts'
import * as s from '../core/shapes.ts'
import { pcode, userStatuses } from './user-entities.ts'

export const confirms = ['none', 'self', 'other'] as const

const accessLimit = z.strictObject({ max_kop: z.optional(s.kop), max_bp: z.optional(s.bp) })

/** Who has a right: a role or one user, with the confirmation that it requires. */
export const AccessRow = z.strictObject({
  subject: z.enum(['role', 'user']),
  /** A role code, or a user's id. */
  subject_code: s.text(64),
  allow: z.boolean(),
  confirm: z.enum(confirms),
  limit: z.optional(z.nullable(accessLimit)),
})
export type AccessRow = z.output<typeof AccessRow>

export const Action = z.strictObject({
  id: s.id('action'),
  folder_id: s.id('action_folder'),
  /** A named right, or the path of a call such as `act/update`. */
  code: s.displayText(80),
  title: s.displayText(150),
  order: s.int(0, 10_000),
  approver_action: z.nullable(s.displayText(80)),
  version: s.version,
  mine: z.strictObject({
    allowed: z.boolean(),
    confirm: z.enum(confirms),
    limit: z.nullable(accessLimit),
  }),
  /** Only for SUPERVISOR: the rows in force for the asked company, or the global ones. */
  access: z.optional(s.list(AccessRow, 200)),
  /** Only for SUPERVISOR: whether these rows are the asked company's own or those of all companies. */
  access_scope: z.optional(z.enum(['company', 'all'])),
})
export type Action = z.output<typeof Action>

export const ActionFolder = z.strictObject({
  id: s.id('action_folder'),
  parent_id: z.nullable(s.id('action_folder')),
  code: s.displayText(40),
  title: s.displayText(100),
  order: s.int(0, 10_000),
  version: s.version,
})
export type ActionFolder = z.output<typeof ActionFolder>

const updateActionFolderBody = z
  .strictObject({
    id: z.optional(s.id('action_folder')),
    client_id: z.optional(s.clientId),
    version: z.optional(s.version),
    parent_id: z.nullish(s.id('action_folder')),
    code: z.optional(s.pattern(/^[a-z][a-z0-9-]{1,39}$/, 'Код: латинские буквы, цифры, дефис')),
    title: z.optional(s.text(100)),
    order: z.optional(s.int(0, 10_000)),
    remove: z.optional(z.literal(true)),
  })
  .check(s.fieldsRule((v) => s.missingOf(v, v.id ? ['version'] : ['code', 'title'])))

const updateActionAccessBody = z
  .strictObject({
    /** null = the global rows that companies without rows of their own use. */
    company_id: z.nullable(s.id('company')),
    action_id: z.optional(s.id('action')),
    rows: z.optional(s.list(AccessRow, 200)),
    /** The rows of this company that the change was made from: rows that somebody else has changed since are not overwritten. */
    former_rows: z.optional(s.list(AccessRow, 200)),
    preset: z.optional(z.enum(['simple', 'split'])),
  })
  .check(
    s.fieldsRule((v) => {
      if (!v.preset) return s.missingOf(v, ['action_id', 'rows'])
      return v.action_id || v.rows ? { preset: 'Набор меняет все права сразу' } : {}
    }),
  )

/** One person and one right: whether the person holds it, and the rows that decide so. */
export const RightHolder = z.strictObject({
  action_id: s.id('action'),
  user: z.strictObject({
    id: s.id('user'),
    full_name: s.displayText(150),
    login: s.displayText(64),
    roles: s.list(s.displayText(40), 10),
    status: z.enum(userStatuses),
  }),
  allowed: z.boolean(),
  confirm: z.enum(confirms),
  limit: z.nullable(accessLimit),
  /** Whose rows count: the company's own, those of all companies, or none because the right has no row. */
  scope: z.enum(['company', 'all', 'none']),
  /** The rows that decided; empty when nothing names the person. */
  rows: s.list(AccessRow, 200),
})
export type RightHolder = z.output<typeof RightHolder>

/** What a PIN is asked for: `action`, `object` and the sum are bound into the approval (security.md 4.5). */
const checkPCodeBody = z.strictObject({
  pcode,
  /** A named right, or the path of a call that was given a confirmation. */
  action: z.optional(s.text(80)),
  object: z.optional(
    z.strictObject({
      entity: z.enum(entities),
      ids: s.list(z.uuid(), 500),
      version: z.optional(s.version),
    }),
  ),
  amount_kop: z.optional(s.kop),
})

/** Rights and confirmations: the part of `user/*` that decides who may do what. */
export const userAccess = {
  getActions: call({
    method: 'GET',
    path: '/api/v1/user/getActions',
    access: 'user',
    summary: 'Folders of rights with the own ones marked; access rows only for SUPERVISOR',
    // companyId is beyond the specification: the company whose rows a SUPERVISOR reads.
    query: z.strictObject({ companyId: z.optional(s.id('company')) }),
    result: z.strictObject({
      folders: s.list(z.extend(ActionFolder, { actions: s.list(Action, 500) }), 200),
      /** Only for SUPERVISOR who asks for a company: what nobody there can confirm, in sentences. */
      gaps: z.optional(s.list(s.displayText(400), 50)),
    }),
    about: ['action', 'action_folder'],
  }),
  updateFolder: call({
    method: 'PUT',
    path: '/api/v1/user/updateActionFolder',
    access: 'super',
    action: 'access.manage',
    summary: 'Makes, changes or removes a folder of rights',
    body: updateActionFolderBody,
    result: ActionFolder,
    refusals: ['action.folder-not-empty', 'action.folder-cycle'],
  }),
  updateAction: call({
    method: 'PUT',
    path: '/api/v1/user/updateAction',
    access: 'super',
    action: 'access.manage',
    summary: 'Moves or renames a right',
    body: z.strictObject({
      id: s.id('action'),
      version: s.version,
      folder_id: z.optional(s.id('action_folder')),
      title: z.optional(s.text(150)),
      order: z.optional(s.int(0, 10_000)),
    }),
    result: Action,
  }),
  updateActionAccess: call({
    method: 'PUT',
    path: '/api/v1/user/updateActionAccess',
    access: 'super',
    action: 'access.manage',
    summary: 'Replaces who has a right, or lays a preset over all rights of a company',
    body: updateActionAccessBody,
    result: s.list(z.extend(AccessRow, { action_id: s.id('action') }), 10_000),
    refusals: ['access.platform-action', 'access.approval-empty', 'access.locked-out'],
  }),
  // Beyond the specification: «кто может» and «почему может» are answered by the rules that the server applies.
  superGetRightHolders: call({
    method: 'GET',
    path: '/api/v1/user/superGetRightHolders',
    access: 'super',
    action: 'access.manage',
    summary: 'Who of a company holds a right, or which rights a person holds, and by which rows',
    query: z
      .strictObject({
        /** Without a company the super administrators are answered. */
        companyId: z.optional(s.id('company')),
        actionId: z.optional(s.id('action')),
        userId: z.optional(s.id('user')),
      })
      .check(s.fieldsRule((v) => (v.userId ? {} : s.missingOf(v, ['actionId'])))),
    result: s.list(RightHolder, 5000),
    about: ['action', 'user'],
  }),
  superGetRoles: call({
    method: 'GET',
    path: '/api/v1/user/superGetRoles',
    access: 'super',
    summary: 'Roles that can be given',
    result: s.list(z.strictObject({ code: s.displayText(40), title: s.displayText(100) }), 50),
  }),
  generatePCode: call({
    method: 'GET',
    path: '/api/v1/user/generatePCode',
    access: 'user',
    summary: 'A free PIN, in force only when it is saved to a user; the call writes nothing',
    result: z.strictObject({ pcode: s.displayText(6), expires_at: s.instant }),
  }),
  checkPCode: call({
    method: 'POST',
    path: '/api/v1/user/checkPCode',
    access: 'operator',
    summary: 'Whose PIN it is; with an action and object also a token for one call within 60 s',
    body: checkPCodeBody,
    result: z.strictObject({
      user: z.strictObject({ id: s.id('user'), full_name: s.displayText(150) }),
      approval_token: z.optional(s.displayText(200)),
      expires_in: z.optional(s.int(1, 3600)),
    }),
    refusals: ['pcode.wrong', 'pcode.locked'],
  }),
} as const
