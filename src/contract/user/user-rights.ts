import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'
import { AccessRow, accessLimit, Action, ActionFolder, confirms } from './user-access.ts'
import { userStatuses } from './user-entities.ts'

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
    /** Of a manager: rows of single people, laid over those of the roles. */
    rows: z.optional(s.list(AccessRow, 200)),
    /**
     * The rows of this company that the change was made from: rows that somebody else has changed since are not overwritten. A
     * manager names the people here whose rows are replaced or, where `rows` is silent, taken away.
     */
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
  /** A manager of the company has said so of this very person. */
  by_manager: z.boolean(),
  /** The caller, a manager, may give and take away this right of this person; answered where one person is asked for. */
  may_change: z.boolean(),
  /** Whose rows count: the company's own, those of all companies, or none because the right has no row. */
  scope: z.enum(['company', 'all', 'none']),
  /** The rows that decided; empty when nothing names the person. */
  rows: s.list(AccessRow, 200),
})
export type RightHolder = z.output<typeof RightHolder>

/** Who may do what, as the screen of rights changes and explains it. */
export const userRights = {
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
    fresh: true,
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
    access: 'manager-or-super',
    fresh: true,
    action: 'access.manage',
    companyAction: 'people.manage',
    summary:
      'Replaces who has a right, or lays a preset over all rights of a company; a manager: rights of single people',
    body: updateActionAccessBody,
    result: s.list(z.extend(AccessRow, { action_id: s.id('action') }), 10_000),
    refusals: [
      'access.platform-action',
      'access.approval-empty',
      'access.locked-out',
      'user.beyond-own-rights',
      'user.self',
    ],
  }),
  // Beyond the specification: «кто может» and «почему может» are answered by the rules that the server applies.
  superGetRightHolders: call({
    method: 'GET',
    path: '/api/v1/user/superGetRightHolders',
    access: 'manager-or-super',
    action: 'access.manage',
    companyAction: 'user.read',
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
} as const
