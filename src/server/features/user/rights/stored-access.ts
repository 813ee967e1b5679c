import type { AccessRow } from '#contract/user/user-access.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import type { Tx } from '../../../db/handle.ts'
import type { storedAccess } from './action-queries.ts'

export type StoredRow = Awaited<ReturnType<typeof storedAccess>>[number]

export function toAccessRow({
  max_kop,
  max_bp,
  by_manager: _byManager,
  ...row
}: Omit<StoredRow, 'action_id'>): AccessRow {
  const limit = {
    ...(max_kop !== null && { max_kop }),
    ...(max_bp !== null && { max_bp }),
  }
  return {
    ...(row as Omit<AccessRow, 'limit'>),
    limit: max_kop === null && max_bp === null ? null : limit,
  }
}

/** A row with its right, as the call answers it. */
export const withAction = ({ action_id, ...row }: StoredRow) => ({ ...toAccessRow(row), action_id })

const textOf = ({ subject, subject_code, allow, confirm, limit }: AccessRow) =>
  [subject, subject_code, allow, confirm, limit?.max_kop, limit?.max_bp].join(' ')

/** Whether two sets of rows say the same, in whatever order. */
export function isSameAccess(some: readonly AccessRow[], others: readonly AccessRow[]): boolean {
  const textsOf = (rows: readonly AccessRow[]) => rows.map(textOf).toSorted().join('\n')
  return textsOf(some) === textsOf(others)
}

/** Records a change of the rows of one right; nothing when they say the same as before. */
export function noteAccess(
  tx: Tx,
  { id, title }: { readonly id: string; readonly title: string },
  before: readonly StoredRow[],
  after: readonly StoredRow[],
): void {
  const of = (rows: readonly StoredRow[]) =>
    rows.filter((row) => row.action_id === id).map(({ action_id: _id, ...row }) => toAccessRow(row))
  const [was, now] = [of(before), of(after)]
  if (isSameAccess(was, now)) return
  addAuditEvent(tx, {
    action: 'action.access',
    entity: 'action',
    id,
    before: { title, rows: was },
    after: { title, rows: now },
  })
}
