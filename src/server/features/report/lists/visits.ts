import { flagTitles } from '#contract/core/flags.ts'
import { visitModeTitles } from '#contract/core/display-text.ts'
import { statusTitle } from '#contract/core/status-titles.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import type { Visit } from '#contract/visit/visit-entities.ts'
import { visitList, visitRows } from '../../visit/read/list-visits.ts'
import { listExport, type ExportColumns } from './list-export.ts'

/** A void visit is shown and not summed, in the footer of the journal as here. */
const countedWeight = (row: Visit, grams: number | null) =>
  row.status === 'void' ? 0 : (grams ?? 0)

/** As the journal tells them: a typed weight and a kept tare always, other marks until they were looked at. */
function marks(row: Visit): string {
  const open = row.flags.filter(({ code, reviewed_at }) => !reviewed_at && code !== 'manual')
  return [
    ...(row.sources.includes('manual') ? ['Ручной ввод'] : []),
    ...(row.sources.includes('stored_tare') ? ['По таре'] : []),
    ...open.map(({ code }) => flagTitles[code]),
  ].join(', ')
}

const columns: ExportColumns<Visit> = {
  number: { title: 'Номер', kind: 'text', value: (row) => row.number },
  in_at: { title: 'Въезд', kind: 'instant', value: (row) => row.in_at },
  out_at: { title: 'Выезд', kind: 'instant', value: (row) => row.out_at },
  carnumber: { title: 'Машина', kind: 'text', value: (row) => row.carnumber },
  supplier: { title: 'Поставщик', kind: 'text', value: (row) => row.supplier_name },
  product: { title: 'Товар', kind: 'text', value: (row) => row.product_name },
  gross: {
    title: 'Брутто',
    kind: 'weight',
    value: (row) => row.gross_g,
    sum: (row) => countedWeight(row, row.gross_g),
  },
  tare: { title: 'Тара', kind: 'weight', value: (row) => row.tare_g },
  net: {
    title: 'Нетто',
    kind: 'weight',
    value: (row) => row.net_g,
    sum: (row) => countedWeight(row, row.net_g),
  },
  mode: { title: 'Режим', kind: 'text', value: (row) => visitModeTitles[row.mode] },
  status: { title: 'Статус', kind: 'text', value: (row) => statusTitle('transaction', row.status) },
  photos: { title: 'Фото', kind: 'integer', value: (row) => row.photos_count },
  flags: { title: 'Пометки', kind: 'text', value: marks },
}

export const visitsExport = listExport({
  call: visitCalls.getAll,
  title: 'Транзакции',
  columns,
  list: visitList,
  rows: (db, items) =>
    visitRows(
      db,
      items.map(({ id }) => id),
    ),
})
