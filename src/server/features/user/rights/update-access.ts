import type { CallInput } from '#contract/core/call.ts'
import { presetRows } from '#contract/user/access-presets.ts'
import type { AccessRow } from '#contract/user/user-access.ts'
import type { userRights } from '#contract/user/user-rights.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { forgetRights } from '../../../auth/forget-rights-queries.ts'
import { mustMayNow } from '../../../auth/rights/rights.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { forCompany, inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { NO_COMPANY } from '../../../db/uuid.ts'
import { companyExists } from '../user-queries.ts'
import {
  allActions,
  findAction,
  lockRights,
  replaceAccess,
  storedAccess,
} from './action-queries.ts'
import { assertAccessRows } from './assert-access.ts'
import { assertApprovable, assertManaged, findGaps } from './still-held.ts'

type Call = typeof userRights.updateActionAccess
type Body = CallInput<Call>['body']

interface Change {
  readonly action: { readonly id: string; readonly code: string; readonly title: string }
  readonly rows: readonly AccessRow[]
}

/**
 * user/updateActionAccess: replaces who holds one right, or lays a preset over all rights of a company. It takes effect with
 * the next request of all users concerned, in every process. No rows for a company give the right back to the common rows.
 */
export async function updateAccess(db: Db, { body }: CallInput<Call>): Promise<Answer<Call>> {
  const { company_id: companyId } = body
  if (companyId !== null && !(await companyExists(db, companyId))) refuse('common.not-found')
  return inTransaction(forCompany(db, companyId ?? NO_COMPANY), async (tx) => {
    await mustMayNow(tx, 'access.manage')
    await lockRights(tx)
    const changes = await changesOf(tx, body)
    for (const { action, rows } of changes) await assertAccessRows(tx, companyId, action.code, rows)
    const ids = changes.map(({ action }) => action.id)
    const [gaps, before] = [await findGaps(tx, companyId), await storedAccess(tx, companyId, ids)]
    if (body.former_rows && !isSameAccess(before.map(toRow), body.former_rows))
      refuse('common.stale')
    await replaceAccess(
      tx,
      companyId,
      ids,
      changes.flatMap(({ action, rows }) => rows.map((row) => ({ ...row, action_id: action.id }))),
    )
    if (companyId === null) await assertManaged(tx)
    await assertApprovable(tx, companyId, gaps)
    const after = await storedAccess(tx, companyId, ids)
    for (const { action } of changes) {
      const was = rowsOf(before, action.id)
      const now = rowsOf(after, action.id)
      if (JSON.stringify(was) !== JSON.stringify(now))
        addAuditEvent(tx, {
          action: 'action.access',
          entity: 'action',
          id: action.id,
          before: { title: action.title, rows: was },
          after: { title: action.title, rows: now },
        })
    }
    await forgetRights(tx, companyId === null ? {} : { companyId })
    return after.map(({ action_id, ...row }) => ({ ...toRow(row), action_id }))
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

/** Whether two sets of rows say the same, in whatever order. */
function isSameAccess(stored: readonly AccessRow[], preset: readonly AccessRow[]): boolean {
  const textOf = ({ subject, subject_code, allow, confirm, limit }: AccessRow) =>
    [subject, subject_code, allow, confirm, limit?.max_kop, limit?.max_bp].join(' ')
  const textsOf = (rows: readonly AccessRow[]) => rows.map(textOf).toSorted().join('\n')
  return textsOf(stored) === textsOf(preset)
}

type StoredRow = Awaited<ReturnType<typeof storedAccess>>[number]

const rowsOf = (stored: readonly StoredRow[], actionId: string): AccessRow[] =>
  stored.filter((row) => row.action_id === actionId).map(({ action_id: _id, ...row }) => toRow(row))

function toRow({ max_kop, max_bp, ...row }: Omit<StoredRow, 'action_id'>): AccessRow {
  const limit = {
    ...(max_kop !== null && { max_kop }),
    ...(max_bp !== null && { max_bp }),
  }
  return {
    ...(row as Omit<AccessRow, 'limit'>),
    limit: max_kop === null && max_bp === null ? null : limit,
  }
}
