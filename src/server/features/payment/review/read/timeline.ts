import { ownValue } from '#contract/core/own-value.ts'
import type { PaymentCard, PaymentStatus } from '#contract/payment/payment-entities.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import { roubles } from '../../prepare/create/limit-rules.ts'
import { fileProviderOf, reasonsOf } from '../../../bank/providers/all.ts'
import { caseWords } from '../../case-kinds.ts'
import type { CaseStory, DebitStory } from '../decisions/debit-queries.ts'
import { reasonText } from '../../reasons.ts'
import type { PaymentRow } from '../../present-queries.ts'
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
  unknown: 'Ясного ответа банка нет, результат уточняется',
}

/** A payment that goes by file: a person takes it to the bank, which says nothing of it before its statement. */
const FILE_TEXTS: Partial<typeof STATUS_TEXTS> = {
  registering: 'Передана в реестр',
  registered: 'Записана в файл для банка',
}

const KNOWN = 'known_to_bank'
const SENDS: Record<string, string> = {
  [KNOWN]: 'Банк уже знает эту выплату: она не отправляется, банк спрашивают',
  throttled: 'Банк просит подождать, отправка повторится',
  not_sent: 'Связи с банком нет, отправка повторится',
  config: 'Банк отказал в доступе, обмен остановлен',
  ambiguous: 'Ответ на отправку не получен',
}

interface PaymentStory {
  readonly events: readonly EventRow[]
  readonly sends: readonly SendRow[]
  /** What contradicted it. */
  readonly cases: readonly CaseStory[]
  /** Of a payment that stands for a debit. */
  readonly debit: DebitStory | undefined
}

/** The story of a payment, oldest first, in words (payments.md 11). */
export function timelineOf(row: PaymentRow, story: PaymentStory): Step[] {
  const { events, sends, cases, debit } = story
  const steps = events.map((event) => stepOf(row, event, debit))
  const tries = sends.map((send) => ({
    at: send.at,
    actor: 'Система',
    text: ownValue(SENDS, send.error_code === KNOWN ? KNOWN : send.outcome) ?? 'Отправка',
    status: null,
  }))
  return [...steps, ...tries, ...cases.flatMap(caseSteps)].sort((a, b) => (a.at < b.at ? -1 : 1))
}

/** A fact that contradicts the payment, and what people made of it. */
function caseSteps(one: CaseStory): Step[] {
  const opened = {
    at: one.opened_at,
    actor: 'Банк',
    text: `Расхождение: ${lowerFirst(caseWords(one.kind).title)}`,
    status: null,
  }
  if (one.closed_at === null) return [opened]
  const parts = [
    `Расхождение закрыто${outcomeWords(one)}`,
    one.resolution,
    one.approver !== null && `подтверждено: ${one.approver}`,
  ]
  const text = parts
    .filter((part) => typeof part === 'string')
    .join(', ')
    .slice(0, 500)
  return [opened, { at: one.closed_at, actor: one.person ?? '—', text, status: null }]
}

function outcomeWords({ outcome, paid_kop: kop }: CaseStory): string {
  if (outcome === 'debit_pays') return ', списание оплатило акты'
  if (outcome === 'bank_paid') return `, по письму банк выплатил ${roubles(kop!)} ₽`
  return outcome === 'not_executed' ? ', банк не исполнил' : ''
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Which debit a payment stands for, and instead of what. */
function debitWords({ original_number, booked_on, doc_number }: DebitStory): string {
  const instead = ` вместо выплаты${original_number === null ? '' : ` № ${original_number}`}`
  if (booked_on === null) return `по письму банка${instead}`
  const line = `${doc_number === null ? '' : ` № ${doc_number}`} от ${russianDay(booked_on)}`
  return `по списанию банка${line}${instead}`
}

function stepOf(row: PaymentRow, event: EventRow, debit: DebitStory | undefined): Step {
  const status = event.to_status as PaymentStatus
  const byFile = fileProviderOf(row.adapter) !== undefined
  const parts = [(byFile && FILE_TEXTS[status]) || STATUS_TEXTS[status]]
  if (status === 'saved') parts.push(`${roubles(row.amount_kop)} ₽`)
  if (status === 'saved' && debit) parts.push(debitWords(debit))
  if (event.approver !== null) parts.push(`подтверждено: ${event.approver}`)
  if (status === 'rejected')
    parts.push(row.reason_text ?? reasonText(reasonsOf(row.adapter), event.reason_code ?? ''))
  if (status === 'cancelled' && row.reason_text !== null) parts.push(row.reason_text)
  if (status === 'paid' && row.provider_ref !== null) parts.push(`операция ${row.provider_ref}`)
  const actor =
    event.actor === 'user' ? (event.person ?? '—') : event.actor === 'bank' ? 'Банк' : 'Система'
  return { at: event.at, actor, text: parts.join(', ').slice(0, 500), status }
}
