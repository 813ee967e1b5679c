import type { Attention, Series, Tile } from '#contract/report/dashboard.ts'
import { flagReview } from '#contract/report/exceptions.ts'
import { passesRights } from '../../../auth/rights/authorize.ts'
import type { Session } from '../../../auth/session.ts'
import type { Db } from '../../../db/handle.ts'
import { settingsOfSession } from '../../company/settings.ts'
import { countUnreviewed } from '../exceptions/exception-queries.ts'
import { kindsSeenBy } from '../exceptions/exception-words.ts'
import type { Days } from './dashboard-days.ts'
import { readDays, type DayFigures } from './day-queries.ts'
import {
  readMatters,
  readYard,
  type Matter,
  type Patience,
  type YardState,
} from './operator-dashboard-queries.ts'

interface Figures {
  tiles: Tile[]
  series: Series[]
  attention: Attention[]
}

/** A company's day; what belongs to a module that is off is left out. */
export async function operatorDashboard(
  db: Db,
  days: Days,
  siteId: string | undefined,
): Promise<Figures> {
  const { weight, act } = settingsOfSession(db).modules_cfg
  const patience = { staleHours: weight!.stale_hours, scanDays: act!.scan_days }
  const place = { companyId: db.companyId, siteId: siteId ?? null }
  const [figures, yard, matters, flags] = await Promise.all([
    readDays(db, place, days),
    readYard(db, days, place.siteId),
    readMatters(db, patience),
    flagsToReview(db),
  ])
  const { modules } = db.caller.session!
  return {
    tiles: tilesOf(days, figures, yard).filter(({ key }) => isOn(modules, key)),
    series: modules.has('act') ? [purchasesByDay(days, figures)] : [],
    attention: [...matters, ...flags].flatMap((matter) =>
      isOn(modules, matter.kind) && isSettled(matter.kind) ? attentionOf(matter, patience) : [],
    ),
  }
}

/** Flags that nobody has reviewed, for whoever may review them. */
async function flagsToReview(db: Db): Promise<Matter[]> {
  if (!passesRights(db.caller.session!, flagReview.getExceptions)) return []
  const count = await countUnreviewed(db, kindsSeenBy(db))
  return count > 0 ? [{ kind: 'exceptions', count, at: null, detail: null }] : []
}

/** Agents and their devices come back within this after a start of the server. */
const LINK_S = 60

/** A server that has just started has heard of no device yet: its silence then says nothing. */
export function isSettled(kind: string): boolean {
  return kind !== 'offline' || process.uptime() > LINK_S
}

/** The module whose list proves a figure. */
const MODULES = {
  on_site: 'transactions',
  stale: 'transactions',
  unweighed: 'weight',
  drift: 'weight',
  weight_acts: 'weightacts',
  acts: 'act',
  net: 'act',
  total: 'act',
  paid: 'payment',
  unpaid: 'payment',
  payable: 'payment',
  unknown: 'payment',
  rejected: 'payment',
  waiting: 'payment',
  stopped: 'payment',
  unmatched: 'payment',
  limit: 'payment',
  unscanned: 'act',
} as const

function isOn(modules: Session['modules'], key: string): boolean {
  const module = (MODULES as Partial<Record<string, (typeof MODULES)[keyof typeof MODULES]>>)[key]
  return module === undefined || modules.has(module)
}

function tilesOf(days: Days, figures: DayFigures[], yard: YardState): Tile[] {
  const today = figures.find(({ day }) => day === days.to)!
  const before = figures.find(({ day }) => day === days.before)!
  const acts = actsOf(days.to)
  const paid = `/operator/payments?status=paid&from=${days.to}&to=${days.to}`
  const owed = '/operator/acts?status=issued&status=signed&payment_state=due'
  const now = (
    key: string,
    title: string,
    [value, unit]: readonly [number, Tile['unit']],
    href: string,
  ): Tile => {
    const period = 'сейчас'
    return { key, title, period, value, unit, previous: null, previous_period: null, href }
  }
  const ofDay = (
    key: string,
    title: string,
    [value, previous, unit]: readonly [number, number, Tile['unit']],
    href: string,
  ): Tile => {
    const periods = { period: days.words, previous_period: days.beforeWords }
    return { key, title, ...periods, value, unit, previous, href }
  }
  return [
    now('on_site', 'На территории', [yard.on_site, 'count'], '/operator/transactions?status=in'),
    now(
      'weight_acts',
      'Весовые акты без закупки',
      [yard.free_weight_acts, 'count'],
      '/operator/weightacts?status=confirmed',
    ),
    ofDay('acts', 'Закупки, актов', [today.acts, before.acts, 'count'], acts),
    ofDay('net', 'Нетто', [today.net_g, before.net_g, 'g'], acts),
    ofDay('total', 'Сумма закупок', [today.total_kop, before.total_kop, 'kop'], acts),
    ofDay('paid', 'Выплачено', [yard.paid_today_kop, yard.paid_before_kop, 'kop'], paid),
    now('unpaid', 'Неоплаченные акты', [yard.unpaid_acts, 'count'], owed),
    now('payable', 'К выплате', [yard.payable_kop, 'kop'], owed),
  ]
}

function actsOf(day: string): string {
  return `/operator/acts?status=issued&status=signed&from=${day}&to=${day}`
}

function purchasesByDay(days: Days, figures: DayFigures[]): Series {
  const points = figures
    .filter(({ day }) => day >= days.from)
    .map(({ day, total_kop }) => ({ x: day, y: total_kop, href: actsOf(day) }))
  return {
    key: 'purchases',
    title: 'Закупки по дням',
    chart: 'bar',
    unit: 'kop',
    lines: [{ name: 'Сумма закупок', points }],
  }
}

const DEVICES = '/operator/weight'
const payments = (status: string) => `/operator/payments?status=${status}`

function attentionOf(
  { kind, count, at, detail }: Matter,
  { staleHours, scanDays }: Patience,
): Attention[] {
  const row = (tone: Attention['tone'], title: string, text: string, href: string): Attention[] => [
    { kind, tone, title, text, count, at, href, entity: null, entity_id: null },
  ]
  const named = (detail ?? '').slice(0, 400)
  switch (kind) {
    case 'unknown':
      return row(
        'error',
        'Результат выплат уточняется',
        'Ответ банка не получен. Не платите повторно: система спрашивает банк.',
        payments('unknown'),
      )
    case 'rejected':
      return row(
        'warning',
        'Банк отклонил выплаты',
        'Посмотрите причину и повторите другим способом.',
        payments('rejected'),
      )
    case 'waiting':
      return row(
        'info',
        'Выплаты ждут отправки',
        'Их отправляет второй сотрудник своим пин-кодом.',
        payments('saved'),
      )
    case 'stopped':
      return row('error', 'Выплаты остановлены', `Настройка банка: ${named}`, '/operator/payments')
    case 'unmatched':
      return row(
        'error',
        'Расхождения с банком',
        'Выписка или ответ банка не сходятся с выплатами. Сверьте и закройте каждое.',
        '/operator/payments?tab=discrepancies',
      )
    case 'limit':
      return row(
        'warning',
        'Предел выплат почти исчерпан',
        `Осталось меньше пятой части: ${named}`,
        '/operator/payments',
      )
    case 'unscanned':
      return row(
        'warning',
        'Нет подписанного скана',
        `Акты старше ${scanDays} дн. без принятого подписанного скана.`,
        `/operator/acts?status=issued&to=${named}`,
      )
    case 'offline':
      return row('warning', 'Нет связи с устройствами', named, DEVICES)
    case 'verification':
      return row('warning', 'Поверка истекает или истекла', named, DEVICES)
    case 'stale':
      return row(
        'warning',
        'Долго на территории',
        `Машины заехали больше ${staleHours} ч назад и не взвешены на выезде.`,
        '/operator/transactions?status=in',
      )
    case 'unweighed':
      return row(
        'error',
        'Нагрузка на весах без взвешивания',
        'Груз стоял на весах и уехал, а взвешивание не записано.',
        DEVICES,
      )
    case 'drift':
      return row('warning', 'Ноль весов уходит', named, DEVICES)
    case 'exceptions':
      return row(
        'warning',
        'Исключения ждут просмотра',
        'Ручной ввод, изменённые цены, возвраты и другие отметки записей.',
        '/operator/reports?tab=exceptions',
      )
    default:
      throw new Error(`no words for ${kind}`)
  }
}
