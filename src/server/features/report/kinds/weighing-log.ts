import { flagTitles } from '#contract/core/flags.ts'
import { statusTitle } from '#contract/core/status-titles.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import type { VisitCard, Weighing } from '#contract/visit/visit-entities.ts'
import { countUpTo } from '../../../db/query/list-page.ts'
import { walkList } from '../../../list/lists.ts'
import { visitList } from '../../visit/read/list-visits.ts'
import { visitCards } from '../../visit/read/visit-cards.ts'
import { MAX_ROWS } from '../lists/list-export.ts'
import { reportKind } from '../report-kind.ts'
import { periodParams, plateParam, postParam, siteParam } from '../report-params.ts'

const SOURCES: Record<Weighing['source'], string> = {
  scale: 'Весы',
  manual: 'Ручной ввод',
  stored_tare: 'Сохранённая тара',
}

/** A void visit is shown and not summed. */
const counted = ({ status }: VisitCard, grams: number | null) =>
  status === 'void' ? 0 : (grams ?? 0)

/** Different words of a row in one cell. */
const joined = (words: readonly (string | null)[]) =>
  [...new Set(words.filter((word) => word !== null))].join(', ')

export const weighingLog = reportKind({
  type: 'weighing_log',
  title: 'Журнал взвешиваний',
  permission: 'report.create',
  source: visitCalls.getAll,
  params: { ...periodParams, site_id: siteParam, post_id: postParam, carnumber: plateParam },
  columns: [
    { id: 'number', title: 'Номер', kind: 'text', value: (row: VisitCard) => row.number },
    { id: 'in_at', title: 'Въезд', kind: 'instant', value: (row) => row.in_at },
    { id: 'out_at', title: 'Выезд', kind: 'instant', value: (row) => row.out_at },
    { id: 'carnumber', title: 'Машина', kind: 'text', value: (row) => row.carnumber },
    { id: 'trailer', title: 'Прицеп', kind: 'text', value: (row) => row.trailer_number },
    {
      id: 'product',
      title: 'Товар',
      kind: 'text',
      value: (row) => row.product_name ?? joined(row.drops.map(({ product_name }) => product_name)),
    },
    {
      id: 'gross',
      title: 'Брутто',
      kind: 'weight',
      value: (row) => row.gross_g,
      totalled: (row) => counted(row, row.gross_g),
    },
    { id: 'tare', title: 'Тара', kind: 'weight', value: (row) => row.tare_g },
    {
      id: 'net',
      title: 'Нетто',
      kind: 'weight',
      value: (row) => row.net_g,
      totalled: (row) => counted(row, row.net_g),
    },
    {
      id: 'source',
      title: 'Источник',
      kind: 'text',
      value: (row) => joined(row.sources.map((source) => SOURCES[source])),
    },
    {
      id: 'operator',
      title: 'Оператор',
      kind: 'text',
      value: (row) => joined(row.weighings.map(({ operator_name }) => operator_name)),
    },
    {
      id: 'approver',
      title: 'Подтвердил',
      kind: 'text',
      value: (row) => joined(row.weighings.map(({ approver_name }) => approver_name)),
    },
    {
      id: 'flags',
      title: 'Пометки',
      kind: 'text',
      value: (row) => joined(row.flags.map(({ code }) => flagTitles[code])),
    },
    {
      id: 'status',
      title: 'Статус',
      kind: 'text',
      value: (row) => statusTitle('transaction', row.status),
    },
  ],
  formats: ['xlsx', 'csv'],
  count: (db, params) => countUpTo(db.q, visitList(db, params).from, MAX_ROWS + 1),
  async *rows(db, params) {
    const filter = { ...params, sort: [['in_at', 'asc']] as [['in_at', 'asc']] }
    for await (const found of walkList(db, visitList(db, filter), MAX_ROWS + 1))
      yield* await visitCards(
        db,
        found.map(({ id }) => id),
      )
  },
})
