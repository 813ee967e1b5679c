import { act } from '#contract/act/act.ts'
import type { Act } from '#contract/act/act-entities.ts'
import { actColumns, boughtAmount } from '#contract/lists/act-columns.ts'
import { walkList } from '../../../../list/lists.ts'
import { actList } from '../../../act/read/list-acts.ts'
import { MAX_ROWS } from '../../lists/list-export.ts'
import { reportKind } from '../../report-kind.ts'
import { actPaymentParam, actStatusParam, periodParams, siteParam } from '../../report-params.ts'

const NUMBERED = ['issued', 'signed', 'void'] as const

export const actsOfPeriod = reportKind({
  type: 'acts',
  title: 'Акты',
  sentence: 'Все акты периода с весом, суммой и оплатой',
  permission: 'report.create',
  source: act.getAll,
  params: {
    ...periodParams,
    status: actStatusParam,
    payment_state: actPaymentParam,
    site_id: siteParam,
  },
  columns: {
    number: actColumns.number,
    date: actColumns.date,
    kind: actColumns.kind,
    supplier: actColumns.supplier,
    net: actColumns.net,
    total: actColumns.total,
    reserved: {
      title: 'В выплатах',
      kind: 'money',
      value: (row: Act) => row.reserved_kop,
      sums: 'reserved',
      addend: (row: Act) => boughtAmount(row, row.reserved_kop),
    },
    paid: actColumns.paid,
    left: actColumns.payable,
    payment: actColumns.payment,
    status: actColumns.status,
  },
  formats: ['xlsx', 'csv', 'pdf'],
  opens: ({ id }) => `/operator/act/${id}`,
  async *rows(db, { status, payment_state, ...rest }) {
    const filter = {
      ...rest,
      status: status ? [status as (typeof NUMBERED)[number]] : [...NUMBERED],
      ...(payment_state && { payment_state: [payment_state as Act['payment_state']] }),
      sort: [['date', 'asc']] as [['date', 'asc']],
    }
    // A draft that was made void never had a number and is no act of the period.
    for await (const acts of walkList(db, actList(db, filter), MAX_ROWS + 1))
      yield* acts.filter(({ number }) => number !== null)
  },
})
