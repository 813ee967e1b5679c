import type { Attention, Series, Tile } from '#contract/report/dashboard.ts'
import type { Db } from '../../../db/handle.ts'
import type { Days } from './dashboard-days.ts'
import { readDays, type DayFigures } from './day-queries.ts'
import { isSettled } from './operator-dashboard.ts'
import {
  readPlatform,
  readTurnover,
  type CompanyTurnover,
  type PlatformState,
} from './super-dashboard-queries.ts'

interface Figures {
  tiles: Tile[]
  series: Series[]
  attention: Attention[]
}

/** Names that a bar chart holds without scrolling. */
const MAX_COMPANIES = 10
const COMPANIES = '/super/companies'

/** The platform's day over all companies (screens.md 8). */
export async function superDashboard(db: Db, days: Days): Promise<Figures> {
  const everywhere = { companyId: null, siteId: null }
  const [figures, platform, turnover] = await Promise.all([
    readDays(db, everywhere, days),
    readPlatform(db),
    readTurnover(db, days, MAX_COMPANIES),
  ])
  return {
    tiles: [...companyTiles(platform), ...dayTiles(days, figures)],
    series: [payoutsByDay(days, figures), turnoverByCompany(turnover)],
    attention: attentionOf(platform),
  }
}

function companyTiles(platform: PlatformState): Tile[] {
  const tile = (status: string, title: string, value: number): Tile => ({
    key: `companies_${status}`,
    title,
    period: 'сейчас',
    value,
    unit: 'count',
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

function dayTiles(days: Days, figures: DayFigures[]): Tile[] {
  const today = figures.find(({ day }) => day === days.to)!
  const before = figures.find(({ day }) => day === days.before)!
  const tile = (
    key: 'acts' | 'net_g' | 'total_kop' | 'paid_kop',
    unit: Tile['unit'],
    title: string,
  ): Tile => ({
    key,
    title,
    period: days.words,
    value: today[key],
    unit,
    previous: before[key],
    previous_period: days.beforeWords,
    href: COMPANIES,
  })
  return [
    tile('acts', 'count', 'Закупки, актов'),
    tile('net_g', 'g', 'Нетто'),
    tile('total_kop', 'kop', 'Сумма закупок'),
    tile('paid_kop', 'kop', 'Выплачено'),
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
    lines: [{ name: 'Выплачено', points }],
  }
}

function turnoverByCompany(turnover: CompanyTurnover[]): Series {
  return {
    key: 'turnover',
    title: 'Закупки по компаниям',
    chart: 'bar',
    unit: 'kop',
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

function attentionOf(platform: PlatformState): Attention[] {
  const matter = (
    kind: string,
    tone: Attention['tone'],
    title: string,
    text: string,
    count: number | null,
    href: string,
  ): Attention[] =>
    count === 0
      ? []
      : [{ kind, tone, title, text, count, at: null, href, entity: null, entity_id: null }]
  const { active, fresh, suspended } = platform
  return [
    ...matter(
      'first-company',
      'info',
      'Заведите первую компанию',
      'Потом список «Подготовка к работе» покажет, чего ей ещё не хватает.',
      active + fresh + suspended === 0 ? null : 0,
      COMPANIES,
    ),
    ...matter(
      'unknown',
      'error',
      'Результат выплат уточняется',
      'Банк ещё не ответил, исполнены ли эти выплаты.',
      platform.unknown_payments,
      COMPANIES,
    ),
    ...matter(
      'stopped',
      'error',
      'Остановленные настройки банков',
      'Новые выплаты через них не уходят.',
      platform.stopped_configs,
      '/super/bank_configurations',
    ),
    ...matter(
      'storage_full',
      'error',
      'Место для файлов занято на 95 %',
      'Скоро фотографии взвешиваний перестанут сохраняться. Добавьте место в реквизитах компании.',
      platform.full_companies,
      COMPANIES,
    ),
    ...matter(
      'storage_filling',
      'warning',
      'Место для файлов занято на 80 %',
      'Добавьте место в реквизитах компании.',
      platform.filling_companies,
      COMPANIES,
    ),
    ...matter(
      'offline',
      'warning',
      'Нет связи с устройствами',
      'Весы или камеры компаний не отвечают.',
      isSettled('offline') ? platform.offline_devices : 0,
      COMPANIES,
    ),
    ...matter(
      'fresh',
      'info',
      'Новые компании ждут включения',
      'Проверьте, чего им не хватает для начала работы.',
      platform.fresh,
      `${COMPANIES}?status=new`,
    ),
  ]
}
