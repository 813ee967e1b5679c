import { createHash } from 'node:crypto'
import { statusTitles } from '#contract/core/status-titles.ts'
import { refuse } from '#http/refusal.ts'
import { requireApproval } from '../../../auth/rights/approvals.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import type { Tx } from '../../../db/handle.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { namesOf } from '../../supplier/record/present-supplier.ts'
import { newMarker } from '../create/create-payment.ts'
import { roubles } from '../create/limit-rules.ts'
import { lockActs, type ActRow } from '../create/party-queries.ts'
import { linkRetries } from '../create/retries.ts'
import { freePartsOf, insertRetries } from '../create/retry-queries.ts'
import { insertPayment, type Part } from '../create/save-queries.ts'
import { lockPayment, setPayment, type LockedPayment } from '../payment-queries.ts'
import { russianDay } from '../statement/line-facts.ts'
import { lockLines, storeVerdict, type LineRow } from '../statement/statement-queries.ts'
import { afterStep } from '../worker/apply-decision.ts'
import { DEBITS } from './case-words.ts'
import { lockCase, type CaseRow } from './case-queries.ts'
import {
  agreementOf,
  debitedPayment,
  holdersOf,
  partsOf,
  type ActHolder,
  type DebitedPayment,
} from './debit-queries.ts'

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
  const parts = paidParts(await partsOf(tx, old.id), line.amount_kop)
  const acts = await lockActs(
    tx,
    parts.map(({ act_id }) => act_id),
  )
  for (const part of parts)
    await assertDue(
      tx,
      acts.find(({ id }) => id === part.act_id)!,
      part,
    )
  const approverId = await approverOf(tx, { found, line, old, acts }, words)
  const id = await insertPaid(tx, { found, line, old, parts, approverId })
  for (const part of parts)
    addAuditEvent(tx, {
      action: 'act.paid-by-debit',
      entity: 'act',
      id: part.act_id,
      after: { payment: id, amount_kop: part.amount_kop },
      approverId,
    })
  return { found, paymentId: id, approverId }
}

function assertDebit(found: CaseRow, line: LineRow, old: DebitedPayment): void {
  const differs = DIFFERING.includes(found.kind)
  const isKind = new RegExp(DEBITS).test(found.kind) || found.kind === 'double_debit' || differs
  const isFree = line.match_status === 'discrepancy' && line.payment_id === old.id
  const isSum = line.amount_kop === old.amount_kop || found.kind === 'amount_mismatch'
  const isWhole = line.direction === 'debit' && isSum
  const isToPayee = !differs || (old.account !== null && line.payee_account === old.account)
  if (!isKind || !isFree || !isWhole || !isToPayee || old.is_test) refuse('payment.no-debit')
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

/** A debit of less pays the acts in their order as far as it goes; one of more pays them whole. */
function paidParts(parts: readonly Part[], kop: number): Part[] {
  let left = kop
  return parts.flatMap((part) => {
    const amount_kop = Math.min(left, part.amount_kop)
    left -= amount_kop
    return amount_kop > 0 ? [{ ...part, amount_kop }] : []
  })
}

const sumOf = (parts: readonly Part[]) => parts.reduce((sum, part) => sum + part.amount_kop, 0)

async function assertDue(tx: Tx, act: ActRow, part: Part): Promise<void> {
  if (act.status !== 'issued' && act.status !== 'signed')
    refuse('payment.act-not-payable', {
      message: `Акт № ${act.number ?? '—'} аннулирован: списание ничего не оплачивает. Выпишите акт заново или потребуйте деньги назад и закройте расхождение вторым способом`,
    })
  const left = act.total_kop - act.reserved_kop - act.paid_kop
  if (part.amount_kop <= left) return
  const holders = await holdersOf(tx, act.id)
  refuse('payment.act-taken', {
    message: `По акту № ${act.number!} осталось ${roubles(left)} ₽ из нужных ${roubles(part.amount_kop)} ₽: ${holders.map(holderWords).join(', ') || 'акт исправлен'}. ${adviceOf(holders)}`,
  })
}

function holderWords({ status, document_number: number, day, amount_kop: kop }: ActHolder): string {
  const name = number === null ? 'выплата без номера' : `выплата № ${number}`
  return `${name} от ${russianDay(day)} на ${roubles(kop)} ₽ (${statusTitles.payment[status]})`
}

function adviceOf(holders: readonly ActHolder[]): string {
  if (holders.some(({ status }) => status === 'saved'))
    return 'Отмените сохранённую выплату и закройте расхождение снова'
  if (holders.some(({ is_unsent }) => is_unsent))
    return 'Она не отправлена: отзовите её и закройте расхождение снова'
  return holders.some(({ status }) => status !== 'paid')
    ? 'Дождитесь её итога. Если она дойдёт, деньги ушли дважды: потребуйте это списание назад и закройте расхождение вторым способом'
    : 'Деньги ушли дважды: потребуйте это списание назад и закройте расхождение вторым способом'
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
  const over = line.amount_kop - old.amount_kop
  const less = `Списано ${roubles(line.amount_kop)} ₽ из ${roubles(old.amount_kop)} ₽: остальное останется к выплате`
  const more = `Списано больше выплаты на ${roubles(over)} ₽: актов это не оплатит, потребуйте лишнее назад`
  return [
    ...(over === 0 ? [] : [over < 0 ? less : more]),
    ...(isRunning(old) ? ['Прежняя выплата закончится: иначе банк её не исполнит'] : []),
  ]
}

interface NewPayment {
  readonly found: CaseRow
  readonly line: LineRow
  readonly old: DebitedPayment
  readonly parts: readonly Part[]
  readonly approverId: string
}

/** Says of the payee, the way and the purpose what the order said that the bank carried out. */
async function insertPaid(tx: Tx, deal: NewPayment): Promise<string> {
  const { found, line, old, parts, approverId } = deal
  const configId = found.kind === ELSEWHERE ? await agreementOf(tx, line.id) : old.bank_config_id
  const id = uuidv7()
  await insertPayment(
    tx,
    {
      company_id: tx.companyId,
      id,
      supplier_id: old.supplier_id,
      payment_method_id: old.payment_method_id,
      bank_config_id: configId,
      method_snapshot: old.method_snapshot,
      payee_key: old.payee_key,
      amount_kop: sumOf(parts),
      purpose: old.purpose,
      vat_clause: old.vat_clause,
      revenue_type_code: old.revenue_type_code,
      marker: newMarker(),
      save_hash: createHash('sha256').update(line.id).digest(),
      four_eyes: true,
      retry_of: old.is_named ? null : old.id,
      debit_line_id: line.id,
      debit_of: old.id,
      created_by: tx.caller.userId!,
      updated_by: tx.caller.userId,
    },
    parts,
  )
  const free = await freePartsOf(
    tx,
    parts.map(({ act_id }) => act_id),
  )
  await insertRetries(tx, id, linkRetries(parts, free, old.id))
  await storeVerdict(tx, line.id, { ...MATCHED, paymentId: id }, tx.caller.userId)
  const row = (await lockPayment(tx, id))!
  await setPayment(tx, id, {
    status: 'paid',
    status_source: 'statement',
    approved_by: approverId,
    bank_status: 'Проведена по выписке',
    updated_by: tx.caller.userId,
    nextInSeconds: null,
  })
  await afterStep(tx, row, 'paid', { reasonCode: null, reasonText: null })
  addAuditEvent(tx, {
    action: 'payment.by-debit',
    entity: 'payment',
    id,
    after: { amount_kop: sumOf(parts), line: line.id, instead_of: old.id },
    approverId,
  })
  return id
}
