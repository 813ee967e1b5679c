import { act } from '#contract/act/act.ts'
import { actKindTitles, type Act } from '#contract/act/act-entities.ts'
import { statusTitle } from '#contract/core/status-titles.ts'
import { actList } from '../../act/read/list-acts.ts'
import { listExport, type ExportColumns } from './list-export.ts'
import { openMarks } from './marks.ts'

const columns: ExportColumns<Act> = {
  number: { title: 'Номер', kind: 'text', value: (row) => row.number ?? 'черновик' },
  date: { title: 'Дата', kind: 'day', value: (row, dayOf) => row.date ?? dayOf(row.created_at) },
  kind: { title: 'Вид', kind: 'text', value: (row) => row.kind && actKindTitles[row.kind] },
  supplier: { title: 'Поставщик', kind: 'text', value: (row) => row.supplier_name },
  products: { title: 'Товар', kind: 'text', value: (row) => row.products },
  net: { title: 'Нетто', kind: 'weight', value: (row) => row.net_g, sum: (row) => row.net_g },
  total: {
    title: 'Сумма',
    kind: 'money',
    value: (row) => row.total_kop,
    sum: (row) => row.total_kop,
  },
  payable: {
    title: 'К выплате',
    kind: 'money',
    // As the list: of what is owed nothing is left, or never was.
    value: (row) => (row.payable_kop > 0 ? row.payable_kop : null),
    sum: (row) => row.payable_kop,
  },
  paid: {
    title: 'Выплачено',
    kind: 'money',
    value: (row) => row.paid_kop,
    sum: (row) => row.paid_kop,
  },
  payment: {
    title: 'Оплата',
    kind: 'text',
    value: (row) => statusTitle('act_payment', row.payment_state),
  },
  status: { title: 'Статус', kind: 'text', value: (row) => statusTitle('act', row.status) },
  flags: { title: 'Пометки', kind: 'text', value: (row) => openMarks(row.flags) },
}

export const exportedActs = listExport({
  call: act.getAll,
  title: 'Акты',
  columns,
  list: actList,
  rows: (_, items) => items,
})
