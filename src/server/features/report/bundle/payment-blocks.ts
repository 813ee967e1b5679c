import { ownValue } from '#contract/core/own-value.ts'
import { formatMoney } from '#contract/core/input-text.ts'
import { statusTitle } from '#contract/core/status-titles.ts'
import {
  blocksOf,
  field,
  fieldPair,
  heading,
  paragraph,
  space,
  type Block,
} from '../../../documents/body/blocks.ts'
import { tableOf, type PrintedColumn } from '../../../documents/body/table-of.ts'
import { momentIn } from './bundle-words.ts'
import type { AttemptRow } from './evidence-queries.ts'
import type { Evidence } from './gather-evidence.ts'
import type { PaymentProof } from './payment-proofs.ts'

type Moment = (instant: string) => string

/** Payments of the act with their story and the answers of the bank, masked. */
export function paymentBlocks({ payments, timezone }: Evidence): Block[] {
  const moment = momentIn(timezone)
  if (payments.length === 0)
    return [heading(1, 'Выплаты'), paragraph('Выплат по этому акту не было.')]
  return blocksOf(
    heading(1, 'Выплаты'),
    ...payments.flatMap((proof, at) => payment(proof, at + 1, moment)),
  )
}

function payment(proof: PaymentProof, number: number, moment: Moment): Block[] {
  const { payment, part_kop, timeline, attempts, returns } = proof
  const money = (kop: number) => `${formatMoney(kop)} ₽`
  return blocksOf(
    space(2),
    heading(2, `Выплата ${number} от ${moment(payment.saved_at)}`, { size: 11 }),
    fieldPair(['Сумма', money(payment.amount_kop)], ['На этот акт', money(part_kop)]),
    fieldPair(['Куда', payment.method_label], ['Получатель', payment.holder_name]),
    fieldPair(
      ['Банк', `${payment.bank_name}${payment.training ? ', УЧЕБНЫЙ БАНК' : ''}`],
      ['Статус', statusTitle('payment', payment.status)],
    ),
    fieldPair(
      ['Составил', payment.created_by_name],
      ['Подтвердил', payment.approved_by_name ?? '—'],
    ),
    field('Назначение', payment.purpose),
    field('Ключ выплаты у банка', payment.id),
    payment.reason_text && field('Причина', payment.reason_text),
    space(1.5),
    tableOf({ columns: storyColumns(moment), rows: timeline }),
    attempts.length > 0 && [
      space(1.5),
      tableOf({ columns: attemptColumns(moment), rows: attempts }),
      space(1),
    ],
    ...returns.map((one) =>
      paragraph(
        `Возврат ${money(one.amount_kop)} от ${moment(one.at)}: ${RETURNS[one.status]}${one.reason ? `, ${one.reason}` : ''}`,
      ),
    ),
  )
}

const RETURNS: Record<PaymentProof['returns'][number]['status'], string> = {
  suggested: 'предложен',
  confirmed: 'подтверждён',
  dismissed: 'отклонён',
}

function storyColumns(moment: Moment): PrintedColumn<PaymentProof['timeline'][number]>[] {
  return [
    { title: 'Когда', kind: 'center', value: ({ at }) => moment(at) },
    { title: 'Кто', kind: 'text', value: ({ actor }) => actor },
    { title: 'Что', kind: 'text', value: ({ text }) => text },
  ]
}

const ATTEMPTS: Record<string, string> = {
  send: 'отправка',
  status: 'вопрос о состоянии',
  search: 'поиск',
}
const OUTCOMES: Record<string, string> = {
  accepted: 'принято',
  refused: 'отказ',
  not_found: 'не найдено',
  throttled: 'просит подождать',
  not_sent: 'не отправлено',
  config: 'отказ в доступе',
  ambiguous: 'ответа нет',
}

function attemptColumns(moment: Moment): PrintedColumn<AttemptRow>[] {
  return [
    { title: 'Обращение к банку', kind: 'center', value: (row) => moment(row.started_at) },
    { title: 'Вид', kind: 'text', value: ({ kind }) => ownValue(ATTEMPTS, kind) ?? kind },
    {
      title: 'Ответ',
      kind: 'text',
      value: ({ outcome }) =>
        outcome === null ? 'ждём' : (ownValue(OUTCOMES, outcome) ?? outcome),
    },
    { title: 'HTTP', kind: 'center', value: ({ http_status }) => http_status },
    {
      title: 'Слова банка',
      kind: 'text',
      value: ({ error_code, error_text }) => [error_code, error_text].filter(Boolean).join(': '),
    },
    { title: 'Операция банка', kind: 'text', value: ({ provider_ref }) => provider_ref },
  ]
}
