import type { ActionCode } from '#contract/core/actions.ts'
import type { PathName } from '#contract/screen-paths.ts'
import { isOperator, isOwner, isSuper, type State } from './state/store.ts'

export type Guard = 'none' | 'signedIn' | 'super' | 'operator'

export interface Screen {
  /** Shown in the browser's title, in the navigation and in «Нет доступа к разделу «…»». */
  title: string
  layout: 'main' | 'empty'
  guard: Guard
  /** The file under `features/` that shows it, without `-page.tsx`; a missing file shows «В разработке». */
  page: string
  /** An OWNER reads it, too: it is no screen to work at (domain.md 7.1). */
  read?: true
  /** One of these rights opens it; without one its entry is not shown (domain.md 7.1). */
  rights?: readonly ActionCode[]
}

const screen = (guard: Guard, layout: Screen['layout'], page: string, title: string): Screen => ({
  guard,
  layout,
  page,
  title,
})

const open = (page: string, title: string) => screen('none', 'empty', page, title)
const superArea = (page: string, title: string) => screen('super', 'main', page, title)
const operator = (page: string, title: string) => screen('operator', 'main', page, title)
/** A screen of the operator area that an owner reads as well. */
const readable = (page: string, title: string): Screen => ({
  ...operator(page, title),
  read: true,
})
/** For whoever holds one of some rights: what the screen reads may be open to others, too. */
const forRights = (one: Screen, ...rights: ActionCode[]): Screen => ({ ...one, rights })
/** Everything on it records a weight or moves what stands at the scale. */
const weighing = (page: string, title: string) => forRights(operator(page, title), 'weight.capture')
const sheet = (page: string, title: string) => screen('signedIn', 'empty', page, title)

/** A manual has no secrets: also who cannot sign in reads how to. */
const guide = screen('none', 'main', 'help/help', 'Справка')

/** Of those who prepare, send, decide, confirm or report payments: a weigher has none of them. */
const PAYMENT_RIGHTS: readonly ActionCode[] = [
  'report.create',
  'payment.save',
  'payment.register',
  'payment.cancel',
  'payment.withdraw',
  'payment.resolve',
  'payment.return',
  'payment.statement',
  'approval.payment',
]

/** The screen of each address: its layout and guard are those of specification 2. */
export const screens: Record<PathName, Screen> = {
  home: open('user/home', 'Вход'),
  account: screen('none', 'main', 'user/account', 'Учётная запись'),
  tmplink: open('user/temporary-link', 'Новый пароль'),
  super: superArea('report/super-overview', 'Обзор'),
  superCompanies: superArea('company/company-list', 'Компании'),
  superAccounts: superArea('user/account-list', 'Учётные записи'),
  superActions: superArea('user/action-access', 'Действия и доступ'),
  superBankConfigurations: superArea('bank/bank-configuration-list', 'Счета в банках'),
  superOperators: superArea('user/operator-list', 'Сотрудники'),
  superBanks: superArea('bank/bank-list', 'Банки'),
  superMoney: superArea('report/money/super-money', 'Деньги'),
  superDocuments: superArea('document-text/document-texts', 'Документы'),
  superReports: superArea('report/report', 'Отчёты'),
  superAudit: superArea('report/audit', 'Журнал изменений'),
  superState: superArea('installation/installation-state', 'Состояние'),
  operator: readable('report/workplace', 'Рабочее место'),
  createPayment: forRights(operator('payment/create-payment', 'Новая выплата'), 'payment.save'),
  createPaymentDetails: forRights(
    operator('payment/payment-details', 'Выплата поставщику'),
    'payment.save',
  ),
  searchSupplier: operator('supplier/search-supplier', 'Поиск поставщика'),
  createActDetails: forRights(operator('act/create-act', 'Новый акт'), 'act.edit'),
  payments: forRights(readable('payment/payment-list', 'Выплаты'), ...PAYMENT_RIGHTS),
  money: forRights(readable('report/money/money', 'Деньги'), 'report.create'),
  month: forRights(readable('report/month/month', 'Месяц'), 'report.create'),
  suppliers: readable('supplier/supplier-list', 'Поставщики'),
  acts: readable('act/act-list', 'Акты'),
  act: readable('act/act', 'Акт'),
  product: readable('product/product', 'Номенклатура'),
  price: readable('price/price', 'Прайс'),
  documents: readable('file/document-list', 'Документы'),
  instruments: readable('instrument/instrument-list', 'Приборы контроля'),
  reports: readable('report/report', 'Отчёты'),
  audit: readable('report/audit', 'Журнал изменений'),
  people: readable('user/people', 'Сотрудники'),
  weight: weighing('visit/station', 'Взвешивание'),
  weight1: weighing('visit/platform-station', 'Взвешивание, второй пост'),
  weight2: weighing('visit/platform-station', 'Взвешивание, третий пост'),
  weightacts: readable('weight-act/weight-act-list', 'Весовые акты'),
  transactions: readable('visit/visit-list', 'Заезды'),
  manual: forRights(operator('visit/manual-visit', 'Ручной ввод'), 'weight.manual'),
  printWeightAct: sheet('weight-act/weight-act-print', 'Весовой акт'),
  printAct: sheet('act/act-print', 'Приёмо-сдаточный акт'),
  printOwnership: sheet('act/ownership-print', 'Заявление о принадлежности лома'),
  printConsent: sheet('supplier/consent-print', 'Согласие'),
  printRegistry: sheet('payment/bank-files/registry-print', 'Реестр выплат'),
  image: sheet('file/image', 'Изображение'),
  help: guide,
  helpChapter: guide,
}

/** Whether a signed-in person has the status that a screen asks for. */
export function passes(name: PathName, state: Pick<State, 'account'>): boolean {
  const { guard, read = false } = screens[name]
  if (guard === 'super') return isSuper(state)
  return guard !== 'operator' || isOperator(state) || (read && isOwner(state))
}
