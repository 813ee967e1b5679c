import type { CompanyRole } from '#contract/core/roles.ts'
import { paths } from '#contract/screen-paths.ts'

export interface TourStep {
  /** Of the element that it speaks of; a step without one on the screen is left out. */
  readonly selector: string
  readonly title: string
  readonly text: string
}

const entry = (address: string, title: string, text: string): TourStep => ({
  selector: `nav a[href="${address}"]`,
  title,
  text,
})

const SEARCH: TourStep = {
  selector: '[data-tour="search"]',
  title: 'Найти или сделать',
  text: 'Имя, ИНН, номер машины или акта, раздел или действие: всё ищут здесь.',
}
const HELP: TourStep = {
  selector: '[data-tour="help"]',
  title: 'Справка',
  text: 'F1 на любом экране открывает главу о нём. Там же этот обзор, если захотите повторить.',
}
const DUE: TourStep = {
  selector: 'section[aria-label="Требует внимания"]',
  title: 'Что ждёт вас',
  text: 'У каждого дела одна кнопка: она ведёт туда, где его делают.',
}

const WEIGHING = entry(
  paths.weight,
  'Взвешивание',
  'Номер машины, стабильный вес, F8. Потом поставщик, товар и F10.',
)
const ACTS = entry(
  paths.acts,
  'Акты',
  'Что куплено, у кого и по какой цене. Отсюда печать, скан и подпись.',
)
const PAYMENTS = entry(
  paths.payments,
  'Выплаты',
  'Статус каждой выплаты, реестры для банка, выписки и расхождения.',
)
const PAY = entry(
  paths.createPayment,
  'Новая выплата',
  'Кому и сколько осталось заплатить по актам.',
)
const REPORTS = entry(paths.reports, 'Отчёты', 'Файлы отчётов, расписания и исключения.')
const MONEY = entry(paths.money, 'Деньги', 'Сколько ушло, сколько в банке и что уточняется.')

const BY_ROLE: Readonly<Record<CompanyRole, readonly TourStep[]>> = {
  WEIGHER: [
    WEIGHING,
    entry(paths.transactions, 'Заезды', 'Журнал машин со снимками и показаниями весов.'),
    ACTS,
  ],
  OPERATOR: [DUE, WEIGHING, ACTS, PAY],
  CASHIER: [
    PAY,
    PAYMENTS,
    entry(paths.suppliers, 'Поставщики', 'Данные, способы выплаты и согласие.'),
  ],
  ACCOUNTANT: [MONEY, PAYMENTS, REPORTS],
  MANAGER: [
    DUE,
    entry(paths.price, 'Прайс', 'Цена действует сразу и у всех. Пусто значит «не покупаем».'),
    entry(paths.people, 'Сотрудники', 'Люди, роли, права и ссылки для входа.'),
    REPORTS,
  ],
  OWNER: [DUE, MONEY, REPORTS],
}

const PLATFORM: readonly TourStep[] = [
  entry(paths.superCompanies, 'Компании', 'Новая компания и подготовка её к работе по шагам.'),
  entry(
    paths.superBankConfigurations,
    'Счета в банках',
    'Счёт, проверка связи, пределы, разрешение выплат.',
  ),
  entry(paths.superActions, 'Действия и доступ', 'Кто что может и кто подтверждает.'),
  entry(paths.superState, 'Состояние', 'Копии, агенты, место: худшее сверху, рядом совет.'),
]

/** The job that says most about a person's day comes first; the bare access is an operator's. */
const ORDER: readonly CompanyRole[] = [
  'MANAGER',
  'OWNER',
  'ACCOUNTANT',
  'CASHIER',
  'WEIGHER',
  'OPERATOR',
]

/** Four to six steps, a minute in all. */
export function tourOf(info: { role: string; roles: readonly string[] }): readonly TourStep[] {
  const job = ORDER.find((role) => info.roles.includes(role))
  const own = info.role === 'SUPERVISOR' ? PLATFORM : job ? BY_ROLE[job] : []
  return [SEARCH, ...own, HELP]
}
