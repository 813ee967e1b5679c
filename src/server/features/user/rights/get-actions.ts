import type { CallInput } from '#contract/core/call.ts'
import type { Action, userAccess } from '#contract/user/user-access.ts'
import type { userRights } from '#contract/user/user-rights.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { accessRows } from '../../../auth/session-queries.ts'
import type { AccessRow, Grant } from '../../../auth/rights/grants.ts'
import { isSupervisor } from '../../../auth/session.ts'
import type { Db } from '../../../db/handle.ts'
import { allActions, allFolders, roles } from './action-queries.ts'
import { describeGaps } from './still-held.ts'
import { companyExists } from '../user-queries.ts'

/**
 * The catalogue of rights with the caller's own; SUPERVISOR also sees who has each: the named company's rows where it has
 * any for a right, otherwise the global ones (domain.md 7.3).
 */
export async function getActions(
  db: Db,
  { query }: CallInput<typeof userAccess.getActions>,
): Promise<Answer<typeof userAccess.getActions>> {
  const { companyId } = query
  const session = db.caller.session!
  const supervisor = isSupervisor(session)
  const known = supervisor
    ? companyId === undefined || (await companyExists(db, companyId))
    : companyId === undefined || companyId === db.companyId
  if (!known) refuse('common.not-found')
  const [folders, actions, access, gaps] = await Promise.all([
    allFolders(db),
    allActions(db),
    supervisor ? holders(db, companyId ?? null) : undefined,
    supervisor && companyId !== undefined ? describeGaps(db, companyId) : undefined,
  ])
  return {
    ...(gaps && { gaps }),
    folders: folders.map((folder) => ({
      ...folder,
      actions: actions
        .filter((action) => action.folder_id === folder.id)
        .map((action) => ({
          ...presentAction(db, action),
          ...(access && (access.get(action.code) ?? NOBODY)),
        })),
    })),
  }
}

/** A right with what the caller holds of it. */
export function presentAction<A extends { code: string }>(db: Db, action: A) {
  return { ...action, mine: mine(db, action.code) }
}

function mine(db: Db, code: string): Action['mine'] {
  const grant = db.caller.session!.grants.get(code)
  if (!grant) return { allowed: false, confirm: 'none', limit: null }
  return { allowed: true, confirm: grant.confirm, limit: limitOf(grant) }
}

/** A grant's limits as they travel; null without any. */
export function limitOf({ maxKop, maxBp }: Grant): Action['mine']['limit'] {
  if (maxKop === null && maxBp === null) return null
  return {
    ...(maxKop !== null && { max_kop: maxKop }),
    ...(maxBp !== null && { max_bp: maxBp }),
  }
}

type Holders = Required<Pick<Action, 'access' | 'access_scope' | 'access_by_managers'>>

const NOBODY: Holders = { access: [], access_scope: 'all', access_by_managers: [] }

async function holders(db: Db, companyId: string | null): Promise<Map<string, Holders>> {
  const byAction = Map.groupBy(await accessRows(db.q, companyId), (row) => row.action)
  const inForce = new Map<string, Holders>()
  for (const [code, all] of byAction) {
    const byManagers = all.filter((row) => row.by_manager)
    const own = all.filter((row) => row.company_id !== null && !row.by_manager)
    const rules = own.length > 0 ? own : all.filter((row) => row.company_id === null)
    inForce.set(code, {
      access: [...rules, ...byManagers].map(presentRow),
      access_scope: own.length > 0 ? 'company' : 'all',
      access_by_managers: byManagers.map(presentRow),
    })
  }
  return inForce
}

const presentRow = ({ subject, subject_code, allow, confirm, limit }: AccessRow) => ({
  subject,
  subject_code,
  allow,
  confirm,
  limit,
})

export function listRoles(db: Db): Promise<Answer<typeof userRights.superGetRoles>> {
  return roles(db)
}
