import { act } from '#contract/act/act.ts'
import { formatKg, formatMoney } from '#contract/core/input-text.ts'
import { flagTitles } from '#contract/core/flags.ts'
import type { CallSpec } from '#contract/core/call.ts'
import { payment } from '#contract/payment/payment.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { passesRights } from '../../../../auth/rights/authorize.ts'
import { entityWords } from '../../../audit/event-words.ts'
import { reportKind } from '../../report-kind.ts'
import { flagParam, periodParams, userParam } from '../../report-params.ts'
import {
  markedRecords,
  walkFlags,
  type MarkedRecord,
  type RaisedFlag,
} from './exceptions-queries.ts'

/** The lists that show marked records: without its module or right a list's marks are no part of the report. */
const LISTS: Record<MarkedRecord, CallSpec> = {
  transaction: visitCalls.getAll,
  weight_act: weightacts.getAll,
  act: act.getAll,
  supplier: supplier.getAll,
  payment: payment.getAll,
}
const SCREENS: Record<MarkedRecord, string> = {
  transaction: '/operator/transactions?id=',
  weight_act: '/operator/weightacts?id=',
  act: '/operator/act/',
  supplier: '/operator/suppliers?id=',
  payment: '/operator/payments?id=',
}

export const exceptions = reportKind({
  type: 'exceptions',
  title: 'Исключения',
  permission: 'report.control',
  source: visitCalls.getAll,
  params: { ...periodParams, user_id: userParam, flag: flagParam },
  columns: {
    record: {
      title: 'Запись',
      kind: 'text',
      value: (row: RaisedFlag) => `${entityWords(row.entity)} ${row.record}`,
    },
    at: { title: 'Время', kind: 'instant', value: (row) => row.at },
    flag: { title: 'Отметка', kind: 'text', value: (row) => flagTitles[row.code] },
    operator: { title: 'Оператор', kind: 'text', value: (row) => row.operator },
    approver: { title: 'Подтвердил', kind: 'text', value: (row) => row.approver },
    before: { title: 'Ожидалось', kind: 'text', value: (row) => valuesOf(row)[0] },
    after: { title: 'Записано', kind: 'text', value: (row) => valuesOf(row)[1] },
    reviewer: { title: 'Просмотрел', kind: 'text', value: (row) => row.reviewed_by },
    reviewed_at: { title: 'Просмотрено', kind: 'instant', value: (row) => row.reviewed_at },
    note: { title: 'Примечание', kind: 'text', value: (row) => row.note },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  opens: ({ entity, id }) => `${SCREENS[entity]}${id}`,
  rows(db, params) {
    const { session } = db.caller
    const seen = markedRecords.filter((kind) => passesRights(session!, LISTS[kind]))
    return walkFlags(db, seen, params)
  },
})

const kilograms = (grams: number | null) => (grams === null ? null : `${formatKg(grams)} кг`)
const roubles = (kop: number | null) => (kop === null ? null : `${formatMoney(kop)} ₽`)

/** What would have been usual and what was written, where the mark is about such a value. */
function valuesOf(row: RaisedFlag): [string | null, string | null] {
  const { code, plate, seen_plate, tare_g, typed_g, base_kop, price_kop, amount_kop } = row
  if (code === 'price_override') return [roubles(base_kop), roubles(price_kop)]
  if (code === 'plate_mismatch') return [seen_plate, plate]
  if (code === 'plate_unknown') return [null, plate]
  if (code === 'manual') return [null, typed_g?.map(kilograms).join(', ') ?? null]
  if (code === 'tare_deviation' || code === 'tare_expired') return [null, kilograms(tare_g)]
  return [null, row.entity === 'payment' ? roubles(amount_kop) : null]
}
