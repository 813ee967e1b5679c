import { ownValue } from '#contract/core/own-value.ts'
import { sql, type Kysely } from 'kysely'
import { actionFolders, actions, platformActions, type ActionCode } from '#contract/core/actions.ts'
import { companyRoles } from '#contract/core/roles.ts'
import type { Access, CallSpec } from '#contract/core/call.ts'
import { allCalls } from '#contract/calls.ts'
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
    await syncRoles(trx)
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
    holders: holdersOf(code as ActionCode, action.simple, demo),
    confirm: action.confirm,
  }))
}

function holdersOf(code: ActionCode, simple: readonly string[], demo: boolean): readonly string[] {
  if (platformActions.includes(code)) return ['SUPERVISOR']
  return (demo && DEMO_HOLDERS[code]) || simple
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
    holders: AREA_HOLDERS[call.access],
    confirm: 'none' as const,
  }))
}

const ROLE_TITLES: Record<string, string> = {
  SUPERVISOR: 'Суперадминистратор',
  OPERATOR: 'Оператор',
  WEIGHER: 'Весовщик',
  CASHIER: 'Кассир',
  MANAGER: 'Управляющий',
  ACCOUNTANT: 'Бухгалтер',
}

async function syncRoles(trx: Kysely<DB>): Promise<void> {
  const rows = ['SUPERVISOR', ...companyRoles].map((code) => ({
    id: uuidv7(),
    code,
    title: ownValue(ROLE_TITLES, code)!,
  }))
  await trx
    .insertInto('role')
    .values(rows)
    .onConflict((c) => c.column('code').doUpdateSet({ title: sql`excluded.title` }))
    .execute()
}
