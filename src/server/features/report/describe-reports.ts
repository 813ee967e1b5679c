import type { CallInput } from '#contract/core/call.ts'
import type { report } from '#contract/report/report.ts'
import type { ReportDescription } from '#contract/report/report-entities.ts'
import type { Answer } from '#http/serve.ts'
import { callAction } from '../../auth/call-action.ts'
import { passesRights } from '../../auth/rights/authorize.ts'
import { may } from '../../auth/rights/rights.ts'
import { isSupervisor, type Session } from '../../auth/session.ts'
import type { Db } from '../../db/handle.ts'
import { printedLists } from './documents/all.ts'
import { exportedLists } from './lists/exported-lists.ts'
import { exportColumns } from './lists/list-export.ts'
import { reportKinds } from './kinds/all.ts'
import type { PrintedList } from './documents/printed-list.ts'
import type { ReportKind } from './report-kind.ts'
import type { ComposedFile } from './write/composed-file.ts'
import { composedFiles } from './write/composed-files.ts'
import { LIST_FORMATS, LIST_TITLE, LIST_TYPE } from './requested-report.ts'

/** report/getReportTypeList: what this person may make. */
export async function describeReports(
  db: Db,
  { query }: CallInput<typeof report.getTypes>,
): Promise<Answer<typeof report.getTypes>> {
  const session = db.caller.session!
  const mayMake = ({ source, permission }: Pick<ReportKind, 'source' | 'permission'>) =>
    may(db, permission) && passesRights(session, source)
  const mayExport = isSupervisor(session) || may(db, 'report.create')
  const all: ReportDescription[] = mayExport ? [describeLists(session)] : []
  for (const kind of reportKinds.filter(mayMake))
    all.push({
      ...(await describeKind(db, kind, kind.type === query.type)),
      sentence: kind.sentence,
      has_chart: kind.chart !== undefined,
    })
  for (const document of printedLists.filter(mayMake))
    all.push(await describeDocument(db, document))
  for (const file of composedFiles.filter(({ ofList }) => ofList))
    if (file.permissions.every((code) => may(db, code)) && passesRights(session, file.source))
      all.push(describeFile(file))
  return all.filter(({ type }) => query.type === undefined || query.type === type)
}

type DescribedParts = Pick<ReportKind, 'type' | 'title' | 'params' | 'columns' | 'formats'>

async function describeKind(
  db: Db,
  { type, title, params, columns, formats }: DescribedParts,
  withOptions: boolean,
): Promise<ReportDescription> {
  const described: ReportDescription['params'] = []
  for (const [name, { title, kind, required, usual, options }] of Object.entries(params)) {
    const own = withOptions && options ? await options(db) : undefined
    described.push({
      name,
      title,
      kind,
      required,
      ...(usual && { usual }),
      ...(own && { options: [...own] }),
    })
  }
  return {
    type,
    title,
    params: described,
    columns: Object.entries(exportColumns(columns)).map(([id, { title, kind }]) => ({
      id,
      title,
      kind,
    })),
    formats: [...formats],
  }
}

/** Printed from the menu of its list, over the period of that list. */
async function describeDocument(
  db: Db,
  { kind: type, source, title, params }: PrintedList,
): Promise<ReportDescription> {
  const parts = { type, title, params, columns: {}, formats: [] }
  return { ...(await describeKind(db, parts, false)), printed_from: callAction(source) }
}

/** Ordered from the menu of its list, over the records of its filter. */
function describeFile({ type, title, source, format }: ComposedFile): ReportDescription {
  const printed_from = callAction(source)
  return { type, title, params: [], columns: [], formats: [format], printed_from }
}

/** Lists are asked for from their own screens. */
function describeLists(session: Session): ReportDescription {
  const lists = [...exportedLists].filter(([, { call }]) => passesRights(session, call))
  return {
    type: LIST_TYPE,
    title: LIST_TITLE,
    params: [
      {
        name: 'call',
        title: 'Список',
        required: true,
        kind: 'words',
        words: lists.map(([name]) => name),
      },
      { name: 'filter', title: 'Отбор', required: false, kind: 'text' },
      { name: 'columns', title: 'Колонки', required: true, kind: 'words' },
    ],
    columns: [],
    formats: [...LIST_FORMATS],
  }
}
