import { visitModeTitles } from '../core/display-text.ts'
import { flagTitles } from '../core/flags.ts'
import type { Visit } from '../visit/visit-entities.ts'
import type { ListColumns } from './column.ts'

/** A void visit is shown and not summed. */
const countedWeight = (row: Visit, grams: number | null) =>
  row.status === 'void' ? 0 : (grams ?? 0)

/** A typed weight and a saved tare are always marked, seen or not; other marks until a manager has seen them. */
export function visitMarks(row: Visit): string[] {
  const open = row.flags.filter(({ code, reviewed_at }) => !reviewed_at && code !== 'manual')
  return [
    ...(row.sources.includes('manual') ? ['Ручной ввод'] : []),
    ...(row.sources.includes('stored_tare') ? ['По таре'] : []),
    ...open.map(({ code }) => flagTitles[code]),
  ]
}

export const visitColumns = {
  number: { title: 'Номер', kind: 'text', value: (row) => row.number, sort: 'number' },
  in_at: { title: 'Въезд', kind: 'instant', value: (row) => row.in_at, sort: 'in_at' },
  out_at: { title: 'Выезд', kind: 'instant', value: (row) => row.out_at, sort: 'out_at' },
  carnumber: { title: 'Машина', kind: 'text', value: (row) => row.carnumber, sort: 'carnumber' },
  product: { title: 'Товар', kind: 'text', value: (row) => row.product_name },
  supplier: { title: 'Поставщик', kind: 'text', value: (row) => row.supplier_name },
  gross: {
    title: 'Брутто',
    kind: 'weight',
    value: (row) => row.gross_g,
    total: 'gross_g',
    addend: (row) => countedWeight(row, row.gross_g),
  },
  tare: { title: 'Тара', kind: 'weight', value: (row) => row.tare_g },
  net: {
    title: 'Нетто',
    kind: 'weight',
    value: (row) => row.net_g,
    sort: 'net_g',
    total: 'net_g',
    addend: (row) => countedWeight(row, row.net_g),
  },
  mode: { title: 'Режим', kind: 'text', value: (row) => visitModeTitles[row.mode] },
  status: { title: 'Статус', kind: 'status', of: 'transaction', value: (row) => row.status },
  photos: { title: 'Фото', kind: 'integer', value: (row) => row.photos_count },
  flags: { title: 'Отметки', kind: 'text', value: (row) => visitMarks(row).join(', ') },
} satisfies ListColumns<Visit>
