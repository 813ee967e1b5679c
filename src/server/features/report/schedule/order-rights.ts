import type { CallSpec } from '#contract/core/call.ts'
import type { ActionCode } from '#contract/core/actions.ts'
import { report } from '#contract/report/report.ts'
import { passesRights } from '../../../auth/rights/authorize.ts'
import type { Session } from '../../../auth/session.ts'
import { exportedLists } from '../lists/exported-lists.ts'
import { findReportKind } from '../kinds/all.ts'
import { LIST_TYPE } from '../requested-report.ts'
import { findComposedFile } from '../write/composed-files.ts'

interface OrderRights {
  readonly source: CallSpec
  readonly permissions: readonly ActionCode[]
}

/** Which report of the company: its type and, for a list of the screens, the call of that list. */
export interface NamedReport {
  readonly type: string
  readonly listCall: string | undefined
}

export function nameReport(type: string, params: unknown): NamedReport {
  const call = (params as { call?: unknown } | null)?.call
  return { type, listCall: typeof call === 'string' ? call : undefined }
}

/**
 * The rights that a report needs; undefined for one that cannot be ordered again, since its kind is gone or it is of one
 * record.
 */
export function rightsOfReport({ type, listCall }: NamedReport): OrderRights | undefined {
  const kind = findReportKind(type)
  if (kind) return { source: kind.source, permissions: [kind.permission] }
  const file = findComposedFile(type)
  if (file) return file.ofList && { source: file.source, permissions: file.permissions }
  const list = type === LIST_TYPE ? exportedLists.get(listCall ?? '') : undefined
  return list && { source: list.call, permissions: ['report.create'] }
}

/** Whether a person may have such a report at all. */
export function mayHaveReport(session: Session, named: NamedReport): boolean {
  const rights = rightsOfReport(named)
  if (!rights) return false
  const { source, permissions } = rights
  return permissions.every((code) => session.grants.has(code)) && passesRights(session, source)
}

/** Whether a person may have it ordered in their name. */
export function mayOrderReport(session: Session, named: NamedReport): boolean {
  return (
    session.grants.has('report.create') &&
    passesRights(session, report.create) &&
    mayHaveReport(session, named)
  )
}
