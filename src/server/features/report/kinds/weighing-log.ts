import { flagTitles } from '#contract/core/flags.ts'
import { visitColumns } from '#contract/lists/visit-columns.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { countUpTo } from '../../../db/query/list-page.ts'
import { walkList } from '../../../list/lists.ts'
import { visitList } from '../../visit/read/list-visits.ts'
import { visitCards } from '../../visit/read/visit-cards.ts'
import { MAX_ROWS } from '../lists/list-export.ts'
import { reportKind } from '../report-kind.ts'
import { periodParams, plateParam, postParam, siteParam } from '../report-params.ts'
import { weighingSources } from './weighing-sources.ts'

/** Different words of a row in one cell. */
const joined = (words: readonly (string | null)[]) =>
  [...new Set(words.filter((word) => word !== null))].join(', ')

export const weighingLog = reportKind({
  type: 'weighing_log',
  title: 'Журнал взвешиваний',
  sentence: 'Каждое взвешивание: время, весы, вес',
  permission: 'report.create',
  source: visitCalls.getAll,
  params: { ...periodParams, site_id: siteParam, post_id: postParam, carnumber: plateParam },
  columns: {
    number: visitColumns.number,
    in_at: visitColumns.in_at,
    out_at: visitColumns.out_at,
    carnumber: visitColumns.carnumber,
    trailer: { title: 'Прицеп', kind: 'text', value: (row: VisitCard) => row.trailer_number },
    product: {
      title: 'Товар',
      kind: 'text',
      value: (row) => row.product_name ?? joined(row.drops.map(({ product_name }) => product_name)),
    },
    gross: visitColumns.gross,
    tare: visitColumns.tare,
    net: visitColumns.net,
    source: {
      title: 'Источник',
      kind: 'text',
      value: (row) => joined(row.sources.map((source) => weighingSources[source])),
    },
    operator: {
      title: 'Оператор',
      kind: 'text',
      value: (row) => joined(row.weighings.map(({ operator_name }) => operator_name)),
    },
    approver: {
      title: 'Подтвердил',
      kind: 'text',
      value: (row) => joined(row.weighings.map(({ approver_name }) => approver_name)),
    },
    flags: {
      title: 'Отметки',
      kind: 'text',
      value: (row) => joined(row.flags.map(({ code }) => flagTitles[code])),
    },
    status: visitColumns.status,
  },
  formats: ['xlsx', 'csv', 'pdf'],
  opens: ({ id }) => `/operator/transactions?id=${id}`,
  count: (db, params) => countUpTo(db.q, visitList(db, params).from, MAX_ROWS + 1),
  async *rows(db, params) {
    const filter = { ...params, sort: [['in_at', 'asc']] as [['in_at', 'asc']] }
    for await (const found of walkList(db, visitList(db, filter), MAX_ROWS + 1))
      yield* await visitCards(
        db,
        found.map(({ id }) => id),
        'list',
      )
  },
})
