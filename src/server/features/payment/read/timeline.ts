import type { PaymentCard, PaymentStatus } from '#contract/payment/payment-entities.ts'
import { roubles } from '../create/limit-rules.ts'
import { fileProviderOf, reasonsOf } from '../../bank/providers/all.ts'
import { reasonText } from '../worker/reasons.ts'
import type { PaymentRow } from './present-queries.ts'
import type { EventRow, SendRow } from './timeline-queries.ts'

type Step = PaymentCard['timeline'][number]

const STATUS_TEXTS: Record<PaymentStatus, string> = {
  saved: 'Сохранена',
  registering: 'Отправляется в банк',
  registered: 'Банк принял поручение',
  processing: 'Банк исполняет выплату',
  paid: 'Оплачена',
  rejected: 'Отклонена',
  cancelled: 'Отменена',
  unknown: 'Ответ банка не получен, результат уточняется',
}

/** A payment that goes by file: a person takes it to the bank, which says nothing of it before its statement. */
const FILE_TEXTS: Partial<typeof STATUS_TEXTS> = {
  registering: 'Передана в реестр',
  registered: 'Записана в файл для банка',
}

const SENDS: Record<string, string> = {
  throttled: 'Банк просит подождать, отправка повторится',
  not_sent: 'Связи с банком нет, отправка повторится',
  config: 'Банк отказал в доступе, обмен остановлен',
  ambiguous: 'Ответ на отправку не получен',
}

/** The story of a payment, oldest first, in words (payments.md 11). */
export function timelineOf(
  row: PaymentRow,
  events: readonly EventRow[],
  sends: readonly SendRow[],
): Step[] {
  const steps = events.map((event) => stepOf(row, event))
  const tries = sends.map((send) => ({
    at: send.at,
    actor: 'Система',
    text: SENDS[send.outcome] ?? 'Отправка',
    status: null,
  }))
  return [...steps, ...tries].sort((a, b) => (a.at < b.at ? -1 : 1))
}

function stepOf(row: PaymentRow, event: EventRow): Step {
  const status = event.to_status as PaymentStatus
  const byFile = fileProviderOf(row.adapter) !== undefined
  const parts = [(byFile && FILE_TEXTS[status]) || STATUS_TEXTS[status]]
  if (status === 'saved') parts.push(`${roubles(row.amount_kop)} ₽`)
  if (event.approver !== null) parts.push(`подтвердил(а) ${event.approver}`)
  if (status === 'rejected')
    parts.push(row.reason_text ?? reasonText(reasonsOf(row.adapter), event.reason_code ?? ''))
  if (status === 'cancelled' && row.reason_text !== null) parts.push(row.reason_text)
  if (status === 'paid' && row.provider_ref !== null) parts.push(`операция ${row.provider_ref}`)
  const actor =
    event.actor === 'user' ? (event.person ?? '—') : event.actor === 'bank' ? 'Банк' : 'Система'
  return { at: event.at, actor, text: parts.join(', ').slice(0, 500), status }
}
