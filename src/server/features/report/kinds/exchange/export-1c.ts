import { act } from '#contract/act/act.ts'
import { payment } from '#contract/payment/payment.ts'
import { passesRights } from '../../../../auth/rights/authorize.ts'
import type { Db, Tx } from '../../../../db/handle.ts'
import { supplierName } from '../../../supplier/record/supplier-name.ts'
import { reportKind } from '../../report-kind.ts'
import { exchangePartParam, periodParams } from '../../report-params.ts'
import {
  countDocuments,
  walkActs,
  walkPayouts,
  walkReturns,
  walkVoidActs,
  type ExchangeScope,
} from './exchange-queries.ts'
import { writeExchange } from './write-exchange.ts'

/** A document of the message, as it is shown before the file is loaded and compared with 1C afterwards. */
interface ExchangedDocument {
  readonly kind: string
  readonly number: string
  /** A day, or a moment within it. */
  readonly day: string
  readonly supplier: string
  readonly purchase_kop: number | null
  readonly paid_kop: number | null
  readonly returned_kop: number | null
  readonly href: string
}

export const export1c = reportKind({
  type: 'export_1c',
  title: 'Обмен с 1С',
  sentence: 'Закупки и выплаты файлом для 1С',
  permission: 'report.export',
  source: act.getAll,
  params: { ...periodParams, part: exchangePartParam },
  columns: {
    kind: { title: 'Документ', kind: 'text', value: (row: ExchangedDocument) => row.kind },
    number: { title: 'Номер', kind: 'text', value: (row) => row.number },
    day: { title: 'Дата', kind: 'day', value: (row) => row.day },
    supplier: { title: 'Контрагент', kind: 'text', value: (row) => row.supplier },
    purchase: {
      title: 'Закуплено',
      kind: 'money',
      value: (row) => row.purchase_kop,
      sums: 'purchases',
      addend: true,
    },
    paid: {
      title: 'Выплачено',
      kind: 'money',
      value: (row) => row.paid_kop,
      sums: 'paid',
      addend: true,
    },
    returned: {
      title: 'Возвращено',
      kind: 'money',
      value: (row) => row.returned_kop,
      sums: 'returned',
      addend: true,
    },
  },
  formats: ['xml', 'xlsx', 'csv'],
  opens: ({ href }) => href,
  count: (db, params) => countDocuments(db, scopeOf(db, params)),
  rows: (db, params) => listDocuments(db, scopeOf(db, params)),
  writeXml: (db, params, onProgress) => writeExchange(db, scopeOf(db, params), onProgress),
})

interface Asked {
  readonly date_from: string
  readonly date_to: string
  readonly part: string | undefined
}

/** Payouts need the module and the right of their own list. */
function scopeOf(db: Db, { date_from, date_to, part }: Asked): ExchangeScope {
  return {
    date_from,
    date_to,
    purchases: part !== 'payouts',
    payouts: part !== 'purchases' && passesRights(db.caller.session!, payment.getAll),
  }
}

async function* listDocuments(db: Tx, scope: ExchangeScope): AsyncGenerator<ExchangedDocument> {
  const none = { purchase_kop: null, paid_kop: null, returned_kop: null }
  for await (const row of walkActs(db, scope))
    yield {
      ...none,
      kind: 'Поступление товаров',
      number: row.number,
      day: row.date,
      supplier: supplierName(row),
      purchase_kop: row.total_kop,
      href: actScreen(row.id),
    }
  for await (const row of walkVoidActs(db, scope))
    yield {
      ...none,
      kind: 'Пометка удаления поступления',
      number: row.number,
      day: row.date,
      supplier: supplierName(row),
      href: actScreen(row.id),
    }
  for await (const row of walkPayouts(db, scope))
    yield {
      ...none,
      kind: 'Списание со счёта',
      number: row.marker,
      day: row.at,
      supplier: supplierName(row),
      paid_kop: row.amount_kop,
      href: paymentScreen(row.payment_id),
    }
  for await (const row of walkReturns(db, scope))
    yield {
      ...none,
      kind: 'Поступление на счёт',
      number: row.marker,
      day: row.at,
      supplier: supplierName(row),
      returned_kop: row.amount_kop,
      href: paymentScreen(row.payment_id),
    }
}

const actScreen = (id: string) => `/operator/act/${id}`
const paymentScreen = (id: string) => `/operator/payments?id=${id}`
