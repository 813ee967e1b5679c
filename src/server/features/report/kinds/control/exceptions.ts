import { flagTitles } from '#contract/core/flags.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { kindsSeenBy, recordTitle, screenOf, valuesOf } from '../../exceptions/exception-words.ts'
import { walkFlags, type RaisedFlag } from '../../exceptions/flag-queries.ts'
import { reportKind } from '../../report-kind.ts'
import { flagParam, periodParams, userParam } from '../../report-params.ts'

export const exceptions = reportKind({
  type: 'exceptions',
  title: 'Исключения',
  sentence: 'На что управляющему стоит посмотреть',
  permission: 'report.control',
  source: visitCalls.getAll,
  params: { ...periodParams, user_id: userParam, flag: flagParam },
  columns: {
    record: {
      title: 'Запись',
      kind: 'text',
      value: (row: RaisedFlag) => recordTitle(row),
    },
    at: { title: 'Время', kind: 'instant', value: (row) => row.at },
    flag: { title: 'Отметка', kind: 'text', value: (row) => flagTitles[row.code] },
    operator: { title: 'Оператор', kind: 'text', value: (row) => row.operator },
    approver: { title: 'Подтвердил', kind: 'text', value: (row) => row.approver },
    before: { title: 'Ожидалось', kind: 'text', value: (row) => valuesOf(row)[0] },
    after: { title: 'Записано', kind: 'text', value: (row) => valuesOf(row)[1] },
    reviewer: { title: 'Просмотрел', kind: 'text', value: (row) => row.reviewed_by },
    reviewed_at: { title: 'Просмотрено', kind: 'instant', value: (row) => row.reviewed_at },
    note: { title: 'Примечание', kind: 'text', value: (row) => row.note },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  opens: ({ entity, id }) => screenOf(entity, id),
  rows(db, params) {
    return walkFlags(db, kindsSeenBy(db), params)
  },
})
