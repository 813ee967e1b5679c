import type { ActionCode } from '#contract/core/actions.ts'
import { ownValue } from '#contract/core/own-value.ts'
import type {
  AnswerPeriod,
  Attention,
  PurchasesAnswer,
  Series,
  Tile,
  VehicleOnSite,
} from '#contract/report/dashboard.ts'
import type { ModuleTag } from '#contract/core/module-tags.ts'
import { flagReview } from '#contract/report/exceptions.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { passesRights } from '../../../auth/rights/authorize.ts'
import type { Session } from '../../../auth/session.ts'
import type { Db } from '../../../db/handle.ts'
import { readCompanyHold } from '../../../installation/installation-queries.ts'
import { photosById } from '../../file/photo-queries.ts'
import { settingsOfSession } from '../../company/settings.ts'
import { countUnreviewed } from '../exceptions/exception-queries.ts'
import { kindsSeenBy } from '../exceptions/exception-words.ts'
import type { Days } from './dashboard-days.ts'
import { actsOf, answerPurchases } from './purchases-answer.ts'
import { readDayBefore, readDays, readPeriod, type DayFigures } from './day-queries.ts'
import { matterForReader, moduleOfMatter, presentMatter } from './operator-matters.ts'
import {
  readMatters,
  readVehicles,
  readYard,
  type Matter,
  type Patience,
  type YardState,
} from './dashboard-queries.ts'

interface Figures {
  answer: PurchasesAnswer | null
  tiles: Tile[]
  series: Series[]
  attention: Attention[]
  yard: VehicleOnSite[] | null
}

/** A company's day; what belongs to a module that is off is left out. */
export async function operatorDashboard(
  db: Db,
  days: Days,
  { siteId, period }: { siteId: string | undefined; period: AnswerPeriod },
): Promise<Figures> {
  const { modules_cfg, rules } = settingsOfSession(db)
  const patience = {
    staleHours: modules_cfg.weight!.stale_hours,
    scanDays: modules_cfg.act!.scan_days,
    receiptDays: rules.npd_receipt_days,
  }
  const place = { companyId: db.companyId, siteId: siteId ?? null }
  const answered = await readPeriod(db, days.to, period)
  const from = answered.before_from < days.from ? answered.before_from : days.from
  const [figures, yard, matters, flags] = await Promise.all([
    readDays(db, place, { ...days, from }),
    readYard(db, days, place.siteId),
    readMatters(db, patience),
    flagsToReview(db),
  ])
  const told = await Promise.all(matters.map((matter) => matterForReader(db, matter)))
  const before = await readDayBefore(db, place, days, figures)
  const session = db.caller.session!
  return {
    yard: await vehiclesOnSite(db, place.siteId),
    answer: session.modules.has('act')
      ? await answerPurchases(db, place, days, {
          code: period,
          period: answered,
          figures,
          dayBefore: before,
        })
      : null,
    tiles: tilesOf(days, { figures, before, yard }).filter(({ key }) =>
      isShown(session, ownValue(MODULES, key)),
    ),
    series: session.modules.has('act') ? [purchasesByDay(days, figures)] : [],
    attention: [
      ...(await heldPayouts(db, patience)),
      ...[...told, ...flags].flatMap((matter) =>
        isShown(session, moduleOfMatter(matter.kind)) && isSettled(matter.kind)
          ? [presentMatter(matter, patience)]
          : [],
      ),
    ],
  }
}

/** The vehicles that have been on site longest, each with its picture; null for who may not read visits. */
async function vehiclesOnSite(db: Db, siteId: string | null): Promise<VehicleOnSite[] | null> {
  if (!passesRights(db.caller.session!, visitCalls.getAll)) return null
  const vehicles = await readVehicles(db, siteId)
  const photos = await photosById(
    db,
    vehicles.flatMap(({ photo_id }) => photo_id ?? []),
  )
  return vehicles.map(({ photo_id, ...vehicle }) => ({
    ...vehicle,
    photo: photos.get(photo_id ?? '') ?? null,
  }))
}

/** A restored database lets no money go before banks were asked, nor a company before it decided what they told: people hear why. */
async function heldPayouts(
  { q, companyId, services, caller }: Db,
  patience: Patience,
): Promise<Attention[]> {
  const { hold } = services.state
  if (!caller.session!.modules.has('payment')) return []
  if (!hold && !(await readCompanyHold(q, companyId))) return []
  const kind = hold ? 'held' : 'held_company'
  const matter = { kind, count: 1, at: hold?.since ?? null, detail: null, kop: null }
  return [{ ...presentMatter(matter, patience), count: null }]
}

/** Flags that nobody has reviewed, for whoever may review them. */
async function flagsToReview(db: Db): Promise<Matter[]> {
  if (!passesRights(db.caller.session!, flagReview.getExceptions)) return []
  const { count, dearest } = await countUnreviewed(db, kindsSeenBy(db))
  return count > 0
    ? [{ kind: 'exceptions', count, at: null, detail: null, kop: null, dearest }]
    : []
}

/** Agents and their devices come back within this after a start of the server. */
const LINK_S = 60

/** A server that has just started has no report of any device yet, so their silence means nothing. */
export function isSettled(kind: string): boolean {
  return kind !== 'offline' || process.uptime() > LINK_S
}

/** The module whose list proves a figure. */
const MODULES: Readonly<Record<string, ModuleTag>> = {
  on_site: 'transactions',
  weight_acts: 'weightacts',
  acts: 'act',
  net: 'act',
  total: 'act',
  paid: 'payment',
  unpaid: 'payment',
  payable: 'payment',
}

/** Whoever holds none of them has no part in payments: their matters and roubles are not for that person. */
const MONEY_RIGHTS: readonly ActionCode[] = [
  'payment.save',
  'payment.register',
  'payment.resolve',
  'payment.return',
  'payment.statement',
  'approval.payment',
]

const isShown = ({ modules, grants }: Session, module: ModuleTag | undefined): boolean =>
  module === undefined ||
  (modules.has(module) && (module !== 'payment' || MONEY_RIGHTS.some((right) => grants.has(right))))

interface Read {
  readonly figures: DayFigures[]
  readonly before: DayFigures
  readonly yard: YardState
}

function tilesOf(days: Days, { figures, before, yard }: Read): Tile[] {
  const today = figures.find(({ day }) => day === days.to)!
  const acts = actsOf(days.to, days.to)
  const paid = `/operator/payments?status=paid&from=${days.to}&to=${days.to}&day_of=finished&test=no`
  const owed = '/operator/acts?status=issued&status=signed&payment_state=due'
  const now = (
    key: string,
    title: string,
    [value, unit]: readonly [number, Tile['unit']],
    href: string,
    sums: Tile['sums'] = null,
  ): Tile => {
    const period = 'сейчас'
    return { key, title, period, value, unit, sums, previous: null, previous_period: null, href }
  }
  const ofDay = (
    key: string,
    title: string,
    [value, previous, unit]: readonly [number, number, Tile['unit']],
    href: string,
    sums: Tile['sums'] = null,
  ): Tile => {
    const periods = { period: days.words, previous_period: days.beforeWords }
    return { key, title, ...periods, value, unit, sums, previous, href }
  }
  return [
    // Money and tonnes first: a phone shows four figures without a scroll.
    ofDay('total', 'Сумма закупок', [today.total_kop, before.total_kop, 'kop'], acts, 'purchases'),
    ofDay('net', 'Нетто', [today.net_g, before.net_g, 'g'], acts),
    ofDay('paid', 'Выплачено', [yard.paid_today_kop, yard.paid_before_kop, 'kop'], paid, 'paid'),
    now('payable', 'К выплате', [yard.payable_kop, 'kop'], owed, 'payable'),
    ofDay('acts', 'Закупки, актов', [today.acts, before.acts, 'count'], acts),
    now('unpaid', 'Неоплаченные акты', [yard.unpaid_acts, 'count'], owed, 'unpaidActs'),
    now('on_site', 'На территории', [yard.on_site, 'count'], '/operator/transactions?status=in'),
    now(
      'weight_acts',
      'Весовые акты без закупки',
      [yard.free_weight_acts, 'count'],
      '/operator/weightacts?status=confirmed',
    ),
  ]
}

function purchasesByDay(days: Days, figures: DayFigures[]): Series {
  const points = figures
    .filter(({ day }) => day >= days.from)
    .map(({ day, total_kop }) => ({ x: day, y: total_kop, href: actsOf(day, day) }))
  return {
    key: 'purchases',
    title: 'Закупки по дням',
    chart: 'bar',
    unit: 'kop',
    sums: 'purchases',
    lines: [{ name: 'Сумма закупок', points }],
  }
}
