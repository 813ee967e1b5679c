import { actKindTitles, type Act } from '../act/act-entities.ts'
import { openMarks } from '../core/flags.ts'
import type { ListColumns } from './column.ts'

/** Drafts are not bought yet, void acts are not any more: neither adds anything (`sumMeanings.purchases`). */
export const boughtAmount = ({ status }: Pick<Act, 'status'>, amount: number): number =>
  status === 'issued' || status === 'signed' ? amount : 0

export const actColumns = {
  number: {
    title: 'Номер',
    kind: 'text',
    value: (row) => row.number ?? 'черновик',
    sort: 'number',
  },
  date: { title: 'Дата', kind: 'day', value: (row) => row.date ?? row.created_at, sort: 'date' },
  products: { title: 'Товар', kind: 'text', value: (row) => row.products },
  carnumber: { title: 'Машина', kind: 'text', value: (row) => row.carnumber },
  supplier: {
    title: 'Поставщик',
    kind: 'text',
    value: (row) => row.supplier_name,
    sort: 'supplier_name',
  },
  kind: { title: 'Вид', kind: 'text', value: (row) => row.kind && actKindTitles[row.kind] },
  net: {
    title: 'Нетто',
    kind: 'weight',
    value: (row) => row.net_g,
    sort: 'net_g',
    total: 'net_g',
    addend: (row) => boughtAmount(row, row.net_g),
  },
  total: {
    title: 'Сумма',
    kind: 'money',
    value: (row) => row.total_kop,
    sort: 'total_kop',
    sums: 'purchases',
    total: 'total_kop',
    addend: (row) => boughtAmount(row, row.total_kop),
  },
  payable: {
    title: 'К выплате',
    kind: 'money',
    // Of what is owed nothing is left, or never was.
    value: (row) => (row.payable_kop > 0 ? row.payable_kop : null),
    sort: 'payable_kop',
    sums: 'payable',
    total: 'payable_kop',
    addend: (row) => row.payable_kop,
  },
  paid: {
    title: 'Выплачено',
    kind: 'money',
    value: (row) => row.paid_kop,
    sums: 'actsPaid',
    total: 'paid_kop',
    addend: (row) => boughtAmount(row, row.paid_kop),
  },
  payment: {
    title: 'Оплата',
    kind: 'status',
    of: 'act_payment',
    value: (row) => row.payment_state,
  },
  status: { title: 'Статус', kind: 'status', of: 'act', value: (row) => row.status },
  flags: { title: 'Отметки', kind: 'text', value: (row) => openMarks(row.flags) },
} satisfies ListColumns<Act>
