import type { CallInput } from '#contract/core/call.ts'
import { needsAnother } from '#contract/payment/approvers.ts'
import type { paymentReview } from '#contract/payment/review.ts'
import { refuse } from '#http/refusal.ts'
import { requireApproval } from '../../../../../auth/rights/approvals.ts'
import { confirmingPerson } from '../../../prepare/create/confirming-person.ts'
import { addAuditEvent } from '../../../../../db/audit.ts'
import type { Tx } from '../../../../../db/handle.ts'
import { uuidv7 } from '../../../../../db/uuid.ts'
import { namesOf } from '../../../../supplier/record/present-supplier.ts'
import { roubles } from '../../../prepare/create/limit-rules.ts'
import { openDiscrepancy, setPayment, type LockedPayment } from '../../../payment-queries.ts'
import { afterStep } from '../../../send/worker/apply-decision.ts'
import { lockCase, storeClosing } from '../case-queries.ts'
import { caseWords } from '../../../case-kinds.ts'
import { debitedPayment } from '../debit-queries.ts'
import { hasReturnCase, insertReturn, markReturned, returnedOf } from '../return-queries.ts'
import { seenInStatements } from '../seen-queries.ts'
import { insertStanding, lockDueParts } from './standing-payment.ts'
import { isLetterOf, unknownFacts } from '../unknown-queries.ts'
import type { HeldCase } from './held-queries.ts'

type Body = CallInput<typeof paymentReview.resolveUnknown>['body']

/** A payment under lock, what the bank said of it, and what two people make of that. */
interface Decision {
  readonly row: LockedPayment
  readonly cases: readonly HeldCase[]
  readonly body: Body
  /** What a paid payment has not given back yet by our records, and what of that is back or never left. */
  readonly backKop: number
}

const OTHERWISE = 'paid_otherwise'
const NOT_EXECUTED = 'not_executed_confirmed'
const WORDS = 'Подтверждено, что банк выплату не исполнил'

/**
 * Decides a payment with contradicting answers by the bank's letter (payments.md 3.6): how much was paid, or that nothing was
 * executed. Cases and payment end in one transaction.
 */
export async function decideByLetter(
  tx: Tx,
  row: LockedPayment,
  cases: readonly HeldCase[],
  body: Body,
): Promise<void> {
  const seen = await seenInStatements(tx, row.id)
  if (seen !== undefined) refuse('payment.debit-seen', { message: seen })
  await assertProof(tx, row, body)
  assertCount(cases, body)
  const decision = { row, cases, body, backKop: await backOf(tx, row, body) }
  const approverId = await approverOf(tx, decision)
  await closeCases(tx, decision, approverId)
  const standingId = await carryOut(tx, decision, approverId)
  const { paid_kop: kop, paid_count: count, note, proof_file_id: proof = 'statement' } = body
  await awaitExcess(tx, standingId ?? row.id, (kop ?? 0) - row.amount_kop)
  addAuditEvent(tx, {
    action: 'payment.resolve',
    entity: 'payment',
    id: row.id,
    before: { status: row.status, told: cases.map(({ kind }) => kind) },
    after: { paid_kop: kop ?? 0, paid_count: count, note, proof, paid_by: standingId },
    approverId,
  })
}

/** That nothing was executed may be proven by statements as well; that money went, by the letter alone. */
async function assertProof(tx: Tx, row: LockedPayment, body: Body): Promise<void> {
  const { proof_file_id: letter, paid_kop: kop } = body
  if (letter !== undefined && !(await isLetterOf(tx, letter, row.id))) refuse('common.not-found')
  if (letter === undefined && (kop !== undefined || row.status === 'paid'))
    refuse('payment.no-proof', { message: 'Приложите к выплате снимок письма банка' })
  if (kop !== undefined || row.status === 'paid') return
  const facts = await unknownFacts(tx, row.id)
  if (!facts.is_old) refuse('payment.too-early')
  if (letter === undefined && !facts.is_covered) refuse('payment.no-proof')
}

/** Of two payouts under one number it is said how many the bank carried out. */
function assertCount(cases: readonly HeldCase[], { paid_kop: kop, paid_count: count }: Body): void {
  const isCounted = kop !== undefined && cases.some(({ kind }) => kind === DUPLICATE)
  if (isCounted && count === undefined)
    refuse('common.validation', {
      fields: { paid_count: 'Скажите, сколько переводов банк исполнил' },
    })
}

const DUPLICATE = 'duplicate_payout'

/** Of a paid payment what the letter leaves with the supplier is less than our records say by so much. */
async function backOf(tx: Tx, row: LockedPayment, { paid_kop: kop = 0 }: Body): Promise<number> {
  if (row.status !== 'paid') return 0
  if (await hasReturnCase(tx, row.id)) refuse('payment.return-line')
  const left = row.amount_kop - (await returnedOf(tx, row.id))
  const back = left - Math.min(kop, row.amount_kop)
  if (back < 0)
    refuse('common.validation', {
      fields: { paid_kop: `По нашим записям у получателя осталось ${roubles(left)} ₽` },
    })
  return back
}

async function approverOf(tx: Tx, { row, cases, body, backKop }: Decision): Promise<string> {
  const { paid_kop: kop, paid_count: count = null, note, proof_file_id: letter = null } = body
  const told = cases.map(({ kind, told: word }) =>
    [`Банк: ${caseWords(kind).title}`, word].filter(Boolean).join(': '),
  )
  const approverId = await requireApproval(
    tx,
    'payment.resolve',
    {
      entity: 'payment',
      ids: [row.id],
      amountKop: kop ?? row.amount_kop,
      about: {
        suppliers: await namesOf(tx, [row.supplier_id]),
        note,
        warnings: [
          ...told,
          ...effectsOf(row, body, backKop),
          letter === null ? BY_STATEMENT : BY_LETTER,
        ].slice(0, 10),
      },
      details: {
        status: row.status,
        paid_kop: kop ?? null,
        paid_count: count,
        proof_file_id: letter,
        cases: cases.map(({ id }) => id),
      },
    },
    'other',
  )
  if (approverId === null) return refuse('payment.second-person')
  // The PIN counts and not the session, as when the payment was handed over.
  if (needsAnother(row, await confirmingPerson(tx, approverId)))
    refuse('payment.second-person', {
      message:
        'Эту выплату сохранил тот, чей пин-код введён, или тот, кому он давал вход. Подтвердить должен другой человек',
    })
  return approverId
}

const BY_STATEMENT = 'Доказательство: выписка, в которой этого списания нет'
const BY_LETTER = 'Доказательство: приложенное письмо банка'

/** What the person whose PIN it is lets happen. */
function effectsOf({ status, amount_kop: sum }: LockedPayment, body: Body, back: number): string[] {
  const { paid_kop: kop, paid_count: count } = body
  if (kop === undefined)
    return status === 'paid'
      ? [`Деньги не ушли или вернулись: к выплате снова ${roubles(back)} ₽`]
      : ['Банк выплату не исполнил: акты снова к выплате']
  const times = count === undefined ? '' : `, переводов: ${count}`
  return [
    `Банк выплатил ${roubles(kop)} ₽ из ${roubles(sum)} ₽${times}. Отменить это нельзя`,
    kop < sum && 'Остальное снова к выплате',
    kop > sum && `Лишние ${roubles(kop - sum)} ₽ актов не оплатят: их ждём назад`,
  ].filter((word) => typeof word === 'string')
}

async function closeCases(
  tx: Tx,
  { row, cases, body }: Decision,
  approverId: string,
): Promise<void> {
  const { note, paid_kop: kop, paid_count: count, proof_file_id: letter } = body
  const outcome = kop === undefined ? 'not_executed' : 'bank_paid'
  const proof = { proof_file_id: letter, paid_kop: kop, paid_count: count }
  for (const { id, kind } of cases) {
    if ((await lockCase(tx, id))?.closed_at !== null) refuse('payment.discrepancy-closed')
    await storeClosing(tx, id, { resolution: note, approverId, outcome, ...proof })
    addAuditEvent(tx, {
      action: 'payment_discrepancy.close',
      entity: 'payment_discrepancy',
      id,
      after: { kind, payment_id: row.id, resolution: note, outcome, ...proof },
      approverId,
    })
  }
}

/** Ends the payment, or corrects one that is over; the id of the payment that stands for what the bank paid. */
async function carryOut(
  tx: Tx,
  { row, cases, body, backKop }: Decision,
  approverId: string,
): Promise<string | undefined> {
  const { paid_kop: kop } = body
  if (row.status === 'paid') {
    if (backKop > 0) await recordBack(tx, { row, kop: backKop, reason: body.note, approverId })
    return undefined
  }
  const isOver = row.status === 'rejected' || row.status === 'cancelled'
  if (!isOver) await end(tx, row, body)
  const isWhole = !isOver && kop !== undefined && kop >= row.amount_kop
  if (kop === undefined || isWhole || row.is_test) return undefined
  const old = await debitedPayment(tx, row.id)
  const { parts } = await lockDueParts(tx, row.id, kop)
  const proof = { debit_case_id: cases[0]!.id }
  return insertStanding(tx, { old, configId: old.bank_config_id, parts, approverId, proof })
}

/** A payment that runs: the whole sum makes it paid, another one ends it, and another payment stands for what went. */
async function end(tx: Tx, row: LockedPayment, { paid_kop: kop, note }: Body): Promise<void> {
  const isPaid = kop !== undefined && kop >= row.amount_kop
  const reasonCode = isPaid ? null : kop === undefined ? NOT_EXECUTED : OTHERWISE
  const reasonText = isPaid
    ? null
    : kop === undefined
      ? `${WORDS}: ${note}`.slice(0, 500)
      : `Банк исполнил выплату иначе: ушло ${roubles(kop)} ₽`
  const status = isPaid ? 'paid' : 'rejected'
  await setPayment(tx, row.id, {
    status,
    status_source: 'manual',
    reason_code: reasonCode,
    reason_text: reasonText,
    ...(isPaid && { bank_status: 'Исполнена по письму банка' }),
    updated_by: tx.caller.userId,
    nextInSeconds: null,
  })
  await afterStep(tx, row, status, { reasonCode, reasonText })
}

interface Back {
  readonly row: LockedPayment
  readonly kop: number
  readonly reason: string
  readonly approverId: string
}

/** Money that never left, or came back: a return, by which the acts are due again. */
async function recordBack(tx: Tx, { row, kop, reason, approverId }: Back): Promise<void> {
  const id = uuidv7()
  await insertReturn(tx, {
    id,
    payment_id: row.id,
    amount_kop: kop,
    statement_line_id: null,
    reason_text: reason,
    confirmed_by: approverId,
  })
  await markReturned(tx, row.id)
  addAuditEvent(tx, {
    action: 'payment.returned',
    entity: 'payment',
    id: row.id,
    after: { amount_kop: kop, reason, return_id: id },
    approverId,
  })
}

/** What went beyond the payment pays no act: it stands among the discrepancies until people say that it is back. */
async function awaitExcess(tx: Tx, paymentId: string, kop: number): Promise<void> {
  if (kop > 0) await openDiscrepancy(tx, paymentId, 'overpaid', null, { told: `${roubles(kop)} ₽` })
}
