import { act } from '#contract/act/act.ts'
import { pieceAmount, weightAmount } from '../../../../arithmetic/amounts.ts'
import { divHalfUp, exact, safe } from '../../../../arithmetic/rounding.ts'
import { printedContaminationBp } from '../../../../arithmetic/weights.ts'
import { reportKind } from '../../report-kind.ts'
import { deviationParam, periodParams, userParam } from '../../report-params.ts'
import { walkDeviations, type DeviatingPosition } from './price-deviations-queries.ts'

export const priceDeviations = reportKind({
  type: 'price_deviations',
  title: 'Отклонения цен и засора',
  sentence: 'Где цена или засор не такие, как обычно',
  permission: 'report.control',
  source: act.getAll,
  params: { ...periodParams, show: deviationParam, user_id: userParam },
  columns: {
    number: { title: 'Акт', kind: 'text', value: (row: DeviatingPosition) => row.number },
    date: { title: 'Дата', kind: 'day', value: (row) => row.date },
    product: { title: 'Товар', kind: 'text', value: (row) => row.product },
    other: { title: 'Что отличается', kind: 'text', value: differs },
    base: { title: 'Цена прайса', kind: 'money', value: (row) => row.base_price_kop },
    price: { title: 'Цена в акте', kind: 'money', value: (row) => row.price_kop },
    unit: { title: 'За', kind: 'text', value: (row) => (row.measure === 'piece' ? 'шт.' : 'т') },
    percent: { title: 'Отклонение цены', kind: 'percent', value: priceShare },
    difference: {
      title: 'Разница за цену',
      kind: 'money',
      value: amountDifference,
      sums: 'priceDifference',
      addend: (row) => amountDifference(row) ?? 0,
    },
    zasor: {
      title: 'Засор',
      kind: 'percent',
      value: ({ phys_g, net_g }) =>
        phys_g === null ? null : printedContaminationBp(phys_g, net_g ?? 0),
    },
    usual: {
      title: 'Засор товара',
      kind: 'percent',
      value: (row) => (row.phys_g === null ? null : row.default_zasor_bp),
    },
    zasor_difference: {
      title: 'Разница за засор',
      kind: 'money',
      value: (row) => row.zasor_kop,
    },
    reason: { title: 'Причина', kind: 'text', value: (row) => row.override_reason },
    issuer: { title: 'Выписал', kind: 'text', value: (row) => row.issuer },
    approver: { title: 'Подтвердил', kind: 'text', value: (row) => row.approver },
  },
  formats: ['xlsx', 'csv'],
  opens: ({ act_id }) => `/operator/act/${act_id}`,
  rows: walkDeviations,
})

function differs({ other_price, other_zasor }: DeviatingPosition): string {
  if (other_price && other_zasor) return 'Цена и засор'
  return other_price ? 'Цена' : 'Засор'
}

/** Of the list price, by size half up; a price without one in the list has nothing to leave. */
function priceShare({ base_price_kop: base, price_kop }: DeviatingPosition): number | null {
  if (!base) return null
  const difference = price_kop - base
  const share = safe(divHalfUp(exact(Math.abs(difference)) * 10_000n, exact(base)))
  return difference < 0 ? -share : share
}

/** What the own price cost beside the list price. */
function amountDifference(row: DeviatingPosition): number | null {
  const { measure, base_price_kop: base, qty, net_g, amount_kop } = row
  if (base === null) return null
  const listed = measure === 'piece' ? pieceAmount(qty ?? 0, base) : weightAmount(net_g ?? 0, base)
  return amount_kop - listed
}
