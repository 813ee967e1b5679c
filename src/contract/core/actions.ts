import { ownValue } from './own-value.ts'
import type { CompanyRole } from './roles.ts'

/** The PIN that confirms an action: none, the user's own, another person's. */
export type Confirm = 'none' | 'self' | 'other'

interface ActionSpec {
  readonly title: string
  readonly folder: string
  /** OPERATOR is a holder only in the preset `simple`, all others in both. */
  readonly holders: readonly CompanyRole[]
  readonly confirm: Confirm
  /** The right that the confirming person must hold. */
  readonly approver?: string
}

const action = (
  folder: string,
  title: string,
  holders: string,
  confirm: Confirm = 'none',
  approver?: string,
): ActionSpec => ({
  folder,
  title,
  holders: roles(holders),
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

/** The named rights of domain.md 7.2 with their holders. */
export const actions = {
  'supplier.edit': action('suppliers', 'Создание и изменение поставщиков', 'OCM'),
  'supplier.block': action('suppliers', 'Стоп-лист и архив поставщиков', 'OCM'),
  'supplier.unblock': action(
    'suppliers',
    'Снятие со стоп-листа',
    'OCM',
    'other',
    'approval.supplier',
  ),
  'supplier.merge': action(
    'suppliers',
    'Объединение поставщиков',
    'OCM',
    'other',
    'approval.supplier',
  ),
  'supplier.confirm_npd': action(
    'suppliers',
    'Статус самозанятого вручную',
    'OCM',
    'other',
    'approval.payment',
  ),
  'supplier.personal': action('suppliers', 'Паспортные данные и сканы', 'OCAM'),
  'supplier.import': action('suppliers', 'Перенос из старой базы', ''),
  'method.edit': action('suppliers', 'Способы выплаты', 'OCM'),
  'method.confirm_holder': action(
    'suppliers',
    'Подтверждение получателя',
    'OCM',
    'other',
    'approval.payment',
  ),
  'product.edit': action('catalogue', 'Изменение номенклатуры', 'OM'),
  // A price takes effect at once for all users: those who buy by it do not set it unless the company allows it.
  'price.edit': action('catalogue', 'Изменение цен', 'M'),
  'price.step': action('catalogue', 'Крупный шаг цены', 'M', 'other', 'approval.act'),
  'price.columns': action('catalogue', 'Колонки прайса', 'M'),
  'weight.capture': action('weighing', 'Запись веса', 'OWM'),
  'weight.manual': action('weighing', 'Ручной ввод веса', 'OWM', 'other', 'approval.weighing'),
  'weight.cancel': action('weighing', 'Отмена взвешивания', 'OWM', 'other', 'approval.weighing'),
  'weight.expired_tare': action(
    'weighing',
    'Просроченная тара',
    'OWM',
    'other',
    'approval.weighing',
  ),
  'weightact.edit': action('weighing', 'Весовые акты', 'OWM'),
  'weightact.void': action(
    'weighing',
    'Аннулирование весового акта',
    'OWM',
    'other',
    'approval.weighing',
  ),
  'act.edit': action('acts', 'Создание и изменение актов', 'OWM'),
  'act.issue': action('acts', 'Выписка и подписание актов', 'OWM'),
  'instrument.edit': action('acts', 'Приборы контроля лома', 'OWM'),
  'act.void': action('acts', 'Аннулирование акта', 'OWM', 'other', 'approval.act'),
  'act.price_over_limit': action('acts', 'Цена сверх допуска', 'OWM', 'other', 'approval.act'),
  'act.zasor_over_limit': action('acts', 'Засор сверх допуска', 'OWM', 'other', 'approval.act'),
  'payment.save': action('payments', 'Подготовка выплат', 'OCM'),
  'payment.cancel': action('payments', 'Отмена сохранённых выплат', 'OCM'),
  'payment.register': action(
    'payments',
    'Отправка выплат в банк',
    'OCM',
    'self',
    'approval.payment',
  ),
  // Begun by whoever may record a return and confirmed by a manager: a company with one manager is not stuck.
  'payment.resolve': action(
    'payments',
    'Решение по неясной выплате',
    'OAM',
    'other',
    'approval.payment',
  ),
  'payment.return': action(
    'payments',
    'Возвраты и расхождения с банком',
    'OAM',
    'other',
    'approval.payment',
  ),
  // Who prepares payments begins it and a manager confirms it: a company with one manager is not stuck.
  'payment.withdraw': action(
    'payments',
    'Отзыв отправляемой выплаты',
    'OCM',
    'other',
    'approval.payment',
  ),
  'payment.test': action('payments', 'Проверочный платёж', '', 'self'),
  'payment.statement': action('payments', 'Выписки банка', 'AM'),
  'file.upload': action('documents', 'Загрузка файлов', 'OWCAM'),
  'report.create': action('reports', 'Отчёты', 'OCAMN'),
  'report.control': action('reports', 'Контрольные отчёты', 'AMN'),
  'report.export': action('reports', 'Выгрузки в учёт и банк', 'AM'),
  'audit.read': action('reports', 'Журнал изменений', 'AMN'),
  'exception.review': action('control', 'Просмотр отметок', 'MN'),
  // Whoever may change the catalogue or the rules of weighing begins it, and another confirms.
  'control.loosen': action('control', 'Послабление контроля', 'OM', 'other', 'approval.act'),
  'user.read': action('control', 'Список сотрудников', 'MN'),
  'people.manage': action('control', 'Сотрудники своей компании', 'M'),
  'approval.weighing': action('control', 'Подтверждать взвешивания', 'MN'),
  'approval.act': action('control', 'Подтверждать акты', 'MN'),
  'approval.payment': action('control', 'Подтверждать выплаты', 'MN'),
  'approval.supplier': action('control', 'Подтверждать поставщиков', 'MN'),
  'company.manage': action('platform', 'Управление компаниями', ''),
  'document.manage': action('platform', 'Тексты документов', ''),
  'bank.manage': action('platform', 'Управление банками', ''),
  'user.manage': action('platform', 'Управление пользователями', ''),
  'access.manage': action('platform', 'Управление доступом', ''),
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
