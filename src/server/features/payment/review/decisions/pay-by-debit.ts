import { refuse } from '#http/refusal.ts'
import { requireApproval } from '../../../../auth/rights/approvals.ts'
import type { Tx } from '../../../../db/handle.ts'
import { namesOf } from '../../../supplier/record/present-supplier.ts'
import { mayPay } from '../../case-kinds.ts'
import { roubles } from '../../prepare/create/limit-rules.ts'
import type { ActRow } from '../../prepare/create/party-queries.ts'
import { lockPayment, setPayment, type LockedPayment } from '../../payment-queries.ts'
import {
  lockLines,
  storeVerdict,
  type LineRow,
} from '../../reconcile/statement/statement-queries.ts'
import { afterStep } from '../../send/worker/apply-decision.ts'
import { lockCase, type CaseRow } from './case-queries.ts'
import { agreementOf, debitedPayment, type DebitedPayment } from './debit-queries.ts'
import { insertStanding, lockDueParts } from './letter/standing-payment.ts'

/** The kind of a debit from another account of ours than the payment was to go from. */
const ELSEWHERE = 'other_agreement'
/** Kinds of a debit that names a payment and differs from it: what it paid is known by the payee's account. */
const DIFFERING = [ELSEWHERE, 'amount_mismatch']
const OTHERWISE = 'debited_otherwise'
const MATCHED = { status: 'matched', rule: 'debit_pays' } as const

interface OpenCase {
  readonly id: string
  readonly payment_id: string | null
  readonly statement_line_id: string | null
}

export interface PaidByDebit {
  readonly found: CaseRow
  readonly paymentId: string
  readonly approverId: string
}

/**
 * The bank debited a payment that we hold for over, and the supplier has the money: a new payment stands for the debit, paid by its line
 * and never sent, and pays the acts of the old one, which stays as it ended (payments.md 3.10). Locks the line, the payments, the
 * case and the acts in this order; what the acts have been given meanwhile is asked under these locks, and the table refuses more.
 */
export async function payByDebit(tx: Tx, one: OpenCase, words: string): Promise<PaidByDebit> {
  if (one.statement_line_id === null || one.payment_id === null) refuse('payment.no-debit')
  const line = (await lockLines(tx, [one.statement_line_id]))[0]!
  const row = (await lockPayment(tx, one.payment_id))!
  const found = (await lockCase(tx, one.id))!
  if (found.closed_at !== null) refuse('payment.discrepancy-closed')
  const old = await debitedPayment(tx, one.payment_id)
  assertDebit(found, line, old)
  if (isRunning(old)) await endDebited(tx, row, line)
  const { parts, acts } = await lockDueParts(tx, old.id, line.amount_kop)
  const approverId = await approverOf(tx, { found, line, old, acts }, words)
  const configId = found.kind === ELSEWHERE ? await agreementOf(tx, line.id) : old.bank_config_id
  const id = await insertStanding(tx, {
    old,
    configId,
    parts,
    approverId,
    proof: { debit_line_id: line.id },
    settle: (paymentId) => storeVerdict(tx, line.id, { ...MATCHED, paymentId }, tx.caller.userId),
  })
  return { found, paymentId: id, approverId }
}

function assertDebit(found: CaseRow, line: LineRow, old: DebitedPayment): void {
  const differs = DIFFERING.includes(found.kind)
  const isFree = line.match_status === 'discrepancy' && line.payment_id === old.id
  const isSum = line.amount_kop === old.amount_kop || found.kind === 'amount_mismatch'
  const isWhole = line.direction === 'debit' && isSum
  const isToPayee = !differs || (old.account !== null && line.payee_account === old.account)
  if (!mayPay(found.kind) || !isFree || !isWhole || !isToPayee || old.is_test)
    refuse('payment.no-debit')
  if (old.status === 'rejected' || old.status === 'cancelled') return
  if (differs && isRunning(old)) return
  if (old.status !== 'paid') refuse('payment.not-over')
  if (old.returned_kop === 0) refuse('payment.no-debit')
}

/** At the bank by a file: nobody but a statement and people tells its end. */
const isRunning = ({ status, by_file }: DebitedPayment): boolean =>
  by_file && (status === 'registered' || status === 'processing')

/** The bank carried the order out otherwise than it was given: the order ends, and the debit stands for what it paid. */
async function endDebited(tx: Tx, row: LockedPayment, line: LineRow): Promise<void> {
  const reasonText = `Банк исполнил поручение иначе: списал ${roubles(line.amount_kop)} ₽`
  await setPayment(tx, row.id, {
    status: 'rejected',
    status_source: 'manual',
    reason_code: OTHERWISE,
    reason_text: reasonText,
    updated_by: tx.caller.userId,
    nextInSeconds: null,
  })
  await afterStep(tx, row, 'rejected', { reasonCode: OTHERWISE, reasonText })
}

interface Deal {
  readonly found: CaseRow
  readonly line: LineRow
  readonly old: DebitedPayment
  readonly acts: readonly ActRow[]
}

async function approverOf(
  tx: Tx,
  { found, line, old, acts }: Deal,
  words: string,
): Promise<string> {
  const numbers = acts.map(({ number }) => `№ ${number!}`).join(', ')
  const approverId = await requireApproval(
    tx,
    'payment.return',
    {
      entity: 'payment_discrepancy',
      ids: [found.id],
      amountKop: line.amount_kop,
      about: {
        suppliers: await namesOf(tx, [old.supplier_id]),
        warnings: [
          `Списание банка оплатит по актам ${numbers}. Отменить это нельзя`,
          ...sums(line, old),
        ],
        note: words,
      },
      details: { outcome: 'debit_pays' },
    },
    'other',
  )
  return approverId ?? refuse('payment.second-person')
}

/** What is beside the sum that pays the acts, and that an order which still runs ends by it. */
function sums(line: LineRow, old: DebitedPayment): string[] {
  const excessKop = line.amount_kop - old.amount_kop
  const less = `Списано ${roubles(line.amount_kop)} ₽ из ${roubles(old.amount_kop)} ₽: остальное останется к выплате`
  const more = `Списано больше выплаты на ${roubles(excessKop)} ₽: актов это не оплатит, потребуйте лишнее назад`
  return [
    ...(excessKop === 0 ? [] : [excessKop < 0 ? less : more]),
    ...(isRunning(old) ? ['Прежняя выплата закончится: иначе банк её не исполнит'] : []),
  ]
}
