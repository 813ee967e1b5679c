import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { entities } from '../core/entities.ts'
import * as s from '../core/shapes.ts'
import { pcode } from './user-entities.ts'

export const confirms = ['none', 'self', 'other'] as const

export const accessLimit = z.strictObject({ max_kop: z.optional(s.kop), max_bp: z.optional(s.bp) })

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
  /** Only for SUPERVISOR: those of the rows in force that managers of the company laid for single people. */
  access_by_managers: z.optional(s.list(AccessRow, 200)),
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
      /** Stands for every text and flag that the dialog shows, as the refusal gave it. */
      content: z.optional(s.pattern(/^[0-9a-f]{64}$/, 'Отпечаток: 64 знака 0–9 и a–f')),
    }),
  ),
  amount_kop: z.optional(s.kop),
})

/** The own rights, and the PIN that confirms: what every screen needs. */
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
    refusals: ['pcode.wrong', 'pcode.locked', 'approval.one-person'],
  }),
} as const
