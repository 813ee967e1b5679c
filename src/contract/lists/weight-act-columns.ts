import { openMarks } from '../core/flags.ts'
import type { WeightAct } from '../weight-act/weight-act-entities.ts'
import type { ListColumns } from './column.ts'

const actOf = (row: WeightAct) =>
  row.act_id ? (row.act_number ?? 'черновик') : row.auto ? 'авто' : null

export const weightActColumns = {
  number: { title: 'Номер', kind: 'text', value: (row) => row.number, sort: 'number' },
  date: { title: 'Дата', kind: 'day', value: (row) => row.date, sort: 'date' },
  supplier: {
    title: 'Поставщик',
    kind: 'text',
    value: (row) => row.supplier_name,
    sort: 'supplier_name',
  },
  carnumber: { title: 'Машина', kind: 'text', value: (row) => row.carnumber },
  products: { title: 'Товар', kind: 'text', value: (row) => row.products },
  phys: { title: 'Физ. вес', kind: 'weight', value: (row) => row.phys_g, total: 'phys_g' },
  net: { title: 'Нетто', kind: 'weight', value: (row) => row.net_g, sort: 'net_g', total: 'net_g' },
  status: { title: 'Статус', kind: 'status', of: 'weight_act', value: (row) => row.status },
  act: { title: 'Акт', kind: 'text', value: actOf },
  flags: { title: 'Отметки', kind: 'text', value: (row) => openMarks(row.flags) },
} satisfies ListColumns<WeightAct>
