import QRCode from 'qrcode'
import type { CallInput } from '#contract/core/call.ts'
import type { PaymentCard } from '#contract/payment/payment-entities.ts'
import type { payment } from '#contract/payment/payment.ts'
import { refuse } from '#http/refusal.ts'
import { nameApprovers, othersWhoConfirm } from '../../../../auth/rights/approvals.ts'
import { may } from '../../../../auth/rights/rights.ts'
import { whoMay } from '../../../../auth/rights/right-holders-queries.ts'
import { hasRole } from '../../../../auth/session.ts'
import type { Db } from '../../../../db/handle.ts'
import { shorten } from '../../../../text/shorten.ts'
import { fileProviderOf } from '../../../bank/providers/all.ts'
import type { PaymentOrder } from '../../../bank/providers/file-provider.ts'
import { casesOf, debitStory, type CaseStory } from '../decisions/debit-queries.ts'
import { doubtsOfActs, openDoubt, type DoubtOfActs } from '../../doubt-queries.ts'
import { doubtAdvice, heldWords } from '../../doubt-words.ts'
import { inWords } from '../../reasons.ts'
import { caseWords } from '../../case-kinds.ts'
import { heldBy, type HeldCase } from '../decisions/letter/held-queries.ts'
import { retryWords } from '../../prepare/create/retries.ts'
import { isRepeatedNow, repeatedIn, repeatsOf } from '../../prepare/create/retry-queries.ts'
import { receiptOf } from '../../prepare/npd/npd-payment-queries.ts'
import { withDoubt } from '../../prepare/payee/payee-marks.ts'
import { knownChecks } from '../../prepare/payee/payee-queries.ts'
import { orderByHand } from '../../send/registry/compose-orders.ts'
import { shownPayment } from '../../present-payment.ts'
import { paymentsByIds, type PaymentRow } from '../../present-queries.ts'
import { eventsOf, quietSends, returnsOf } from './timeline-queries.ts'
import { timelineOf } from './timeline.ts'

/** payment/getPayment: one payment whole, its story in words and what the caller may do now. */
export function getPayment(db: Db, { query }: CallInput<typeof payment.get>): Promise<PaymentCard> {
  return shownCard(db, query.id)
}

export async function shownCard(db: Db, id: string): Promise<PaymentCard> {
  const [row] = await paymentsByIds(db, [id])
  if (!row) return refuse('common.not-found')
  const [
    events,
    sends,
    returns,
    known,
    doubt,
    repeats,
    repeated,
    isRepeated,
    cases,
    debit,
    doubts,
    held,
    receipt,
  ] = await Promise.all([
    eventsOf(db, row.id),
    quietSends(db, row.id),
    returnsOf(db, row.id),
    knownChecks(db, [row.payment_method_id]),
    openDoubt(db, row.id),
    repeatsOf(db, [row.id]),
    repeatedIn(db, row.id),
    isRepeatedNow(db, row.id),
    casesOf(db, row.id),
    debitStory(db, row.id),
    isUnsent(row) ? doubtsOfActs(db, [row.id]) : [],
    heldBy(db, row.id),
    receiptOf(db, row.id),
  ])
  const shown = shownPayment(row)
  const standstill =
    standstillWords(row, { doubts, held, cases }) ??
    (await fileWords(db, row)) ??
    (await secondPersonWords(db, row))
  // A new payment would be a second one, if the bank did pay: what was found is resolved first.
  return {
    ...shown,
    npd_receipt: receipt ?? null,
    ...(standstill !== null && { reason_text: standstill }),
    // «Повторите» would be a second repeat.
    advice:
      standstill ??
      adviceOf(row, isRepeated && isOver(row) ? null : shown.advice, {
        doubt,
        held,
        cases,
      }),
    payee_check: withDoubt(row.method_snapshot.check, known[0]),
    timeline: timelineOf(row, { events, sends, cases, debit }),
    debit_of: debit?.original_id ?? null,
    debit_line:
      debit?.booked_on == null
        ? null
        : { doc_number: debit.doc_number, booked_on: debit.booked_on },
    returns,
    retries: retryWords(repeats),
    repeated_in: repeated,
    held: shownHeld(held),
    qr_svg: isInFile(row) ? await paymentQr(db, row) : null,
    may: allowedActions(db, row, held.length > 0).filter(
      (action) =>
        (doubt === undefined || !PAYING.includes(action)) && (action !== 'retry' || !isRepeated),
    ),
  }
}

/** The first of them that no value holds separates the fields (ГОСТ Р 56042-2014, 5.2). */
const SEPARATORS = ['|', '~', '^', '#', ';', '!']
const NAME_LENGTH = 160
const BANK_LENGTH = 45

/**
 * The text of a payment code by ГОСТ Р 56042-2014 in UTF-8 (payments.md 7): obligatory fields in their order, then the sum in
 * kopecks, the purpose with its marker, ИНН and КПП. Undefined where an obligatory field is unknown or no separator is free.
 */
export function paymentCodeText({ payee, amountKop, purpose }: PaymentOrder): string | undefined {
  const obligatory = {
    Name: payee.name.slice(0, NAME_LENGTH),
    PersonalAcc: payee.account,
    BankName: payee.bankName.slice(0, BANK_LENGTH),
    BIC: payee.bik,
    CorrespAcc: payee.corrAccount ?? '',
  }
  if (Object.values(obligatory).some((value) => value === '')) return undefined
  const fields = Object.entries({
    ...obligatory,
    Sum: String(amountKop),
    Purpose: purpose,
    ...(payee.inn && { PayeeINN: payee.inn }),
    ...(payee.kpp && { KPP: payee.kpp }),
  })
  const separator = SEPARATORS.find((one) => fields.every(([, value]) => !value.includes(one)))
  if (separator === undefined) return undefined
  return ['ST00012', ...fields.map(([key, value]) => `${key}=${value}`)].join(separator)
}

/**
 * The code with which a person pays a payment of a file from the bank's own application; its line in the statement closes the
 * payment. Never of a bank that is asked by calls: that would invite a second payment.
 */
async function paymentQr(
  db: Db,
  payment: { readonly id: string; readonly bank_config_id: string },
): Promise<string | null> {
  const order = await orderByHand(db, payment.bank_config_id, payment.id)
  const text = order && paymentCodeText(order)
  if (!text) return null
  return QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 })
}

interface Standstill {
  readonly doubts: readonly DoubtOfActs[]
  readonly held: readonly HeldCase[]
  readonly cases: readonly CaseStory[]
}

/** Why a payment that is under way does not move, in place of what its state says. */
function standstillWords(row: PaymentRow, why: Standstill): string | null {
  if (why.doubts[0]) return heldWords(why.doubts[0])
  if (!isRunning(row)) return null
  if (why.held[0]) return `${saidWords(why.held[0])}. ${BY_LETTER}`
  const open = why.cases.find(({ closed_at: at }) => at === null)
  return open && row.status !== 'unknown'
    ? `${caseWords(open.kind).title}. Решите это на вкладке «Расхождения»`
    : null
}

/** Of a payment whose file nobody has downloaded: who may, for somebody who may not. */
async function fileWords(db: Db, row: PaymentRow): Promise<string | null> {
  const waits = row.status === 'registering' && fileProviderOf(row.adapter) !== undefined
  if (!waits || may(db, 'report.export')) return null
  return `Ждёт файла, банк о выплате не знает. Файл скачивает ${await whoMay(db, 'report.export')}`
}

/** Of a saved payment for two: who may be the second. */
async function secondPersonWords(db: Db, row: PaymentRow): Promise<string | null> {
  if (row.status !== 'saved' || !row.four_eyes) return null
  const { people, nobody } = await othersWhoConfirm(db, 'payment.register', row.created_by)
  if (people.length === 0) return shorten(`Ждёт второй подписи. ${nobody}`, 500)
  const can = people.length === 1 ? 'может' : 'могут'
  return shorten(`Ждёт второй подписи: подтвердить ${can} ${nameApprovers(people)}`, 500)
}

const isRunning = ({ status }: PaymentRow): boolean =>
  status === 'registered' || status === 'processing' || status === 'unknown'

const BY_LETTER = 'Не платите повторно: что ушло, решат двое с письмом банка'

const saidWords = ({ kind, told }: HeldCase): string =>
  `${caseWords(kind).title}${told === null ? '' : `: ${inWords(told)}`}`

/** The first thing that the bank said; of several payouts under one number it is asked how many went, whichever was first. */
function shownHeld(holdingCases: readonly HeldCase[]): PaymentCard['held'] {
  const [first] = holdingCases
  if (!first) return null
  const counts = holdingCases.some(({ kind }) => kind === 'duplicate_payout')
  return { title: caseWords(first.kind).title, told: inWords(first.told), counts_payouts: counts }
}

/** What to do; of what a bank did against its own word something else than its reason said. */
function adviceOf(
  row: PaymentRow,
  advice: string | null,
  {
    doubt,
    held,
    cases,
  }: Pick<Standstill, 'held' | 'cases'> & { doubt: { kind: string | null } | undefined },
): string | null {
  if (held[0] && !isRunning(row)) return `${saidWords(held[0])}. ${BY_LETTER}`.slice(0, 300)
  if (doubt !== undefined) return doubtAdvice(doubt.kind)
  const overpaidCase = cases.find(({ closed_at: at, kind }) => at === null && kind === 'overpaid')
  if (overpaidCase)
    return `${caseWords(overpaidCase.kind).title}. ${caseWords(overpaidCase.kind).advice}`
  if (cases.some(({ outcome }) => outcome === 'debit_pays')) return DONE_AFTER_ALL
  const told = cases.find(({ outcome }) => outcome === 'bank_paid')
  return told && isOver(row) ? DONE_BY_LETTER : advice
}

const DONE_AFTER_ALL = 'Потом банк это поручение исполнил: акты оплачены по его списанию'
const DONE_BY_LETTER = 'Что банк исполнил, оплатила другая выплата, по его письму'

const PAYING: readonly PaymentCard['may'][number][] = ['register', 'retry']

const isOver = ({ status }: PaymentRow): boolean => ['rejected', 'cancelled'].includes(status)

/** Handed over, and nothing of it can have reached the bank. */
const isUnsent = ({ status, first_sent_at }: PaymentRow): boolean =>
  status === 'registering' && first_sent_at === null

/** Written into a file, and nothing is known of it since. */
function isInFile(row: PaymentRow): boolean {
  return row.status === 'registered' && fileProviderOf(row.adapter) !== undefined
}

function allowedActions(db: Db, row: PaymentRow, isHeld: boolean): PaymentCard['may'] {
  const { session, userId } = db.caller
  const manager = session !== undefined && hasRole(session, 'MANAGER')
  const list: PaymentCard['may'] = []
  if (row.status === 'saved') {
    if (may(db, 'payment.register')) list.push('register')
    if (may(db, 'payment.cancel') && (manager || row.created_by === userId)) list.push('cancel')
  }
  if ((isUnsent(row) || isInFile(row)) && may(db, 'payment.withdraw')) list.push('withdraw')
  const isAtBank = row.status === 'registered' || row.status === 'processing'
  if (isAtBank && fileProviderOf(row.adapter) && may(db, 'payment.return')) list.push('reject')
  if ((row.status === 'unknown' || isHeld) && may(db, 'payment.resolve')) list.push('resolve')
  const mayReturn = row.status === 'paid' && row.returned_kop < row.amount_kop
  if (mayReturn && may(db, 'payment.return')) list.push('return')
  const hasEnded = isOver(row) || row.returned_kop > 0
  if (hasEnded && !row.is_test && may(db, 'payment.save')) list.push('retry')
  return list
}
