import type { CallInput } from '#contract/core/call.ts'
import type { PaymentDiscrepancy, paymentReview } from '#contract/payment/review.ts'
import type { LineCandidate } from '#contract/payment/statement.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import type { ApprovalObject } from '../../../../auth/rights/approval-object.ts'
import { requireApproval } from '../../../../auth/rights/approvals.ts'
import { addAuditEvent } from '../../../../db/audit.ts'
import { inTransaction, type Db, type Tx } from '../../../../db/handle.ts'
import { UNASKED_BANK } from '../../../../installation/installation-queries.ts'
import { namesOf } from '../../../supplier/record/present-supplier.ts'
import { caseWords } from '../../case-kinds.ts'
import { inWords } from '../../reasons.ts'
import { roubles } from '../../prepare/create/limit-rules.ts'
import { POSSIBLE_RETURN } from '../../reconcile/statement/classify-line.ts'
import type { ReturnSign } from '../../reconcile/statement/choose/returned-money.ts'
import { asList, readList } from '../../../../list/lists.ts'
import {
  caseRows,
  findCase,
  lockCase,
  mayPayActs,
  storeClosing,
  withCaseColumns,
  type CaseFilter,
  type PossibleRow,
} from './case-queries.ts'
import { caseFacts, type CaseFacts } from './debit-queries.ts'
import { needsLetter } from './letter/held-queries.ts'
import { payByDebit } from './pay-by-debit.ts'
import { denyReturn } from './return-queries.ts'

/** payment/getDiscrepancies: what contradicts our payments, the latest first. */
export function listDiscrepancies(
  db: Db,
  { query }: CallInput<typeof paymentReview.getDiscrepancies>,
): Promise<Answer<typeof paymentReview.getDiscrepancies>> {
  return readList(db, caseList(db, query.filter ?? {}))
}

function caseList(db: Db, filter: CaseFilter) {
  return asList({
    filter,
    sort: { opened_at: 'd.opened_at' },
    first: ['opened_at', 'desc'],
    id: 'd.id',
    from: caseRows(db, filter),
    select: withCaseColumns,
    item: ({
      kind,
      candidates,
      is_lost: isLost,
      has_payout: hasPayout,
      ...row
    }): PaymentDiscrepancy => ({
      ...row,
      told: inWords(row.told),
      candidates: candidates.map(presentCandidate),
      outcome: row.outcome as PaymentDiscrepancy['outcome'],
      ...caseWords(isLost ? 'lost_payout' : kind),
      is_return: kind === 'return' || kind === POSSIBLE_RETURN,
      counts_payouts: kind === 'duplicate_payout',
      is_known:
        (kind === KNOWN && row.payment?.status === 'saved') ||
        (hasPayout && row.closed_at === null),
    }),
  })
}

const KNOWN = 'known_to_bank'

const SIGNS: Readonly<Record<ReturnSign, string>> = {
  number: 'её номер стоит в назначении',
  account: 'деньги пришли со счёта получателя',
  inn: 'ИНН плательщика и получателя один',
  sum: 'сумма та же',
  bank: 'деньги пришли из банка получателя',
}

const presentCandidate = ({ signs, ...payment }: PossibleRow): LineCandidate => ({
  ...payment,
  reasons: signs.map((sign) => SIGNS[sign]),
})

/**
 * payment/closeDiscrepancy: a person says what it was, another confirms; that money which names no payment is none of them is
 * said by one. No payment moves by it; of a debit that can pay the acts of its
 * payment it is said whether it does, and then a payment of its own stands for it.
 */
export async function closeDiscrepancy(
  db: Db,
  { body }: CallInput<typeof paymentReview.closeDiscrepancy>,
): Promise<Answer<typeof paymentReview.closeDiscrepancy>> {
  await inTransaction(db, async (tx) => {
    const one = (await findCase(tx, body.id)) ?? refuse('common.not-found')
    const closed =
      body.outcome === 'debit_pays'
        ? await payByDebit(tx, { id: body.id, ...one }, body.resolution)
        : await closeByWords(tx, body)
    if (closed.found.kind === POSSIBLE_RETURN) await denyReturn(tx, closed.found)
    const { found, approverId } = closed
    const { resolution, outcome } = body
    await storeClosing(tx, found.id, { resolution, approverId, outcome })
    const paidBy = 'paymentId' in closed && { paid_by: closed.paymentId }
    addAuditEvent(tx, {
      action: 'payment_discrepancy.close',
      entity: 'payment_discrepancy',
      id: found.id,
      after: { kind: found.kind, payment_id: found.payment_id, resolution, outcome, ...paidBy },
      approverId,
    })
  })
  const { items } = await readList(db, caseList(db, { ids: [body.id], with: ['rows'] }))
  return items[0]!
}

type Body = CallInput<typeof paymentReview.closeDiscrepancy>['body']

async function closeByWords(tx: Tx, { id, outcome, resolution }: Body) {
  const found = (await lockCase(tx, id))!
  if (found.closed_at !== null) refuse('payment.discrepancy-closed')
  const mayPay = await mayPayActs(tx, id)
  if (mayPay && outcome === undefined)
    refuse('common.validation', {
      fields: { outcome: 'Скажите, оплатило ли это списание акты' },
    })
  if (!mayPay && outcome !== undefined) refuse('payment.no-debit')
  if (await needsLetter(tx, id)) refuse('payment.needs-letter')
  // A guess of ours: no payment was named, and a return can still be recorded by two people.
  if (found.kind === POSSIBLE_RETURN) return { found, approverId: null }
  const { title } = caseWords(found.kind)
  const facts = await caseFacts(tx, id)
  const kop = facts.line_kop ?? facts.amount_kop
  const object: ApprovalObject = {
    entity: 'payment_discrepancy',
    ids: [id],
    ...(kop !== null && { amountKop: kop }),
    about: {
      suppliers: await namesOf(tx, [facts.supplier_id]),
      note: resolution,
      warnings: [
        title,
        ...(found.kind === UNASKED_BANK ? [facts.told ?? ''] : factWords(facts)),
        ...(outcome === 'not_paid' ? ['Актов это не оплатит: они останутся к выплате'] : []),
      ],
    },
    details: { outcome: outcome ?? null },
  }
  // By this word alone a whole company pays again.
  const who = found.kind === UNASKED_BANK ? 'other' : undefined
  return { found, approverId: await requireApproval(tx, 'payment.return', object, who) }
}

/** Which payment and which line a person confirms by. */
function factWords(facts: CaseFacts): string[] {
  const { number, amount_kop: kop, acts, line_kop: lineKop, booked_on: bookedOn } = facts
  const payment = `Выплата${number === null ? '' : ` № ${number}`} на ${roubles(kop ?? 0)} ₽${acts === null ? '' : ` по актам ${acts}`}`
  const what = facts.direction === 'credit' ? 'Поступление' : 'Списание'
  const line = [
    `${what}${facts.doc_number === null ? '' : ` № ${facts.doc_number}`} от ${russianDay(bookedOn ?? '')} на ${roubles(lineKop ?? 0)} ₽`,
    facts.counterparty,
  ]
  return [
    ...(kop === null ? [] : [payment.slice(0, 300)]),
    ...(lineKop === null ? [] : [line.filter(Boolean).join(', ')]),
  ]
}
