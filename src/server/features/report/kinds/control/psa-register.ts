import { act } from '#contract/act/act.ts'
import { printedContaminationBp } from '../../../../arithmetic/weights.ts'
import { frozenSupplierLine } from '../../documents/frozen-supplier.ts'
import { reportKind } from '../../report-kind.ts'
import { siteParam, yearParam } from '../../report-params.ts'
import { walkRegister, type RegisterLine } from './psa-register-queries.ts'

interface Row extends Omit<RegisterLine, 'supplier_snapshot'> {
  readonly supplier: string
}

/** A void act is listed and not summed. */
const counted = ({ status }: Row, amount: number | null) => (status === 'void' ? 0 : (amount ?? 0))

export const psaRegister = reportKind({
  type: 'psa_register',
  title: 'Книга учёта ПСА за год',
  permission: 'report.create',
  source: act.getAll,
  params: { year: yearParam, site_id: siteParam },
  columns: {
    number: { title: 'Номер акта', kind: 'text', value: (row: Row) => row.number },
    date: { title: 'Дата', kind: 'day', value: (row) => row.date },
    time: { title: 'Выписан', kind: 'instant', value: (row) => row.issued_at },
    supplier: { title: 'Сдатчик', kind: 'text', value: (row) => row.supplier },
    name: { title: 'Вид лома', kind: 'text', value: (row) => row.name },
    gross: {
      title: 'Брутто',
      kind: 'weight',
      value: (row) => row.gross_g,
      addend: (row) => counted(row, row.gross_g),
    },
    tare: { title: 'Тара и упаковка', kind: 'weight', value: (row) => row.tare_g },
    // The weighing stands with the first of the kinds that a load was divided into, so that it is summed once.
    divided: { title: 'Разделено без взвешивания', kind: 'flag', value: (row) => row.is_divided },
    zasor: {
      title: 'Засорённость',
      kind: 'percent',
      value: ({ phys_g, net_g }) =>
        phys_g === null || net_g === null ? null : printedContaminationBp(phys_g, net_g),
    },
    net: {
      title: 'Нетто',
      kind: 'weight',
      value: (row) => row.net_g,
      addend: (row) => counted(row, row.net_g),
    },
    amount: {
      title: 'Сумма',
      kind: 'money',
      value: (row) => row.amount_kop,
      sums: 'purchases',
      addend: (row) => counted(row, row.amount_kop),
    },
    radiation: { title: 'Радиационный контроль', kind: 'flag', value: (row) => row.radiation },
    explosion: { title: 'Взрывобезопасность', kind: 'flag', value: (row) => row.explosion },
    status: { title: 'Состояние', kind: 'status', of: 'act', value: (row) => row.status },
    reason: { title: 'Причина', kind: 'text', value: (row) => row.void_reason },
  },
  formats: ['xlsx', 'csv'],
  opens: ({ id }) => `/operator/act/${id}`,
  async *rows(db, params) {
    let last: { id: string; supplier: string } | undefined
    for await (const { supplier_snapshot, ...row } of walkRegister(db, params)) {
      // Positions of an act follow each other: its supplier is decrypted once.
      if (last?.id !== row.id)
        last = { id: row.id, supplier: await frozenSupplierLine(db, row.id, supplier_snapshot) }
      yield { ...row, supplier: last.supplier }
    }
  },
})
