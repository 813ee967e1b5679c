import { TEST_EVENT, webhookEvents, type WebhookEvent } from '#contract/webhook/webhook-events.ts'
import type { DeliveryStatus, Webhook, WebhookDelivery } from '#contract/webhook/webhooks.ts'
import type { StatusIcon, Tone } from '#web/ui/feedback/status.ts'
import { dateTime } from '#web/ui/format.ts'

interface Appearance {
  readonly label: string
  readonly tone: Tone
  readonly icon: StatusIcon
}

export const DELIVERY_STATUSES: Record<DeliveryStatus, Appearance> = {
  waiting: { label: 'Ждёт отправки', tone: 'orange', icon: 'clock' },
  delivered: { label: 'Доставлено', tone: 'green', icon: 'check' },
  failed: { label: 'Не доставлено', tone: 'red', icon: 'cross' },
}

/** Why an attempt brought no 2xx, by the server's code. */
const ERRORS: Readonly<Record<string, string>> = {
  dns: 'имя сервера не найдено',
  inside: 'адрес ведёт во внутреннюю сеть, туда события не отправляются',
  connect: 'сервер не принял соединение',
  tls: 'сертификат сервера не прошёл проверку',
  timeout: 'нет ответа за 10 секунд',
  broken: 'соединение оборвалось без ответа',
  redirect: 'сервер перенаправляет на другой адрес, укажите его сразу',
  status: 'сервер ответил отказом',
  secret: 'секрет подписи не читается: его закрыли другим ключом сервера',
  closed: 'компания закрыта',
}

const STOPS: Record<NonNullable<Webhook['stop_reason']>, string> = {
  person: 'остановлен вручную',
  failing: 'остановлен: три дня ни одной доставки',
  gone: 'остановлен: программа ответила, что адреса больше нет (410)',
  closed: 'остановлен: компания закрыта',
  secret: 'остановлен: секрет подписи не читается, выпустите новый и возобновите',
}

export function eventTitle(type: string): string {
  if (type === TEST_EVENT) return 'Пробное событие'
  return webhookEvents[type as WebhookEvent]?.title ?? type
}

/** «204 за 35 мс», «нет ответа за 10 секунд»; nothing before the first attempt ends. */
export function answerText({ last_status, last_error, last_ms }: WebhookDelivery): string {
  const parts = [
    last_status === null ? '' : `${last_status} за ${last_ms} мс`,
    last_error === null ? '' : (ERRORS[last_error] ?? last_error),
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** What is to be known of an address beside its state. */
export function healthText(webhook: Webhook): string | undefined {
  const { stop_reason, stopped_at, failing_since, waiting } = webhook
  if (stop_reason !== null)
    return `${capital(STOPS[stop_reason])}, ${dateTime(stopped_at)}. Новые события не записываются.`
  if (failing_since === null) return undefined
  return `Не принимает события с ${dateTime(failing_since)}. Ждут отправки: ${waiting}.`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
