import type { CallInput } from '#contract/core/call.ts'
import type { Tile } from '#contract/report/dashboard.ts'
import type { CompanyMonth } from '#contract/report/month.ts'
import { report } from '#contract/report/report.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { passesRights } from '../../../auth/rights/authorize.ts'
import { may } from '../../../auth/rights/rights.ts'
import type { Db } from '../../../db/handle.ts'
import { supplierName } from '../../supplier/record/supplier-name.ts'
import {
  readBoughtByMetal,
  readDayBefore,
  readDays,
  type BoughtByMetal,
} from '../dashboard/day-queries.ts'
import { actsOf, besideList, linesOf, METALS } from '../dashboard/purchases-answer.ts'
import { actsAddress, NAMED_RECORDS } from '../kinds/acts-address.ts'
import {
  readDebts,
  readMoneyOfDays,
  readMonthDays,
  readTopSuppliers,
  readUnusual,
  type MonthDays,
} from './month-queries.ts'

type Days = CompanyMonth['days']

/** report/getMonth: each sum of acts and money is that of the kept days, so the parts of the page add up. */
export async function getMonth(
  db: Db,
  { query }: CallInput<typeof report.getMonth>,
): Promise<CompanyMonth> {
  const days = await readMonthDays(db, query.month)
  const { month, from, to, before_from, before_to, is_running, is_cut, now } = days
  const before = { from: before_from, to: before_to }
  const place = { companyId: db.companyId, siteId: null }
  const everyDay = await readDays(db, place, { from: before_from, to, before: before_from })
  const money = await readMoneyOfDays(db, { from: before_from, to })
  const bought = await readBoughtByMetal(db, place, { from, to, byHour: false })
  const boughtBefore = await readBoughtByMetal(db, place, {
    ...before,
    byHour: false,
    isCut: is_cut,
  })
  const paidOn = new Map(
    money.filter(({ stage }) => stage === 'paid').map((one) => [one.day, one.amount_kop]),
  )
  const rows: Days = everyDay.map(({ day, acts, net_g, total_kop }) => {
    const paid_kop = paidOn.get(day) ?? 0
    return { day, acts, net_g, total_kop, paid_kop, href: actsOf(day, day) }
  })
  const own = rows.filter(({ day }) => day >= from)
  const lastBefore = await readDayBefore(db, place, { before: before_to, goesOn: is_cut }, everyDay)
  const earlier = rows
    .filter(({ day }) => day >= before_from && day <= before_to)
    .map((row) => (is_cut && row.day === before_to ? { ...row, ...lastBefore } : row))
  const words = { period: spanText(from, to), previous_period: beforeText(days) }
  const seesSuppliers = passesRights(db.caller.session!, supplier.getAll)
  return {
    month,
    date_from: from,
    date_to: to,
    is_running,
    before_from,
    before_to,
    figures: [
      ...figuresOf(days, words, own, earlier),
      ...(db.caller.session!.modules.has('payment')
        ? await moneyOf(db, days, words, own, earlier)
        : []),
      ...(await besideListOfBoth(db, days, words)),
    ],
    chart: {
      key: 'bought',
      title: 'По дням',
      chart: 'bar',
      unit: 'g',
      sums: null,
      lines: linesOf(
        bought,
        own.map(({ day }) => day),
        to,
      ),
    },
    days: own,
    metals: metalsOf(bought, boughtBefore),
    unusual: await unusualOf(
      db,
      days,
      { ...words, previous_period: spanText(before_from, before_to) },
      money,
    ),
    suppliers: seesSuppliers ? await suppliersOf(db, days) : null,
    as_of: now,
  }
}

interface Words {
  readonly period: string
  readonly previous_period: string
}

const spanText = (from: string, to: string) => `с ${shortDay(from)} по ${shortDay(to)}`
/** A longer month is beside the whole of a shorter one, once its own days exceed it. */
function beforeText({ before_from, before_to, is_running, is_cut, clock }: MonthDays): string {
  const span = spanText(before_from, before_to)
  if (is_cut) return `${span} к\u00a0${clock}`
  return is_running ? `${span}, весь месяц: он короче` : span
}

const shortDay = (day: string) => day.split('-').slice(1).toReversed().join('.')

type Counted = 'acts' | 'net_g' | 'total_kop' | 'paid_kop'
const addUp = (days: Days, key: Counted) => days.reduce((total, one) => total + one[key], 0)

function figuresOf({ from, to }: MonthDays, words: Words, own: Days, earlier: Days): Tile[] {
  const figure = (
    key: Counted,
    title: string,
    unit: Tile['unit'],
    sums: Tile['sums'] = null,
  ): Tile => ({
    key,
    title,
    unit,
    sums,
    ...words,
    value: addUp(own, key),
    previous: addUp(earlier, key),
    href: actsOf(from, to),
  })
  return [
    figure('net_g', 'Принято', 'g'),
    figure('total_kop', 'На сумму', 'kop', 'purchases'),
    figure('acts', 'Актов', 'count'),
  ]
}

const paymentsOf = (status: string, { from, to }: MonthDays, dayOf: string) =>
  `/operator/payments?status=${status}&from=${from}&to=${to}&day_of=${dayOf}&test=no`

async function moneyOf(
  db: Db,
  days: MonthDays,
  words: Words,
  own: Days,
  earlier: Days,
): Promise<Tile[]> {
  const [debt, debtBefore] = await readDebts(db, [days.to, days.before_to])
  const isRead = passesRights(db.caller.session!, report.preview) && may(db, 'report.create')
  return [
    {
      key: 'paid_kop',
      title: 'Выплачено',
      unit: 'kop',
      sums: 'paid',
      ...words,
      value: addUp(own, 'paid_kop'),
      previous: addUp(earlier, 'paid_kop'),
      href: paymentsOf('paid', days, 'finished'),
    },
    {
      key: 'debt_kop',
      title: 'Долг на конец',
      unit: 'kop',
      sums: 'debt',
      period: `на ${shortDay(days.to)}`,
      previous_period: `на ${shortDay(days.before_to)}`,
      value: debt!,
      previous: debtBefore!,
      href: isRead
        ? `/operator/reports?order=unpaid_acts&date=${days.to}`
        : '/operator/acts?status=issued&status=signed&payment_state=due',
    },
  ]
}

/** The prices of both months, each beside the list of its days. */
async function besideListOfBoth(db: Db, days: MonthDays, words: Words): Promise<Tile[]> {
  const place = { companyId: db.companyId, siteId: null }
  const { from, to, before_from, before_to } = days
  const now = await besideList(db, place, { to, words: words.period }, from)
  if (now.length === 0) return []
  const than = spanText(before_from, before_to)
  const [before] = await besideList(db, place, { to: before_to, words: than }, before_from)
  return now.map((tile) => ({
    ...tile,
    previous: before?.value ?? null,
    previous_period: before ? than : null,
  }))
}

/** A class that neither month bought is no row. */
function metalsOf(
  bought: readonly BoughtByMetal[],
  before: readonly BoughtByMetal[],
): CompanyMonth['metals'] {
  return METALS.flatMap(([metal, title]) => {
    const sum = (some: readonly BoughtByMetal[], key: 'net_g' | 'total_kop') =>
      some.reduce((total, one) => total + (one.metal === metal ? one[key] : 0), 0)
    const isBought = [...bought, ...before].some((one) => one.metal === metal)
    if (!isBought) return []
    return [
      {
        title,
        net_g: sum(bought, 'net_g'),
        total_kop: sum(bought, 'total_kop'),
        before_net_g: sum(before, 'net_g'),
        before_total_kop: sum(before, 'total_kop'),
      },
    ]
  })
}

type Money = Awaited<ReturnType<typeof readMoneyOfDays>>

/** Each with its number and that of the month before; what is nought in both is left out. */
async function unusualOf(db: Db, days: MonthDays, words: Words, money: Money): Promise<Tile[]> {
  const { from, to, before_from, before_to } = days
  const now = await readUnusual(db, { from, to })
  const before = await readUnusual(db, { from: before_from, to: before_to })
  const countEnded = (stage: Money[number]['stage'], first: string, last: string) =>
    money
      .filter((one) => one.stage === stage && one.day >= first && one.day <= last)
      .reduce((total, { payments }) => total + payments, 0)
  const row = (
    key: string,
    title: string,
    value: number,
    previous: number,
    href: string,
  ): Tile => ({
    key,
    title,
    value,
    previous,
    href,
    unit: 'count',
    sums: null,
    ...words,
  })
  const ofStage = (stage: 'rejected' | 'returned', title: string, href: string) =>
    row(stage, title, countEnded(stage, from, to), countEnded(stage, before_from, before_to), href)
  const acts = `/operator/acts?from=${from}&to=${to}`
  const isPaid = db.caller.session!.modules.has('payment')
  return [
    row('void', 'Аннулировано актов', now.void_acts, before.void_acts, `${acts}&status=void`),
    row('corrected', 'Из них исправлено', now.corrected, before.corrected, `${acts}&status=void`),
    row(
      'flagged',
      'Актов с отметками',
      now.flagged,
      before.flagged,
      `${actsOf(from, to)}&flag=marked`,
    ),
    ...(isPaid
      ? [
          ofStage('rejected', 'Выплат отклонил банк', paymentsOf('rejected', days, 'finished')),
          ofStage('returned', 'Возвратов', paymentsOf('paid', days, 'returned')),
        ]
      : []),
  ].filter(({ value, previous }) => value !== 0 || previous !== 0)
}

async function suppliersOf(db: Db, { from, to }: MonthDays): Promise<CompanyMonth['suppliers']> {
  const rows = await readTopSuppliers(db, { from, to })
  return rows.map(({ id, record_ids, acts, net_g, total_kop, ...name }) => ({
    id,
    name: supplierName(name),
    acts,
    net_g,
    total_kop,
    href:
      record_ids.length > NAMED_RECORDS
        ? `/operator/suppliers?id=${id}`
        : actsAddress({ date_from: from, date_to: to, supplier_ids: record_ids }),
  }))
}
