import { act } from '#contract/act/act.ts'
import type { Call, SendInput } from '#contract/core/call.ts'
import type { PaymentCard } from '#contract/payment/payment-entities.ts'
import { bankComparison } from '#contract/payment/comparison.ts'
import { payment } from '#contract/payment/payment.ts'
import { paymentReview, type PaymentDiscrepancy } from '#contract/payment/review.ts'
import { paymentStatement } from '#contract/payment/statement.ts'
import { send } from '#web/api/send.ts'
import { sendApproved } from '#web/api/use-send.ts'
import { refresh } from '#web/api/use-call.ts'
import { CallError, isPassing } from '#web/state/call-error.ts'
import { ask, openDialog } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { money } from '#web/ui/format.ts'
import { CloseDebit, type DebitWords } from './close-debit.tsx'
import { BankDecision, type DecidedPayment, type DecisionWords } from './bank-decision.tsx'

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

/** What was said of a payment or a discrepancy and refused, by its id: the dialog opens with it again. */
const reasonsOfReturns = new Map<string, string>()
const reasonsOfRefusals = new Map<string, string>()
const wordsOfCases = new Map<string, string>()
const wordsOfDebits = new Map<string, DebitWords>()
const wordsOfUnknown = new Map<string, DecisionWords>()

/** Asks, with what was said before, and carries it out; what is done is forgotten. */
async function askAndDecide<T>(
  answers: Map<string, T>,
  id: string,
  { question, decision }: Steps<T>,
): Promise<void> {
  const said = await question(answers.get(id))
  if (said === undefined) return
  answers.set(id, said)
  if (await decision(said)) answers.delete(id)
}

interface Steps<T> {
  readonly question: (before: T | undefined) => Promise<T | undefined>
  /** True once it is done. */
  readonly decision: (said: T) => Promise<boolean>
}

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
  await askAndDecide(reasonsOfReturns, card.id, {
    question: (value) =>
      ask.textarea({
        title: `Вернулось ${money(amount_kop)}`,
        label: 'Откуда это известно и почему вернули',
        hint: 'Например: «В банк-клиенте поступление 25.11, счёт получателя закрыт».',
        ...REASON,
        ...(value !== undefined && { value }),
      }),
    decision: (reason) => confirmReturn({ payment_id: card.id, amount_kop, reason }),
  })
}

/** The same by a line of a statement: its sum stands. Of money that names no payment a person has chosen one. */
export async function recordReturnOf(
  found: PaymentDiscrepancy,
  ours: { readonly id: string } | null = found.payment,
): Promise<void> {
  const { line } = found
  if (!ours || !line) return
  const by = { payment_id: ours.id, amount_kop: line.amount_kop, discrepancy_id: found.id }
  await askAndDecide(reasonsOfReturns, found.id, {
    question: (value) =>
      ask.textarea({
        title: `Возврат ${money(line.amount_kop)}`,
        label: 'Почему вернули',
        hint: 'Акты выплаты снова станут к выплате на эту сумму.',
        ...REASON,
        ...(value !== undefined && { value }),
      }),
    decision: (reason) => confirmReturn({ ...by, reason }),
  })
}

type ReturnBody = Omit<SendInput<typeof paymentReview.confirmReturn>['body'], 'client_id'>

function confirmReturn(body: ReturnBody): Promise<boolean> {
  const client_id = crypto.randomUUID()
  return decide(
    paymentReview.confirmReturn,
    { body: { ...body, client_id } },
    { done: 'Возврат записан: акты снова к выплате', failed: 'Возврат не записан' },
  )
}

/** Money that came and names no payment: that it is none of them is said by one person. */
export const isGuess = ({ is_return: isReturn, payment: ours }: PaymentDiscrepancy) =>
  isReturn && ours === null

/** What a discrepancy was, in the words of a person; of a debit that can pay the acts also whether it does. */
export async function closeCase(found: PaymentDiscrepancy): Promise<void> {
  if (found.may_pay) return closeDebit(found)
  await askAndDecide(wordsOfCases, found.id, {
    question: (value) =>
      ask.textarea({
        title: isGuess(found) ? 'Это не возврат выплаты' : 'Закрыть расхождение',
        label: isGuess(found) ? 'Что это за деньги' : 'Что это было и чем кончилось',
        hint: `${found.title}. ${found.advice}`,
        ...REASON,
        ...(value !== undefined && { value }),
      }),
    decision: (resolution) =>
      decide(
        paymentReview.closeDiscrepancy,
        { body: { id: found.id, resolution } },
        { done: 'Расхождение закрыто', failed: 'Расхождение не закрыто' },
      ),
  })
}

function closeDebit(found: PaymentDiscrepancy): Promise<void> {
  return askAndDecide(wordsOfDebits, found.id, {
    question: (before) =>
      openDialog<DebitWords>({ title: found.title, width: 640 }, (close) => (
        <CloseDebit found={found} before={before} close={close} />
      )),
    decision: ({ outcome, resolution }) =>
      decide(
        paymentReview.closeDiscrepancy,
        { body: { id: found.id, outcome, resolution } },
        {
          done:
            outcome === 'debit_pays'
              ? 'Расхождение закрыто: списание оплатило акты'
              : 'Расхождение закрыто',
          failed: 'Расхождение не закрыто',
        },
      ),
  })
}

/** The bank refused an order of a file and no file of it says so: its reason, and another's PIN. */
export function recordRefusal(card: PaymentCard): Promise<void> {
  return askAndDecide(reasonsOfRefusals, card.id, {
    question: (value) =>
      ask.textarea({
        title: `Банк отклонил ${money(card.amount_kop)}`,
        label: 'Причина отказа, кто и когда сообщил',
        hint: 'Акты снова станут к выплате. Если банк всё же спишет деньги, это покажет выписка.',
        ...REASON,
        max: 400,
        ...(value !== undefined && { value }),
      }),
    decision: (reason) =>
      decide(
        paymentReview.markRejectedByBank,
        { body: { id: card.id, reason } },
        { done: 'Отказ записан: акты снова к выплате', failed: 'Отказ не записан' },
      ),
  })
}

/** Two people say what became of a payment whose end its bank does not tell, or tells in contradicting words. */
export function decideUnknown(about: DecidedPayment): Promise<void> {
  const title = about.held ? 'Решить с письмом банка' : 'Банк выплату не исполнил'
  return askAndDecide(wordsOfUnknown, about.id, {
    question: (before) =>
      openDialog<DecisionWords>({ title, width: 640 }, (close) => (
        <BankDecision about={about} before={before} close={close} />
      )),
    decision: ({ note, letter, isPaid, paidKop, paidCount }) =>
      decide(
        paymentReview.resolveUnknown,
        {
          body: {
            id: about.id,
            note,
            ...(letter && { proof_file_id: letter.id }),
            ...(isPaid && { paid_kop: paidKop ?? about.amount_kop }),
            ...(isPaid && about.held?.counts_payouts && { paid_count: paidCount ?? 1 }),
          },
        },
        {
          done: isPaid ? 'Решено: банк выплатил' : 'Решено: акты снова к выплате',
          failed: 'Выплата осталась неясной',
        },
      ),
  })
}

/** The same from the list of discrepancies. */
export async function decideHeld(found: PaymentDiscrepancy): Promise<void> {
  const { payment: ours, title, told, counts_payouts } = found
  if (ours) await decideUnknown({ ...ours, held: { title, told, counts_payouts } })
}

/** A saved payment that the bank knows is handed over to be asked about: a person's words, and another's PIN. */
export async function adoptKnown(found: PaymentDiscrepancy): Promise<void> {
  await askAndDecide(wordsOfCases, found.id, {
    question: (value) =>
      ask.textarea({
        title: 'Принять то, что знает банк',
        label: 'Откуда банк её знает',
        hint: 'Выплату не отправят: банк спросят, чем она кончилась, и карточка это покажет.',
        ...REASON,
        ...(value !== undefined && { value }),
      }),
    decision: (resolution) =>
      decide(
        bankComparison.adoptKnown,
        { body: { id: found.id, resolution } },
        { done: 'Банк спрошен: итог появится в карточке', failed: 'Выплата не принята' },
      ),
  })
}

/** The bank is asked now; what it answers shows in the card. */
export async function askBank({ id }: PaymentCard): Promise<void> {
  try {
    await send(payment.getStatuses, { body: { ids: [id] } })
    toast.success('Банк спрошен: ответ появится здесь')
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    await ask.error({ title: 'Банк не спрошен', error })
  }
  await refresh([payment.get])
}

interface Words {
  readonly done: string
  readonly failed: string
}

/** True once it is done. */
async function decide<C extends Call>(
  call: C,
  input: SendInput<C>,
  { done, failed }: Words,
): Promise<boolean> {
  let isDone = false
  try {
    await sendApproved(call, input)
    isDone = true
    toast.success(done)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    // The user closed the PIN dialog: no message is needed.
    if (error.code === 'approval.required') return false
    await ask.error({
      title: isPassing(error) ? 'Ответ сервера не пришёл' : failed,
      error,
      outcome: isPassing(error) ? 'Решение могло записаться: посмотрите состояние выплаты.' : '',
    })
  }
  await refresh(CHANGED_CALLS)
  return isDone
}
