import { ownValue } from '#contract/core/own-value.ts'
import type { Attention } from '#contract/report/dashboard.ts'
import { formatMoney } from '#contract/core/input-text.ts'
import type { ModuleTag } from '#contract/core/module-tags.ts'
import { may } from '../../../auth/rights/rights.ts'
import { whoMay } from '../../../auth/rights/right-holders-queries.ts'
import type { Db } from '../../../db/handle.ts'
import type { Matter, Patience } from './dashboard-queries.ts'

/** How one kind of matter is told, and the module without which it is not. */
interface MatterWords {
  readonly module?: ModuleTag
  readonly tone: Attention['tone']
  readonly title: string
  readonly text: string | ((named: string, patience: Patience, matter: Matter) => string)
  readonly href: string | ((named: string, by: string | undefined) => string)
}

const DEVICES = '/operator/weight'
const payments = (status: string) => `/operator/payments?status=${status}`
const asNamed = (named: string) => named

const MATTERS: Readonly<Record<string, MatterWords>> = {
  held: {
    module: 'payment',
    tone: 'error',
    title: 'Выплаты удержаны: база восстановлена из копии',
    text: 'Деньги не уходят, пока администраторы не сверят банки. Взвешивать и выписывать акты можно.',
    href: '/operator/payments',
  },
  held_company: {
    module: 'payment',
    tone: 'error',
    title: 'Выплаты компании удержаны после восстановления из копии',
    text: 'О части выплат знает только банк, или он ещё не ответил. Решите это на вкладке «Расхождения»: до этого деньги не уходят.',
    href: '/operator/payments?tab=discrepancies',
  },
  unknown: {
    module: 'payment',
    tone: 'error',
    title: 'Результат выплат уточняется',
    text: 'Ясного ответа банка нет. Не платите повторно: система спрашивает банк.',
    href: payments('unknown'),
  },
  rejected: {
    module: 'payment',
    tone: 'warning',
    title: 'Банк отклонил выплаты',
    text: 'Посмотрите причину и повторите другим способом.',
    href: payments('rejected'),
  },
  waiting: {
    module: 'payment',
    tone: 'info',
    title: 'Выплаты ждут отправки',
    text: 'Их отправляет второй сотрудник своим пин-кодом.',
    href: payments('saved'),
  },
  file: {
    module: 'payment',
    tone: 'warning',
    title: 'Файл для банка не скачан',
    text: (_named, _, { by, at, kop }) =>
      `Выплаты на ${formatMoney(kop ?? 0, '\u00a0')}\u00a0₽ ждут ${waitedWords(at)}: банк о них не знает. ${by === undefined ? 'Скачайте файл и загрузите его в банк.' : `Файл скачивает ${by}.`}`,
    // Who may not download is led to the payments, not to a button that is not there.
    href: (_, by) =>
      by === undefined
        ? '/operator/payments?tab=registries&waiting'
        : '/operator/payments?status=registering&file=yes&test=no',
  },
  stopped: {
    module: 'payment',
    tone: 'error',
    title: 'Выплаты остановлены',
    text: (named) => `Счёт в банке: ${named}`,
    href: '/operator/payments',
  },
  unmatched: {
    module: 'payment',
    tone: 'error',
    title: 'Расхождения с банком',
    text: 'Выписка или ответ банка не сходятся с выплатами. Сверьте и закройте каждое.',
    href: '/operator/payments?tab=discrepancies',
  },
  limit: {
    module: 'payment',
    tone: 'warning',
    title: 'Предел выплат почти исчерпан',
    text: (named) => `Осталось меньше пятой части: ${named}`,
    href: '/operator/payments',
  },
  unscanned: {
    module: 'act',
    tone: 'warning',
    title: 'Нет подписанного скана',
    text: (_, { scanDays }) => `Акты старше ${scanDays} дн. без принятого подписанного скана.`,
    href: (named) => `/operator/acts?status=issued&to=${named}`,
  },
  receipts: {
    module: 'payment',
    tone: 'warning',
    title: 'Нет чеков самозанятых',
    text: (_, { receiptDays }) =>
      `Выплачено ${receiptDays} дн. назад и раньше. Возьмите чек и впишите номер в карточку выплаты.`,
    href: '/operator/payments?receipt=missing',
  },
  offline: { tone: 'warning', title: 'Нет связи с устройствами', text: asNamed, href: DEVICES },
  verification: {
    tone: 'warning',
    title: 'Поверка истекает или истекла',
    text: asNamed,
    href: DEVICES,
  },
  instrument: {
    module: 'act',
    tone: 'warning',
    title: 'Поверка приборов контроля',
    text: (named) => `Без неё ПСА не выписать: ${named}`,
    href: '/operator/instruments?status=active',
  },
  no_instrument: {
    module: 'act',
    tone: 'error',
    title: 'Нет прибора радиационного контроля',
    text: 'Внесите прибор с поверкой: без него ПСА не выписать.',
    href: '/operator/instruments',
  },
  stale: {
    module: 'transactions',
    tone: 'warning',
    title: 'Долго на территории',
    text: (_, { staleHours }) =>
      `Машины заехали больше ${staleHours} ч назад и не взвешены на выезде.`,
    href: '/operator/transactions?status=in',
  },
  unweighed: {
    module: 'weight',
    tone: 'error',
    title: 'Груз на весах без записи',
    text: 'Груз стоял на весах и уехал, а взвешивание не записано. Каждый объясняет управляющий.',
    href: '/operator/transactions?tab=loads',
  },
  drift: {
    module: 'weight',
    tone: 'warning',
    title: 'Ноль весов уходит',
    text: asNamed,
    href: DEVICES,
  },
  exceptions: {
    tone: 'warning',
    title: 'Исключения ждут просмотра',
    text: (_named, _, { dearest }) =>
      dearest
        ? `Самое дорогое — ${formatMoney(dearest, '\u00a0')}\u00a0₽, оно стоит первым.`
        : 'Ручной ввод, изменённые цены, возвраты и другие отметки записей.',
    href: '/operator/reports?tab=exceptions',
  },
}

export const moduleOfMatter = (kind: string): ModuleTag | undefined =>
  ownValue(MATTERS, kind)?.module

const HOUR_MS = 3_600_000

/** How long something waits, in whole hours and then days. */
function waitedWords(at: string | null): string {
  const hours = at === null ? 0 : Math.floor((Date.now() - Date.parse(at)) / HOUR_MS)
  if (hours < 1) return 'меньше часа'
  return hours < 24 ? `${hours} ч` : `${Math.floor(hours / 24)} дн.`
}

/** The matters as their reader may act on them: a reader who may not download a file sees who may. */
export async function matterForReader(db: Db, matter: Matter): Promise<Matter> {
  if (matter.kind !== 'file' || may(db, 'report.export')) return matter
  return { ...matter, by: await whoMay(db, 'report.export') }
}

/** The contract's bound of the text, with room for the words around the names. */
const LONGEST_NAMES = 400

/** One kind of matter as the workplace shows it. */
export function presentMatter(matter: Matter, patience: Patience): Attention {
  const { kind, count, at, detail, kop, by } = matter
  const words = ownValue(MATTERS, kind)
  if (!words) throw new Error(`no words for ${kind}`)
  const named = (detail ?? '').slice(0, LONGEST_NAMES)
  const { tone, title } = words
  const text = typeof words.text === 'string' ? words.text : words.text(named, patience, matter)
  const href = typeof words.href === 'string' ? words.href : words.href(named, by)
  return { kind, tone, title, text, count, kop, at, href, entity: null, entity_id: null }
}
