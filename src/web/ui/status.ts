/** Colour meanings of web.md 14; a badge is always icon and word as well. */
export type Tone =
  | 'gray'
  | 'blue'
  | 'cyan'
  | 'indigo'
  | 'green'
  | 'yellow'
  | 'orange'
  | 'red'
  | 'grape'

/** Drawn by `StatusBadge`; few shapes, so that each keeps its meaning. */
export type StatusIcon =
  | 'pencil'
  | 'circle'
  | 'clock'
  | 'arrow'
  | 'check'
  | 'double-check'
  | 'half'
  | 'question'
  | 'stop'
  | 'cross'
  | 'box'
  | 'link'

export interface StatusLook {
  label: string
  tone: Tone
  icon: StatusIcon
  /** Void, cancelled, deleted: gray with struck text. */
  struck?: true
}

const look = (label: string, tone: Tone, icon: StatusIcon): StatusLook => ({ label, tone, icon })
const struck = (label: string): StatusLook => ({ label, tone: 'gray', icon: 'cross', struck: true })

/** The one table of what every status of domain.md 3 is called and how it looks. */
export const statusLooks = {
  company: {
    new: look('Новая', 'gray', 'circle'),
    active: look('Работает', 'green', 'check'),
    suspended: look('Приостановлена', 'orange', 'stop'),
    archived: look('Архив', 'gray', 'box'),
  },
  bank: {
    active: look('Работает', 'green', 'check'),
    disabled: look('Отключён', 'red', 'stop'),
  },
  bank_config: {
    draft: look('Черновик', 'gray', 'pencil'),
    testing: look('Проверка', 'blue', 'clock'),
    active: look('Работает', 'green', 'check'),
    disabled: look('Отключена', 'red', 'stop'),
  },
  user: {
    invited: look('Приглашён', 'yellow', 'clock'),
    active: look('Работает', 'green', 'check'),
    blocked: look('Заблокирован', 'red', 'stop'),
    dismissed: look('Уволен', 'gray', 'box'),
  },
  supplier: {
    draft: look('Черновик', 'gray', 'pencil'),
    active: look('Действует', 'green', 'check'),
    blocked: look('Стоп-лист', 'red', 'stop'),
    archived: look('Архив', 'gray', 'box'),
  },
  consent: {
    none: look('Нет', 'gray', 'circle'),
    signed: look('Подписано', 'green', 'check'),
    withdrawn: look('Отозвано', 'orange', 'cross'),
    expired: look('Истекло', 'orange', 'clock'),
  },
  payment_method: {
    new: look('Новый', 'gray', 'circle'),
    active: look('Действует', 'green', 'check'),
    disabled: look('Отключён', 'red', 'stop'),
    archived: look('Архив', 'gray', 'box'),
  },
  product: {
    active: look('Действует', 'green', 'check'),
    archived: look('Архив', 'gray', 'box'),
  },
  price_column: {
    active: look('Действует', 'green', 'check'),
    deleted: struck('Удалена'),
  },
  transaction: {
    in: look('На территории', 'blue', 'arrow'),
    closed: look('Взвешена', 'cyan', 'check'),
    attached: look('В весовом акте', 'indigo', 'link'),
    void: struck('Аннулирована'),
  },
  weight_act: {
    draft: look('Черновик', 'gray', 'pencil'),
    confirmed: look('Проведён', 'cyan', 'check'),
    attached: look('Включён в акт', 'indigo', 'link'),
    void: struck('Аннулирован'),
  },
  act: {
    draft: look('Черновик', 'gray', 'pencil'),
    issued: look('Выписан', 'blue', 'arrow'),
    signed: look('Подписан', 'green', 'check'),
    void: struck('Аннулирован'),
  },
  act_payment: {
    unpaid: look('Не оплачен', 'gray', 'circle'),
    planned: look('К выплате', 'blue', 'clock'),
    partial: look('Оплачен частично', 'yellow', 'half'),
    paid: look('Оплачен', 'green', 'double-check'),
  },
  scan: {
    new: look('Новый', 'gray', 'circle'),
    accepted: look('Принят', 'indigo', 'check'),
    rejected: look('Отклонён', 'red', 'cross'),
  },
  payment: {
    saved: look('Сохранён', 'gray', 'pencil'),
    registering: look('Отправляется', 'blue', 'clock'),
    registered: look('Принят банком', 'cyan', 'arrow'),
    processing: look('Исполняется банком', 'indigo', 'clock'),
    paid: look('Оплачен', 'green', 'double-check'),
    rejected: look('Отклонён', 'red', 'cross'),
    cancelled: struck('Отменён'),
    unknown: look('Результат уточняется', 'orange', 'question'),
  },
  payment_registry: {
    new: look('Новый', 'gray', 'circle'),
    sent: look('Передан', 'cyan', 'arrow'),
    accepted: look('Принят', 'indigo', 'check'),
    done: look('Исполнен', 'green', 'double-check'),
    partial: look('Исполнен частично', 'yellow', 'half'),
    failed: look('Отклонён', 'red', 'cross'),
  },
  device: {
    online: look('На связи', 'green', 'check'),
    offline: look('Нет связи', 'red', 'cross'),
    disabled: look('Отключено', 'gray', 'stop'),
  },
  report: {
    queued: look('В очереди', 'gray', 'clock'),
    running: look('Готовится', 'blue', 'clock'),
    ready: look('Готов', 'green', 'check'),
    failed: look('Ошибка', 'red', 'cross'),
    expired: struck('Удалён'),
  },
  temporary_link: {
    issued: look('Выдана', 'blue', 'arrow'),
    used: look('Использована', 'green', 'check'),
    expired: look('Истекла', 'gray', 'clock'),
    revoked: look('Отозвана', 'orange', 'stop'),
  },
} as const satisfies Record<string, Record<string, StatusLook>>

export type StatusKind = keyof typeof statusLooks

/** The look of one status; an unknown word is shown as it is, gray. */
export function statusLook(kind: StatusKind, status: string): StatusLook {
  const table: Record<string, StatusLook> = statusLooks[kind]
  return table[status] ?? look(status, 'gray', 'question')
}
