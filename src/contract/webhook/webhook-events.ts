/** What a program can be told of, with the words of the screen; `entity` is whose id and figures the body has. */
export const webhookEvents = {
  'act.issued': { title: 'Акт выписан', entity: 'act' },
  'act.signed': { title: 'Акт подписан', entity: 'act' },
  'act.paid': { title: 'Акт выплачен полностью', entity: 'act' },
  'act.cancelled': { title: 'Выписанный акт аннулирован', entity: 'act' },
  'visit.closed': { title: 'Заезд закрыт', entity: 'transaction' },
  'visit.cancelled': { title: 'Заезд аннулирован', entity: 'transaction' },
  'payment.paid': { title: 'Выплата дошла', entity: 'payment' },
  'payment.refused': { title: 'Банк отклонил выплату', entity: 'payment' },
  'payment.returned': { title: 'Выплата вернулась', entity: 'payment' },
  'supplier.created': { title: 'Поставщик создан', entity: 'supplier' },
  'supplier.changed': { title: 'Поставщик изменён', entity: 'supplier' },
  'day.ended': { title: 'Итоги дня', entity: 'company' },
} as const

export type WebhookEvent = keyof typeof webhookEvents
export const webhookEventCodes = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]]

/** Sent by a press of a button alone, whatever an address has chosen. */
export const TEST_EVENT = 'webhook.test'

/** Events that a change of one record makes; the day of a company ends by the clock. */
export type RecordEvent = Exclude<WebhookEvent, 'day.ended'>

/** Whose rows those events tell of. */
export type WebhookEntity = (typeof webhookEvents)[RecordEvent]['entity']
