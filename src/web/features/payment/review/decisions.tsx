import { act } from '#contract/act/act.ts'
import type { Call, SendInput } from '#contract/core/call.ts'
import type { PaymentCard } from '#contract/payment/payment-entities.ts'
import { payment } from '#contract/payment/payment.ts'
import {
  paymentReview,
  type CaseOutcome,
  type PaymentDiscrepancy,
} from '#contract/payment/review.ts'
import { paymentStatement } from '#contract/payment/statement.ts'
import { sendApproved } from '#web/api/use-send.ts'
import { refresh } from '#web/api/use-call.ts'
import { CallError, isPassing } from '#web/state/call-error.ts'
import { ask, openDialog } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { money } from '#web/ui/format.ts'
import { CloseDebit } from './close-debit.tsx'
import { NotExecuted, type NotExecutedWords } from './not-executed.tsx'

const CHANGED_CALLS = [
  payment.getAll,
  payment.get,
  act.getAll,
  act.get,
  paymentReview.getDiscrepancies,
  paymentStatement.getStatements,
  paymentStatement.getStatementLines,
]

const REASON = { min: 10, max: 500, main: 'Дальше' }

/** Money of a paid payment came back and no statement tells it: the sum and the words of a person, and another's PIN. */
export async function recordReturn(card: PaymentCard): Promise<void> {
  const left = card.amount_kop - card.returned_kop
  const amount_kop = await ask.input({
    title: 'Деньги вернулись',
    label: 'Сколько вернулось, ₽',
    kind: 'money',
    value: left,
    main: 'Дальше',
    hint: 'Акты снова станут к выплате на эту сумму.',
    problem: (kop) =>
      kop <= 0 ? 'Сумма больше нуля' : kop > left ? `Не вернулось ещё ${money(left)}` : undefined,
  })
  if (amount_kop === undefined) return
  const reason = await ask.textarea({
    title: `Вернулось ${money(amount_kop)}`,
    label: 'Откуда это известно и почему вернули',
    hint: 'Например: «В банк-клиенте поступление 25.11, счёт получателя закрыт».',
    ...REASON,
  })
  if (reason !== undefined) await confirmReturn({ payment_id: card.id, amount_kop, reason })
}

/** The same by a line of a statement: its sum stands. */
export async function recordReturnOf(found: PaymentDiscrepancy): Promise<void> {
  const { payment: ours, line } = found
  if (!ours || !line) return
  const reason = await ask.textarea({
    title: `Возврат ${money(line.amount_kop)}`,
    label: 'Почему вернули',
    hint: 'Акты выплаты снова станут к выплате на эту сумму.',
    ...REASON,
  })
  if (reason === undefined) return
  const by = { payment_id: ours.id, amount_kop: line.amount_kop, discrepancy_id: found.id }
  await confirmReturn({ ...by, reason })
}

type ReturnBody = Omit<SendInput<typeof paymentReview.confirmReturn>['body'], 'client_id'>

function confirmReturn(body: ReturnBody): Promise<void> {
  const client_id = crypto.randomUUID()
  return decide(
    paymentReview.confirmReturn,
    { body: { ...body, client_id } },
    { done: 'Возврат записан: акты снова к выплате', failed: 'Возврат не записан' },
  )
}

/** What a discrepancy was, in the words of a person; of a debit that can pay the acts also whether it does. */
export async function closeCase(found: PaymentDiscrepancy): Promise<void> {
  if (found.may_pay) return closeDebit(found)
  const resolution = await ask.textarea({
    title: 'Закрыть расхождение',
    label: 'Что это было и чем кончилось',
    hint: `${found.title}. ${found.advice}`,
    ...REASON,
  })
  if (resolution === undefined) return
  await decide(
    paymentReview.closeDiscrepancy,
    { body: { id: found.id, resolution } },
    { done: 'Расхождение закрыто', failed: 'Расхождение не закрыто' },
  )
}

async function closeDebit(found: PaymentDiscrepancy): Promise<void> {
  const told = await openDialog<{ outcome: CaseOutcome; resolution: string }>(
    { title: found.title, width: 640 },
    (close) => <CloseDebit found={found} close={close} />,
  )
  if (!told) return
  const pays = told.outcome === 'debit_pays'
  await decide(
    paymentReview.closeDiscrepancy,
    { body: { id: found.id, ...told } },
    {
      done: pays ? 'Расхождение закрыто: списание оплатило акты' : 'Расхождение закрыто',
      failed: 'Расхождение не закрыто',
    },
  )
}

/** The bank refused an order of a file and no file of it says so: its reason, and another's PIN. */
export async function recordRefusal(card: PaymentCard): Promise<void> {
  const reason = await ask.textarea({
    title: `Банк отклонил ${money(card.amount_kop)}`,
    label: 'Причина отказа, кто и когда сообщил',
    hint: 'Акты снова станут к выплате. Если банк всё же спишет деньги, это покажет выписка.',
    ...REASON,
    max: 400,
  })
  if (reason === undefined) return
  await decide(
    paymentReview.markRejectedByBank,
    { body: { id: card.id, reason } },
    { done: 'Отказ записан: акты снова к выплате', failed: 'Отказ не записан' },
  )
}

/** What was told of a payment and refused: the dialog opens with it again. */
const toldBefore = new Map<string, NotExecutedWords>()

/** Two people say that the bank did not execute a payment whose end it does not tell. */
export async function giveUp(card: PaymentCard): Promise<void> {
  const told = await openDialog<NotExecutedWords>(
    { title: 'Банк выплату не исполнил', width: 640 },
    (close) => <NotExecuted card={card} before={toldBefore.get(card.id)} close={close} />,
  )
  if (!told) return
  const { note, letter } = told
  toldBefore.set(card.id, told)
  await decide(
    paymentReview.resolveUnknown,
    { body: { id: card.id, note, ...(letter && { proof_file_id: letter.id }) } },
    { done: 'Решено: акты снова к выплате', failed: 'Выплата осталась неясной' },
  )
}

interface Words {
  readonly done: string
  readonly failed: string
}

async function decide<C extends Call>(
  call: C,
  input: SendInput<C>,
  { done, failed }: Words,
): Promise<void> {
  try {
    await sendApproved(call, input)
    toast.success(done)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    // The user closed the PIN dialog: no message is needed.
    if (error.code === 'approval.required') return
    await ask.error({
      title: isPassing(error) ? 'Ответ сервера не пришёл' : failed,
      error,
      kept: isPassing(error) ? 'Решение могло записаться: посмотрите состояние выплаты.' : '',
    })
  }
  await refresh(CHANGED_CALLS)
}
