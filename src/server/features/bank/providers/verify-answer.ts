import { formatMoney } from '#contract/core/input-text.ts'
import {
  NOT_TOLD,
  type BankAnswer,
  type BankClaim,
  type BankPayout,
  type Payee,
  type ReadAnswer,
  type SentPayout,
} from './provider.ts'

type Part = 'ref' | 'ourId' | 'amountKop' | 'currency' | 'payee'

/**
 * The one place that decides whether a bank speaks of the payout that it was asked about (payments.md 3.4): number, our mark, sum,
 * currency and destination, each where its protocol tells it. One that differs makes the whole answer prove nothing.
 */
export function verifyAnswer(answer: ReadAnswer, sent: SentPayout, ref: string | null): BankAnswer {
  const judged = answer.payouts.map((claim) => ({ claim, parts: differingParts(claim, sent, ref) }))
  const other = judged.find(({ parts }) => parts.length > 0)
  if (!other) return { ...answer, payouts: answer.payouts.map(payoutOf) }
  const isOurs = other.parts.every((part) => part === 'amountKop' || part === 'currency')
  const paidOtherwise = judged.some(
    ({ claim, parts }) => claim.status === 'paid' && isNamedAsOurs(claim, parts, ref),
  )
  return {
    outcome: 'ambiguous',
    payouts: [],
    ...(answer.httpStatus !== undefined && { httpStatus: answer.httpStatus }),
    errorCode: isOurs ? 'amount_mismatch' : 'foreign_answer',
    errorText: isOurs ? sumOf(other.claim) : describeClaim(other.claim),
    ...(paidOtherwise && { paidOtherwise }),
  }
}

/** Parts of the payout that differ from what was asked and sent; `ref` is the bank's number by which it was asked. */
export function differingParts(
  claim: BankClaim,
  sent: SentPayout,
  ref: string | null,
): readonly Part[] {
  const { ourId, amountKop, currency, payee } = claim
  const parts: [Part, boolean][] = [
    ['ref', ref === null || claim.ref === ref],
    ['ourId', ourId === NOT_TOLD || ourId === sent.id],
    ['amountKop', amountKop === NOT_TOLD || amountKop === sent.amountKop],
    ['currency', currency === NOT_TOLD || currency === 'RUB'],
    ['payee', payee === NOT_TOLD || sent.payee === null || isSamePayee(payee, sent.payee)],
  ]
  return parts.flatMap(([part, isSame]) => (isSame ? [] : [part]))
}

function isSamePayee(told: Payee | null, sent: Payee): boolean {
  if (told?.kind === 'sbp' && sent.kind === 'sbp')
    return digitsOf(told.phone) === digitsOf(sent.phone) && told.bankId === sent.bankId
  if (told?.kind === 'card' && sent.kind === 'card') return told.last4 === sent.last4
  if (told?.kind === 'account' && sent.kind === 'account')
    return told.account === sent.account && told.bik === sent.bik
  return false
}

const digitsOf = (phone: string) => phone.replaceAll(/\D/g, '')

/** The object has the number that was asked for, or our mark: whatever else differs, its money may be that of our payment. */
function isNamedAsOurs({ ourId }: BankClaim, parts: readonly Part[], ref: string | null): boolean {
  const hasMark = ourId !== NOT_TOLD && !parts.includes('ourId')
  return hasMark || (ref !== null && !parts.includes('ref'))
}

function payoutOf({ ref, status, bankStatus, known, reason, bankText }: BankClaim): BankPayout {
  return { ref, status, bankStatus, known, reason, ...(bankText !== undefined && { bankText }) }
}

/** What the bank said instead, for the person who is to ask it; destinations as far as they are shown elsewhere. */
function describeClaim(claim: BankClaim): string {
  const { ref, ourId, payee, bankStatus } = claim
  const mark = ourId === NOT_TOLD ? [] : [ourId === null ? 'без нашей метки' : `метка ${ourId}`]
  const told = payee === NOT_TOLD || payee === null ? [] : [maskOf(payee)]
  const sum = claim.amountKop === NOT_TOLD ? [] : [sumOf(claim)]
  return [`номер ${ref}`, ...mark, ...sum, ...told, bankStatus].join(', ').slice(0, 300)
}

function maskOf(payee: Payee): string {
  if (payee.kind === 'card') return `карта •••• ${payee.last4}`
  if (payee.kind === 'sbp') return `телефон …${payee.phone.slice(-4)}`
  return `счёт …${payee.account.slice(-4)}`
}

/** `90,00 ₽`, with the bank's own currency. */
export function sumOf({ amountKop, currency }: BankClaim): string {
  const sum = typeof amountKop === 'number' ? formatMoney(amountKop, ' ') : 'сумма не названа'
  return `${sum} ${typeof currency === 'string' && currency !== 'RUB' ? currency.slice(0, 3) : '₽'}`
}
