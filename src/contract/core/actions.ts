import { ownValue } from './own-value.ts'
import type { CompanyRole } from './roles.ts'

/** The PIN that confirms an action: none, the user's own, another person's. */
export type Confirm = 'none' | 'self' | 'other'

interface ActionSpec {
  readonly title: string
  readonly folder: string
  readonly simple: readonly CompanyRole[]
  readonly split: readonly CompanyRole[]
  readonly confirm: Confirm
  /** The right that the confirming person must hold. */
  readonly approver?: string
}

const action = (
  folder: string,
  title: string,
  simple: string,
  split: string,
  confirm: Confirm = 'none',
  approver?: string,
): ActionSpec => ({
  folder,
  title,
  simple: roles(simple),
  split: roles(split),
  confirm,
  ...(approver && { approver }),
})

const LETTERS: Record<string, CompanyRole> = {
  O: 'OPERATOR',
  M: 'MANAGER',
  W: 'WEIGHER',
  C: 'CASHIER',
  A: 'ACCOUNTANT',
  N: 'OWNER',
}
const roles = (letters: string): CompanyRole[] => [...letters].map((l) => ownValue(LETTERS, l)!)

/** The named rights of domain.md 7.2 with their holders under both presets. */
export const actions = {
  'supplier.edit': action('suppliers', 'Создание и изменение поставщиков', 'OM', 'CM'),
  'supplier.block': action('suppliers', 'Стоп-лист и архив поставщиков', 'OM', 'CM'),
  'supplier.unblock': action(
    'suppliers',
    'Снятие со стоп-листа',
    'OM',
    'CM',
    'other',
    'approval.supplier',
  ),
  'supplier.merge': action(
    'suppliers',
    'Объединение поставщиков',
    'OM',
    'CM',
    'other',
    'approval.supplier',
  ),
  'supplier.confirm_npd': action(
    'suppliers',
    'Статус самозанятого вручную',
    'OM',
    'CM',
    'other',
    'approval.payment',
  ),
  'supplier.personal': action('suppliers', 'Паспортные данные и сканы', 'OM', 'CAM'),
  'supplier.import': action('suppliers', 'Перенос из старой базы', '', ''),
  'method.edit': action('suppliers', 'Способы выплаты', 'OM', 'CM'),
  'method.confirm_holder': action(
    'suppliers',
    'Подтверждение получателя',
    'OM',
    'CM',
    'other',
    'approval.payment',
  ),
  'product.edit': action('catalogue', 'Изменение номенклатуры', 'OM', 'M'),
  // A price takes effect at once for all users: those who buy by it do not set it unless the company allows it.
  'price.edit': action('catalogue', 'Изменение цен', 'M', 'M'),
  'price.step': action('catalogue', 'Крупный шаг цены', 'M', 'M', 'other', 'approval.act'),
  'price.columns': action('catalogue', 'Колонки прайса', 'M', 'M'),
  'weight.capture': action('weighing', 'Запись веса', 'OM', 'WM'),
  'weight.manual': action('weighing', 'Ручной ввод веса', 'OM', 'WM', 'other', 'approval.weighing'),
  'weight.cancel': action(
    'weighing',
    'Отмена взвешивания',
    'OM',
    'WM',
    'other',
    'approval.weighing',
  ),
  'weight.expired_tare': action(
    'weighing',
    'Просроченная тара',
    'OM',
    'WM',
    'other',
    'approval.weighing',
  ),
  'weightact.edit': action('weighing', 'Весовые акты', 'OM', 'WM'),
  'weightact.void': action(
    'weighing',
    'Аннулирование весового акта',
    'OM',
    'WM',
    'other',
    'approval.weighing',
  ),
  'act.edit': action('acts', 'Создание и изменение актов', 'OM', 'WM'),
  'act.issue': action('acts', 'Выписка и подписание актов', 'OM', 'WM'),
  'instrument.edit': action('acts', 'Приборы контроля лома', 'OM', 'WM'),
  'act.void': action('acts', 'Аннулирование акта', 'OM', 'WM', 'other', 'approval.act'),
  'act.price_over_limit': action('acts', 'Цена сверх допуска', 'OM', 'WM', 'other', 'approval.act'),
  'act.zasor_over_limit': action(
    'acts',
    'Засор сверх допуска',
    'OM',
    'WM',
    'other',
    'approval.act',
  ),
  'payment.save': action('payments', 'Подготовка выплат', 'OM', 'CM'),
  'payment.cancel': action('payments', 'Отмена сохранённых выплат', 'OM', 'CM'),
  'payment.register': action(
    'payments',
    'Отправка выплат в банк',
    'OM',
    'CM',
    'self',
    'approval.payment',
  ),
  // Begun by whoever may record a return and confirmed by a manager: a company with one manager is not stuck.
  'payment.resolve': action(
    'payments',
    'Решение по неясной выплате',
    'OM',
    'AM',
    'other',
    'approval.payment',
  ),
  'payment.return': action(
    'payments',
    'Возвраты и расхождения с банком',
    'OM',
    'AM',
    'other',
    'approval.payment',
  ),
  // Who prepares payments begins it and a manager confirms it: a company with one manager is not stuck.
  'payment.withdraw': action(
    'payments',
    'Отзыв отправляемой выплаты',
    'OM',
    'CM',
    'other',
    'approval.payment',
  ),
  'payment.test': action('payments', 'Проверочный платёж', '', '', 'self'),
  'payment.statement': action('payments', 'Выписки банка', 'M', 'AM'),
  'file.upload': action('documents', 'Загрузка файлов', 'OM', 'WCAM'),
  'report.create': action('reports', 'Отчёты', 'OMN', 'CAMN'),
  'report.control': action('reports', 'Контрольные отчёты', 'MN', 'AMN'),
  'report.export': action('reports', 'Выгрузки в учёт и банк', 'M', 'AM'),
  'audit.read': action('reports', 'Журнал изменений', 'MN', 'AMN'),
  'exception.review': action('control', 'Просмотр отметок', 'MN', 'MN'),
  // Whoever may change the catalogue or the rules of weighing begins it, and another confirms.
  'control.loosen': action('control', 'Послабление контроля', 'OM', 'M', 'other', 'approval.act'),
  'user.read': action('control', 'Список сотрудников', 'MN', 'MN'),
  'people.manage': action('control', 'Сотрудники своей компании', 'M', 'M'),
  'approval.weighing': action('control', 'Подтверждать взвешивания', 'MN', 'MN'),
  'approval.act': action('control', 'Подтверждать акты', 'MN', 'MN'),
  'approval.payment': action('control', 'Подтверждать выплаты', 'MN', 'MN'),
  'approval.supplier': action('control', 'Подтверждать поставщиков', 'MN', 'MN'),
  'company.manage': action('platform', 'Управление компаниями', '', ''),
  'document.manage': action('platform', 'Тексты документов', '', ''),
  'bank.manage': action('platform', 'Управление банками', '', ''),
  'user.manage': action('platform', 'Управление пользователями', '', ''),
  'access.manage': action('platform', 'Управление доступом', '', ''),
} as const satisfies Record<string, ActionSpec>

export type ActionCode = keyof typeof actions

/** Folders in which super sees the rights; every declared call is in `calls`. */
export const actionFolders: Record<string, string> = {
  suppliers: 'Поставщики',
  catalogue: 'Номенклатура и цены',
  weighing: 'Взвешивание',
  acts: 'Акты',
  payments: 'Выплаты',
  documents: 'Документы',
  reports: 'Отчёты',
  control: 'Контроль',
  platform: 'Платформа',
  calls: 'Вызовы сервера',
}

/** Rights of the platform accept only SUPERVISOR; company rights never do. */
export const platformActions: readonly ActionCode[] = [
  'company.manage',
  'document.manage',
  'bank.manage',
  'user.manage',
  'access.manage',
]

/** The confirmation that a right has unless a row says otherwise. */
export const declaredConfirm = (code: string): Confirm =>
  ownValue<ActionSpec>(actions, code)?.confirm ?? 'none'

const LEVELS: readonly Confirm[] = ['none', 'self', 'other']

/**
 * The confirmations that a right may be given with. A right whose handler asks for no PIN accepts only `none`, otherwise the
 * setting would have no effect. Rights that move money are never weaker than declared, and a weight that was typed by hand always
 * needs a second person (security.md 4.5).
 */
export function confirmationsOf(code: string): readonly Confirm[] {
  const declared = declaredConfirm(code)
  if (declared === 'none') return ['none']
  if (code === 'weight.manual') return ['other']
  const isMoney = code.startsWith('payment.') || code.startsWith('method.')
  return isMoney ? LEVELS.slice(LEVELS.indexOf(declared)) : LEVELS
}

/** Rights whose handler knows a sum and refuses one above the limit of the grant. */
export const limitedActions: readonly ActionCode[] = ['payment.register']
