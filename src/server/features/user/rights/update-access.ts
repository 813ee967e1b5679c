import type { CallInput } from '#contract/core/call.ts'
import { presetRows } from '#contract/user/access-presets.ts'
import type { AccessRow } from '#contract/user/user-access.ts'
import type { userRights } from '#contract/user/user-rights.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { forgetRights } from '../../../auth/forget-rights-queries.ts'
import { mustMayNow } from '../../../auth/rights/rights.ts'
import { forCompany, inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { NO_COMPANY } from '../../../db/uuid.ts'
import { managesPlatform } from '../people/manageable.ts'
import { companyExists } from '../user-queries.ts'
import {
  allActions,
  findAction,
  lockRights,
  replaceAccess,
  storedAccess,
} from './action-queries.ts'
import { assertAccessRows } from './assert-access.ts'
import { updatePersonalAccess } from './personal-access.ts'
import { assertApprovable, assertManaged, findGaps } from './still-held.ts'
import {
  isSameAccess,
  noteAccess,
  toAccessRow,
  withAction,
  type StoredRow,
} from './stored-access.ts'

type Call = typeof userRights.updateActionAccess
type Body = CallInput<Call>['body']

interface Change {
  readonly action: { readonly id: string; readonly code: string; readonly title: string }
  readonly rows: readonly AccessRow[]
}

/**
 * user/updateActionAccess: replaces who holds one right, or lays a preset over all rights of a company. It takes effect with
 * the next request of all users concerned, in every process. No rows for a company give the right back to the common rows. A
 * manager changes rows of single people alone.
 */
export async function updateAccess(db: Db, { body }: CallInput<Call>): Promise<Answer<Call>> {
  if (!managesPlatform(db)) return updatePersonalAccess(db, body)
  const { company_id: companyId } = body
  if (companyId !== null && !(await companyExists(db, companyId))) refuse('common.not-found')
  return inTransaction(forCompany(db, companyId ?? NO_COMPANY), async (tx) => {
    await mustMayNow(tx, 'access.manage')
    await lockRights(tx)
    const changes = await changesOf(tx, body)
    for (const { action, rows } of changes) await assertAccessRows(tx, companyId, action.code, rows)
    const ids = changes.map(({ action }) => action.id)
    const [gaps, before] = [await findGaps(tx, companyId), await storedAccess(tx, companyId, ids)]
    if (body.former_rows && !isSameAccess(before.map(toAccessRow), body.former_rows))
      refuse('common.stale')
    await replaceAccess(
      tx,
      companyId,
      ids,
      changes.flatMap(({ action, rows }) => withOrigin(before, action.id, rows)),
    )
    if (companyId === null) await assertManaged(tx)
    await assertApprovable(tx, companyId, gaps)
    const after = await storedAccess(tx, companyId, ids)
    for (const { action } of changes) noteAccess(tx, action, before, after)
    await forgetRights(tx, companyId === null ? {} : { companyId })
    return after.map(withAction)
  })
}

async function changesOf(tx: Tx, body: Body): Promise<Change[]> {
  const { preset, action_id: id, rows } = body
  if (preset === undefined) {
    const action = (await findAction(tx, id!)) ?? refuse('common.not-found')
    return [{ action, rows: rows! }]
  }
  return (await allActions(tx)).flatMap((action) => {
    const given = presetRows(action.code, preset)
    return given ? [{ action, rows: given }] : []
  })
}

/**
 * A manager's row that a super administrator leaves as it was stays the manager's. Without any other row it becomes one of the
 * company's rules, since the set would otherwise be none and the common rules would hold.
 */
function withOrigin(before: readonly StoredRow[], action_id: string, rows: readonly AccessRow[]) {
  const byManagers = before.filter((row) => row.by_manager && row.action_id === action_id)
  const isManagers = (row: AccessRow) =>
    byManagers.some((stored) => isSameAccess([toAccessRow(stored)], [row]))
  const isRuled = !rows.every(isManagers)
  return rows.map((row) => ({ ...row, action_id, by_manager: isRuled && isManagers(row) }))
}
