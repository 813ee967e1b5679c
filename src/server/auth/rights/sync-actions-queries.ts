import { sql, type Kysely } from 'kysely'
import { actionFolders, actions, platformActions, type ActionCode } from '#contract/core/actions.ts'
import { companyRoles } from '#contract/core/roles.ts'
import { isOpenToOwner, type Access, type CallSpec } from '#contract/core/call.ts'
import { allCalls } from '#contract/calls.ts'
import { roleTitle } from '#contract/user/people-labels.ts'
import type { DB } from '../../db/schema.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { callAction } from '../call-action.ts'
import { EVERYBODY } from './grants.ts'

interface DeclaredAction {
  code: string
  folder: string
  title: string
  approver: string | null
  holders: readonly string[]
  confirm: 'none' | 'self' | 'other'
}

/**
 * Writes the catalogue of rights that this release knows: every named right and every call is an action. Titles follow
 * the release; access rows are given only to an action that is new, so what SUPERVISOR changed stays.
 */
export async function syncActions(q: Kysely<DB>, demo: boolean): Promise<void> {
  await q.transaction().execute(async (trx) => {
    const folders = await syncFolders(trx)
    const presentCodes = new Set(
      (await trx.selectFrom('action').select('code').execute()).map((row) => row.code),
    )
    const wanted = [...rights(demo), ...calls()]
    await addActions(
      trx,
      folders,
      wanted.filter((action) => !presentCodes.has(action.code)),
    )
    for (const role of await syncRoles(trx)) await giveToNewRole(trx, role, wanted)
  })
}

async function syncFolders(trx: Kysely<DB>): Promise<Map<string, string>> {
  const rows = Object.entries(actionFolders).map(([code, title], order) => ({
    id: uuidv7(),
    code,
    title,
    order,
  }))
  await trx
    .insertInto('action_folder')
    .values(rows)
    .onConflict((c) => c.column('code').doNothing())
    .execute()
  const stored = await trx.selectFrom('action_folder').select(['id', 'code']).execute()
  return new Map(stored.map((row) => [row.code, row.id]))
}

/** Some two hundred of them at the first start of a database, so they go in two statements. */
async function addActions(
  trx: Kysely<DB>,
  folders: ReadonlyMap<string, string>,
  fresh: readonly DeclaredAction[],
): Promise<void> {
  if (fresh.length === 0) return
  const rows = fresh.map((action, order) => ({ id: uuidv7(), order, ...action }))
  await trx
    .insertInto('action')
    .values(
      rows.map(({ id, folder, code, title, order, approver }) => ({
        id,
        folder_id: folders.get(folder)!,
        code,
        title,
        order,
        approver_action: approver,
      })),
    )
    .execute()
  const access = rows.flatMap(({ id, holders, confirm }) =>
    holders.map((role) => ({
      id: uuidv7(),
      action_id: id,
      subject: 'role',
      subject_code: role,
      allow: true,
      confirm,
    })),
  )
  if (access.length > 0) await trx.insertInto('action_access').values(access).execute()
}

// Service rights have no holder outside the demo, where a manager shows them (security.md 2.1).
const DEMO_HOLDERS: Partial<Record<ActionCode, readonly string[]>> = {
  'supplier.import': ['MANAGER'],
  'payment.test': ['MANAGER'],
}

function rights(demo: boolean): DeclaredAction[] {
  return Object.entries(actions).map(([code, action]) => ({
    code,
    folder: action.folder,
    title: action.title,
    approver: (action as { approver?: string }).approver ?? null,
    holders: holdersOf(code as ActionCode, action.holders, demo),
    confirm: action.confirm,
  }))
}

function holdersOf(code: ActionCode, holders: readonly string[], demo: boolean): readonly string[] {
  if (platformActions.includes(code)) return ['SUPERVISOR']
  return (demo && DEMO_HOLDERS[code]) || holders
}

const AREA_HOLDERS: Record<Access, readonly string[]> = {
  all: [],
  agent: [],
  phone: [],
  user: [EVERYBODY],
  operator: ['OPERATOR'],
  manager: ['MANAGER'],
  super: ['SUPERVISOR'],
  'operator-or-super': ['OPERATOR', 'SUPERVISOR'],
  'manager-or-super': ['MANAGER', 'SUPERVISOR'],
}

function calls(): DeclaredAction[] {
  return allCalls.map(({ call }: { call: CallSpec }) => ({
    code: callAction(call),
    folder: 'calls',
    title: call.summary,
    approver: null,
    holders: [...AREA_HOLDERS[call.access], ...(isOpenToOwner(call) ? ['OWNER'] : [])],
    confirm: 'none' as const,
  }))
}

/** Titles follow the release. Returns the roles that this database has not known before. */
async function syncRoles(trx: Kysely<DB>): Promise<string[]> {
  const known = (await trx.selectFrom('role').select('code').execute()).map(({ code }) => code)
  const codes = ['SUPERVISOR', ...companyRoles]
  const rows = codes.map((code) => ({ id: uuidv7(), code, title: roleTitle(code) }))
  await trx
    .insertInto('role')
    .values(rows)
    .onConflict((c) => c.column('code').doUpdateSet({ title: sql`excluded.title` }))
    .execute()
  return codes.filter((code) => !known.includes(code))
}

/**
 * A role that a release adds gets its rights of the actions that were there before it, for all companies and in each company with
 * rows of its own, which would otherwise hide them. Nobody holds the role yet, so nothing that SUPERVISOR decided is changed.
 */
async function giveToNewRole(
  trx: Kysely<DB>,
  role: string,
  wanted: readonly DeclaredAction[],
): Promise<void> {
  const codes = wanted.filter(({ holders }) => holders.includes(role)).map(({ code }) => code)
  await sql`
    insert into action_access (id, company_id, action_id, subject, subject_code, allow, confirm)
    select gen_random_uuid(), x.company_id, a.id, 'role', ${role}, true, 'none'
    from action a join (select distinct action_id, company_id from action_access where not by_manager) x on x.action_id = a.id
    where a.code = any(${codes}) and not exists (select from action_access y where y.action_id = a.id
      and y.company_id is not distinct from x.company_id and y.subject = 'role' and y.subject_code = ${role})
  `.execute(trx)
}
