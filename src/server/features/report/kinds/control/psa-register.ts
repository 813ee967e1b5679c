import { sql } from 'kysely'
import { act } from '#contract/act/act.ts'
import { printedContaminationBp } from '../../../../arithmetic/weights.ts'
import type { Tx } from '../../../../db/handle.ts'
import { positionWeighing } from '../../../../db/query/position-weighing.ts'
import { walkRows } from '../../../../db/query/walk-query.ts'
import { frozenSupplierLine } from '../../documents/frozen-supplier.ts'
import { reportKind } from '../../report-kind.ts'
import { siteParam, yearParam } from '../../report-params.ts'

interface Row extends Omit<RegisterLine, 'supplier_snapshot'> {
  readonly supplier: string
}

/** A void act is listed and not summed. */
const countedAmount = ({ status }: Row, amount: number | null) =>
  status === 'void' ? 0 : (amount ?? 0)

export const psaRegister = reportKind({
  type: 'psa_register',
  title: 'Книга учёта ПСА за год',
  sentence: 'Приёмо-сдаточные акты года по порядку номеров',
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
      addend: (row) => countedAmount(row, row.gross_g),
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
      addend: (row) => countedAmount(row, row.net_g),
    },
    amount: {
      title: 'Сумма',
      kind: 'money',
      value: (row) => row.amount_kop,
      sums: 'purchases',
      addend: (row) => countedAmount(row, row.amount_kop),
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

interface RegisterLine {
  readonly id: string
  readonly number: string
  readonly date: string
  readonly issued_at: string | null
  readonly supplier_snapshot: Buffer | null
  readonly radiation: boolean
  readonly explosion: boolean
  readonly status: string
  readonly void_reason: string | null
  readonly name: string | null
  readonly gross_g: number | null
  readonly tare_g: number | null
  readonly is_divided: boolean
  readonly phys_g: number | null
  readonly net_g: number | null
  readonly qty: number | null
  readonly amount_kop: number
}

/** Positions of the numbered acceptance acts of a year in the order of their numbers, void ones too. */
function walkRegister(db: Tx, { year, site_id }: { year: string; site_id?: string | undefined }) {
  return walkRows(
    db,
    sql<RegisterLine>`
      select a.id, a.number, a.date, a.issued_at, a.supplier_snapshot,
        coalesce((a.radiation ->> 'done')::boolean, false) as radiation,
        coalesce((a.explosion ->> 'done')::boolean, false) as explosion,
        a.status, a.void_reason, p.name, w.gross_g, w.tare_g, w.is_divided,
        p.phys_g, p.net_g, p.qty, coalesce(p.amount_kop, 0) as amount_kop
      from act a left join act_position p on p.company_id = a.company_id and p.act_id = a.id
      left join lateral ${positionWeighing} as w on true
      where a.company_id = ${db.companyId} and a.kind = 'psa' and a.number is not null
        and a.status in ('issued', 'signed', 'void')
        and a.date between make_date(${year}::int, 1, 1) and make_date(${year}::int, 12, 31)
        ${site_id ? sql`and a.site_id = ${site_id}::uuid` : sql``}
      order by a.number_year, a.number_seq, a.number_repeat, a.id, p."order", p.id`,
  )
}
