import type { Attention, Series, Tile } from '#contract/report/dashboard.ts'
import type { Db } from '../../../db/handle.ts'
import type { Days } from './dashboard-days.ts'
import { readDayBefore, readDays, type DayFigures } from './day-queries.ts'
import { isSettled } from './operator-dashboard.ts'
import {
  readMattersByCompany,
  readPlatform,
  readTurnover,
  type CompanyTurnover,
  type MatterOfCompany,
  type PlatformState,
} from './dashboard-queries.ts'

interface Figures {
  answer: null
  tiles: Tile[]
  series: Series[]
  attention: Attention[]
  yard: null
}

/** Names that a bar chart holds without scrolling. */
const MAX_COMPANIES = 10
const COMPANIES = '/super/companies'

/** The platform's day over all companies (screens.md 8). */
export async function superDashboard(db: Db, days: Days): Promise<Figures> {
  const everywhere = { companyId: null, siteId: null }
  const [figures, platform, companies, turnover] = await Promise.all([
    readDays(db, everywhere, days),
    readPlatform(db),
    readMattersByCompany(db),
    readTurnover(db, days, MAX_COMPANIES),
  ])
  const before = await readDayBefore(db, everywhere, days, figures)
  return {
    answer: null,
    tiles: [...companyTiles(platform), ...dayTiles(days, figures, before)],
    series: [payoutsByDay(days, figures), turnoverByCompany(turnover)],
    attention: attentionOf(mattersOf(platform, db.services.state.hold !== undefined), companies),
    yard: null,
  }
}

function companyTiles(platform: PlatformState): Tile[] {
  const tile = (status: string, title: string, value: number): Tile => ({
    key: `companies_${status}`,
    title,
    period: 'сейчас',
    value,
    unit: 'count',
    sums: null,
    previous: null,
    previous_period: null,
    href: `${COMPANIES}?status=${status}`,
  })
  return [
    tile('active', 'Компании работают', platform.active),
    tile('new', 'Новые компании', platform.fresh),
    tile('suspended', 'Приостановлены', platform.suspended),
    tile('archived', 'В архиве', platform.archived),
  ]
}

function dayTiles(days: Days, figures: DayFigures[], before: DayFigures): Tile[] {
  const today = figures.find(({ day }) => day === days.to)!
  const tile = (
    key: 'acts' | 'net_g' | 'total_kop' | 'paid_kop',
    unit: Tile['unit'],
    title: string,
    sums: Tile['sums'] = null,
  ): Tile => ({
    key,
    title,
    sums,
    period: days.words,
    value: today[key],
    unit,
    previous: before[key],
    previous_period: days.beforeWords,
    href: COMPANIES,
  })
  return [
    tile('net_g', 'g', 'Принято'),
    tile('total_kop', 'kop', 'На сумму', 'purchases'),
    tile('acts', 'count', 'Актов'),
    tile('paid_kop', 'kop', 'Выплачено', 'paid'),
  ]
}

function payoutsByDay(days: Days, figures: DayFigures[]): Series {
  const points = figures
    .filter(({ day }) => day >= days.from)
    .map(({ day, paid_kop }) => ({ x: day, y: paid_kop }))
  return {
    key: 'payouts',
    title: 'Выплаты по дням',
    chart: 'bar',
    unit: 'kop',
    sums: 'paid',
    lines: [{ name: 'Выплачено', points }],
  }
}

function turnoverByCompany(turnover: CompanyTurnover[]): Series {
  return {
    key: 'turnover',
    title: 'Закупки по компаниям',
    chart: 'bar',
    unit: 'kop',
    sums: 'purchases',
    lines: [
      {
        name: 'Сумма закупок',
        points: turnover.map(({ id, name, total_kop }) => ({
          x: name,
          y: total_kop,
          href: `${COMPANIES}?id=${id}`,
        })),
      },
    ],
  }
}

/** A kind of matter and how many there are: null = it has no number, 0 = there is none. */
type Counted = Pick<Attention, 'kind' | 'tone' | 'title' | 'text' | 'count' | 'href'>

/** Each names the companies that it is about; of one company it leads there. */
function attentionOf(matters: Counted[], companies: MatterOfCompany[]): Attention[] {
  return matters
    .filter(({ count }) => count !== 0)
    .map(({ text, href, ...matter }) => {
      const own = companies.filter(({ kind }) => kind === matter.kind)
      const [first, ...others] = own
      return {
        ...matter,
        text: first ? `${namesOf(own)}. ${text}` : text,
        href:
          first && others.length === 0 && href === COMPANIES ? `${COMPANIES}?id=${first.id}` : href,
        kop: null,
        at: null,
        entity: null,
        entity_id: null,
      }
    })
}

const MOST_NAMES = 3

function namesOf(companies: readonly MatterOfCompany[]): string {
  const names = companies
    .slice(0, MOST_NAMES)
    .map(({ name, count }) => (count > 1 ? `${name} — ${count}` : name))
  const more = companies.length - names.length
  return [...names, ...(more > 0 ? [`и ещё ${more}`] : [])].join(', ')
}

function mattersOf(platform: PlatformState, isHeld: boolean): Counted[] {
  const { active, fresh, suspended } = platform
  return [
    {
      kind: 'held',
      tone: 'error',
      title: 'Выплаты удержаны: база восстановлена из копии',
      text: 'Никому не платят, пока два администратора не отпустят выплаты.',
      count: isHeld ? null : 0,
      href: '/super/state',
    },
    {
      kind: 'first-company',
      tone: 'info',
      title: 'Заведите первую компанию',
      text: 'Потом список «Подготовка к работе» покажет, чего ей ещё не хватает.',
      count: active + fresh + suspended === 0 ? null : 0,
      href: COMPANIES,
    },
    {
      kind: 'unknown',
      tone: 'error',
      title: 'Результат выплат уточняется',
      text: 'Банк ещё не ответил, исполнены ли эти выплаты.',
      count: platform.unknown_payments,
      href: COMPANIES,
    },
    {
      kind: 'stopped',
      tone: 'error',
      title: 'Остановленные счета в банках',
      text: 'Новые выплаты с них не уходят.',
      count: platform.stopped_configs,
      href: '/super/bank_configurations',
    },
    {
      kind: 'storage_full',
      tone: 'error',
      title: 'Место для файлов занято на 95 %',
      text: 'Скоро фотографии взвешиваний перестанут сохраняться. Добавьте место в реквизитах компании.',
      count: platform.full_companies,
      href: COMPANIES,
    },
    {
      kind: 'storage_filling',
      tone: 'warning',
      title: 'Место для файлов занято на 80 %',
      text: 'Добавьте место в реквизитах компании.',
      count: platform.filling_companies,
      href: COMPANIES,
    },
    {
      kind: 'offline',
      tone: 'warning',
      title: 'Нет связи с устройствами',
      text: 'Весы или камеры компаний не отвечают.',
      count: isSettled('offline') ? platform.offline_devices : 0,
      href: COMPANIES,
    },
    {
      kind: 'fresh',
      tone: 'info',
      title: 'Новые компании ждут включения',
      text: 'Проверьте, чего им не хватает для начала работы.',
      count: fresh,
      href: `${COMPANIES}?status=new`,
    },
  ]
}
