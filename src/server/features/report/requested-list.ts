import * as z from 'zod/mini'
import type { CreateReport } from '#contract/report/report.ts'
import { refuse } from '#http/refusal.ts'
import { authorizeRights } from '../../auth/rights/authorize.ts'
import { mustMay } from '../../auth/rights/rights.ts'
import { isSupervisor, type Session } from '../../auth/session.ts'
import type { Db } from '../../db/handle.ts'
import type { ExportColumn, ExportedList } from './lists/list-export.ts'
import { ownValue } from '#contract/core/own-value.ts'
import { exportedLists } from './lists/exported-lists.ts'

export type ListParams = Extract<CreateReport, { type: 'list' }>['params']

/** A list with the filter and the columns that were asked for, judged. */
export interface RequestedList {
  readonly list: ExportedList
  readonly filter: object
  readonly columns: readonly ExportColumn<unknown>[]
}

/** Reads the parameters of the report `list` as the list's own call would: refuses `report.bad-params`. */
export function askedList(params: ListParams): RequestedList {
  const list = exportedLists.get(params.call) ?? bad('call', 'Этот список не выгружается')
  const columns = params.columns.map(
    (id) => ownValue(list.columns, id) ?? bad('columns', `Нет колонки ${id}`),
  )
  return { list, columns, filter: filterOf(list, params.filter ?? {}) }
}

/** The conditions and the order; a file has no pages. */
function filterOf(list: ExportedList, given: unknown): object {
  const query = { filter: JSON.stringify(given) }
  const read = z.safeParse(list.call.query!, query)
  if (!read.success) return bad('filter', read.error.issues[0]?.message ?? 'Неверный отбор')
  const { filter = {} } = read.data as { filter?: Record<string, unknown> }
  const { limit: _l, offset: _o, after: _a, with: _w, ...rest } = filter
  return rest
}

function bad(field: string, message: string): never {
  return refuse('report.bad-params', { fields: { [`params.${field}`]: message } })
}

/** The right to the list and to reports: when it is asked for, and again when it is written. */
export function authorizeRequester(db: Db, session: Session, { list }: RequestedList): void {
  authorizeRights(session, list.call)
  // Lists of the platform are SUPERVISOR's own; rights of companies are never his.
  if (!isSupervisor(session)) mustMay(db, 'report.create', session)
}
