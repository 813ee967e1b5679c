import { visitCalls } from '#contract/visit/visit.ts'
import { tareDeviates } from '../../../../arithmetic/amounts.ts'
import { reportKind } from '../../report-kind.ts'
import { ownPlateParam, periodParams } from '../../report-params.ts'
import { weighingSources } from '../weighing-sources.ts'
import { walkTares, type PastTare } from './tare-history-queries.ts'

const COMPARED = 3

/** The middle of the last three; null where there are fewer. */
function medianOf({ before_g }: PastTare): number | null {
  return before_g.length < COMPARED ? null : before_g.toSorted((a, b) => a - b)[1]!
}

export const tareHistory = reportKind({
  type: 'tare_history',
  title: 'История тары',
  permission: 'report.control',
  source: visitCalls.getAll,
  params: { carnumber: ownPlateParam, ...periodParams },
  columns: {
    number: { title: 'Заезд', kind: 'text', value: (row: PastTare) => row.number },
    at: { title: 'Время', kind: 'instant', value: (row) => row.at },
    tare: { title: 'Тара', kind: 'weight', value: (row) => row.tare_g },
    source: { title: 'Источник', kind: 'text', value: (row) => weighingSources[row.source] },
    median: { title: 'Медиана трёх прежних', kind: 'weight', value: medianOf },
    difference: {
      title: 'Отклонение',
      kind: 'weight',
      value: (row) => {
        const median = medianOf(row)
        return median === null ? null : row.tare_g - median
      },
    },
    deviates: {
      title: 'Сверх допуска',
      kind: 'flag',
      value: (row) => tareDeviates(row.tare_g, row.before_g, row.free_g),
    },
    photos: { title: 'Фото', kind: 'integer', value: (row) => row.photos },
    operator: { title: 'Оператор', kind: 'text', value: (row) => row.operator },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  opens: ({ visit_id }) => visit_id && `/operator/transactions?id=${visit_id}`,
  rows: walkTares,
})
