import { flagTitles } from '#contract/flags.ts'
import { visitModeTitles } from '#contract/shown-words.ts'
import { statusTitle } from '#contract/status-titles.ts'
import { transactions } from '#contract/transaction.ts'
import type { Transaction } from '#contract/transaction-entities.ts'
import { visitList, visitRows } from '../../transaction/list-transactions.ts'
import { exported, type ExportColumns } from './exported.ts'

/** A void visit is shown and not summed, in the footer of the journal as here. */
const counted = (row: Transaction, grams: number | null) =>
  row.status === 'void' ? 0 : (grams ?? 0)

/** As the journal tells them: a typed weight and a kept tare always, other marks until they were looked at. */
function marks(row: Transaction): string {
  const open = row.flags.filter(({ code, reviewed_at }) => !reviewed_at && code !== 'manual')
  return [
    ...(row.sources.includes('manual') ? ['Ручной ввод'] : []),
    ...(row.sources.includes('stored_tare') ? ['По таре'] : []),
    ...open.map(({ code }) => flagTitles[code]),
  ].join(', ')
}

const columns: ExportColumns<Transaction> = {
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
    sum: (row) => counted(row, row.gross_g),
  },
  tare: { title: 'Тара', kind: 'weight', value: (row) => row.tare_g },
  net: {
    title: 'Нетто',
    kind: 'weight',
    value: (row) => row.net_g,
    sum: (row) => counted(row, row.net_g),
  },
  mode: { title: 'Режим', kind: 'text', value: (row) => visitModeTitles[row.mode] },
  status: { title: 'Статус', kind: 'text', value: (row) => statusTitle('transaction', row.status) },
  photos: { title: 'Фото', kind: 'integer', value: (row) => row.photos_count },
  flags: { title: 'Пометки', kind: 'text', value: marks },
}

export const exportedTransactions = exported({
  call: transactions.getAll,
  title: 'Транзакции',
  columns,
  list: visitList,
  rows: (db, items) =>
    visitRows(
      db,
      items.map(({ id }) => id),
    ),
})
