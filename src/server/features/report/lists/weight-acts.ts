import { statusTitle } from '#contract/core/status-titles.ts'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import type { WeightAct } from '#contract/weight-act/weight-act-entities.ts'
import { weightActList } from '../../weight-act/read/list-weight-acts.ts'
import { listExport, type ExportColumns } from './list-export.ts'
import { openMarks } from './marks.ts'

const actOf = (row: WeightAct) =>
  row.act_id ? (row.act_number ?? 'черновик') : row.auto ? 'авто' : null

const columns: ExportColumns<WeightAct> = {
  number: { title: 'Номер', kind: 'text', value: (row) => row.number },
  date: { title: 'Дата', kind: 'day', value: (row) => row.date },
  supplier: { title: 'Поставщик', kind: 'text', value: (row) => row.supplier_name },
  carnumber: { title: 'Машина', kind: 'text', value: (row) => row.carnumber },
  products: { title: 'Товар', kind: 'text', value: (row) => row.products },
  phys: {
    title: 'Физ. вес',
    kind: 'weight',
    value: (row) => row.phys_g,
    sum: (row) => row.phys_g ?? 0,
  },
  net: { title: 'Нетто', kind: 'weight', value: (row) => row.net_g, sum: (row) => row.net_g ?? 0 },
  status: { title: 'Статус', kind: 'text', value: (row) => statusTitle('weight_act', row.status) },
  act: { title: 'Акт', kind: 'text', value: actOf },
  flags: { title: 'Пометки', kind: 'text', value: (row) => openMarks(row.flags) },
}

export const exportedWeightActs = listExport({
  call: weightacts.getAll,
  title: 'Весовые акты',
  columns,
  list: weightActList,
  rows: (_, items) => items,
})
