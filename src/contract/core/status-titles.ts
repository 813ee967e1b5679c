import { ownValue } from './own-value.ts'
/** What every status of domain.md 3 is called, on screens and in exported lists alike. */
export const statusTitles = {
  company: {
    new: 'Новая',
    active: 'Работает',
    suspended: 'Приостановлена',
    archived: 'Архив',
  },
  bank: {
    active: 'Работает',
    disabled: 'Отключён',
  },
  bank_config: {
    draft: 'Черновик',
    testing: 'Проверка',
    active: 'Работает',
    disabled: 'Отключён',
  },
  user: {
    invited: 'Приглашён',
    active: 'Работает',
    blocked: 'Заблокирован',
    dismissed: 'Уволен',
  },
  supplier: {
    draft: 'Черновик',
    active: 'Действует',
    blocked: 'Стоп-лист',
    archived: 'Архив',
  },
  consent: {
    none: 'Нет',
    signed: 'Подписано',
    withdrawn: 'Отозвано',
    expired: 'Истекло',
  },
  payment_method: {
    new: 'Новый',
    active: 'Действует',
    disabled: 'Отключён',
    archived: 'Архив',
  },
  product: {
    active: 'Действует',
    archived: 'Архив',
  },
  instrument: {
    active: 'Действует',
    archived: 'Архив',
  },
  price_column: {
    active: 'Действует',
    deleted: 'Удалена',
  },
  transaction: {
    in: 'На территории',
    closed: 'Взвешена',
    attached: 'В весовом акте',
    void: 'Аннулирована',
  },
  weight_act: {
    draft: 'Черновик',
    confirmed: 'Проведён',
    attached: 'Включён в акт',
    void: 'Аннулирован',
  },
  act: {
    draft: 'Черновик',
    issued: 'Выписан',
    signed: 'Подписан',
    void: 'Аннулирован',
  },
  act_payment: {
    unpaid: 'Не оплачен',
    // Not «К выплате»: that is the sum that no payment has taken yet.
    planned: 'В выплате',
    partial: 'Оплачен частично',
    paid: 'Оплачен',
  },
  scan: {
    new: 'Новый',
    accepted: 'Принят',
    rejected: 'Отклонён',
  },
  payment: {
    // Of a «выплата», which is what every screen and file calls it.
    saved: 'Сохранена',
    registering: 'Отправляется',
    // No status of its own: `shownStatus` of a payment.
    in_file: 'Ждёт файла',
    registered: 'Передана банку',
    processing: 'Исполняется банком',
    paid: 'Оплачена',
    rejected: 'Отклонена',
    cancelled: 'Отменена',
    unknown: 'Результат уточняется',
  },
  bank_statement_line: {
    matched: 'Сопоставлена',
    suggested: 'Предложена',
    discrepancy: 'Противоречит',
    waiting: 'Ждёт',
    none: 'Не найдена',
    ignored: 'Не выплата',
  },
  payment_registry: {
    new: 'Новый',
    sent: 'Передан',
    accepted: 'Принят',
    done: 'Исполнен',
    partial: 'Исполнен частично',
    failed: 'Отклонён',
  },
  device: {
    online: 'На связи',
    offline: 'Нет связи',
    disabled: 'Отключено',
  },
  report: {
    queued: 'В очереди',
    running: 'Готовится',
    ready: 'Готов',
    failed: 'Ошибка',
    expired: 'Удалён',
    cancelled: 'Отменён',
  },
  temporary_link: {
    issued: 'Выдана',
    used: 'Использована',
    expired: 'Истекла',
    revoked: 'Отозвана',
  },
} as const

export type StatusKind = keyof typeof statusTitles

/** The word of one status; an unknown one is shown as it is. */
export function statusTitle(kind: StatusKind, status: string): string {
  const titles: Record<string, string> = statusTitles[kind]
  return ownValue(titles, status) ?? status
}
