import type { PaymentStatus } from '#contract/payment/payment-entities.ts'
import type { LineStatus } from '#contract/payment/statement.ts'
import type { CaseKind } from '../../case-kinds.ts'
import { findReturn, type PossibleReturn } from './choose/returned-money.ts'

/** The facts of a stored line. */
export interface LineFacts {
  readonly direction: 'debit' | 'credit'
  readonly number: string | null
  readonly docDate: string | null
  readonly bookedOn: string
  readonly amountKop: number
  readonly payerAccount: string | null
  readonly payerBik: string | null
  readonly payerInn: string | null
  readonly payeeAccount: string | null
  readonly payeeBik: string | null
  readonly purpose: string | null
  readonly operation: string | null
  readonly markers: readonly string[]
}

/** A payment that a line may be about. */
export interface Candidate {
  readonly id: string
  /** The account that it was sent from; of one that was not handed over yet, that of its agreement. */
  readonly payerAccount: string | null
  readonly byFile: boolean
  readonly marker: string
  /** The mark of the payment whose debit this one stands for. */
  readonly standsFor: string | null
  readonly amountKop: number
  /** Of the payee, as it was when the payment was saved. */
  readonly account: string | null
  readonly bik: string | null
  readonly inn: string | null
  readonly number: number | null
  readonly date: string | null
  readonly status: PaymentStatus
  /** Money of it came back. */
  readonly isReturned: boolean
  /** By the bank's letter less of it went than its sum: no line of the whole of it is expected. */
  readonly isDisowned: boolean
  /** Another line of a statement is the proof of it already. */
  readonly isLinked: boolean
  /** That line, where a person gave it by its sum and account alone. */
  readonly linkedBySum: string | null
}

interface VerdictOf<Status extends LineStatus, Rule extends string> {
  readonly status: Status
  /** Which rule of payments.md 4.5 said so, or what contradicts. */
  readonly rule: Rule
  readonly paymentId: string | null
  /** Of money that came: the payments that may have come back by it, the likeliest first. */
  readonly possible?: readonly PossibleReturn[]
  /** Of a debit that names several payments: all of them, for each may be what it paid. */
  readonly named?: readonly string[]
}
export type Verdict =
  | VerdictOf<'discrepancy', CaseKind>
  | VerdictOf<Exclude<LineStatus, 'discrepancy'>, string>

export interface LineContext {
  /** Of the statement: a company may pay from one account through several agreements. */
  readonly account: string
  /** Payments of the company; those of the rule of sums only from this account. */
  readonly candidates: readonly Candidate[]
  /** Lines of this file with the same sum to the same account. */
  readonly sameLines: number
  /** The balances of the file add up and nothing of the line is doubted: only then it moves a payment by itself. */
  readonly isProven: boolean
}

const FEE_OPERATION = '17'
/** Rules by which the bank itself names a payment: such a line takes the place of one that had it by its sum. */
const NAMING: ReadonlySet<string> = new Set(['marker', 'number'])
export const isNaming = ({ rule }: Pick<Verdict, 'rule'>): boolean => NAMING.has(rule)
/** The rule of a credit line that may be a return, and the kind of its discrepancy. */
export const POSSIBLE_RETURN = 'possible_return'
const DAYS_APART = 5
const DAY_MS = 86_400_000
const OPEN = ['registered', 'processing', 'unknown'] as const
const isOpen = (status: PaymentStatus): status is (typeof OPEN)[number] =>
  OPEN.some((one) => one === status)

const verdict = <Status extends LineStatus, Rule extends string>(
  status: Status,
  rule: Rule,
  payment?: Candidate,
): VerdictOf<Status, Rule> => ({
  status,
  rule,
  paymentId: payment?.id ?? null,
})

/** The relation of a line to our payments, by the first rule that applies (payments.md 4.5). Reads no clock and no database. */
export function classifyLine(line: LineFacts, context: LineContext): Verdict {
  if (line.amountKop === 0) return verdict('ignored', 'no_money')
  if (line.direction === 'credit') return classifyCredit(line, context)
  const { candidates } = context
  if (line.markers.length > 0) return classifyMarked(line, context)
  const ours = candidates.filter((one) => one.payerAccount === context.account)
  const fitting = ours.filter(
    (one) => one.amountKop === line.amountKop && one.account === line.payeeAccount,
  )
  const numbered = fitting.filter((one) => hasNumber(line, one))
  if (numbered.length === 1) return classifyStatus('number', numbered[0]!, context)
  const near = fitting.filter((one) => isOpen(one.status) && isNear(line, one))
  if (near.length === 1 && context.sameLines === 1) return verdict('suggested', 'amount', near[0])
  if (near.length > 0) return verdict('none', 'several_payments')
  const ended = ours.find((one) => isOver(one) && isOrderOf(line, one) && differsInOne(line, one))
  if (ended) return classifyNamed(line, ended, context)
  return line.operation === FEE_OPERATION
    ? verdict('ignored', 'commission')
    : verdict('none', 'no_payment')
}

/** What the bank says of an order whose money a payment of its own stands for, it says of that one. */
function namedBy(
  markers: readonly string[],
  candidates: readonly Candidate[],
): Candidate | undefined {
  return (
    candidates.findLast(({ standsFor }) => markers.some((marker) => marker === standsFor)) ??
    candidates.find(({ marker }) => markers.includes(marker))
  )
}

/** Money that came is a payment that came back: surely by our mark or its number, else perhaps, which a person decides. */
function classifyCredit(line: LineFacts, { candidates, account }: LineContext): Verdict {
  const named = namedBy(line.markers, candidates)
  if (named) return verdict('discrepancy', 'return', named)
  const sent = candidates.filter((one) => one.payerAccount === account && one.number !== null)
  const found = findReturn(line, sent)
  if (found.named !== null) return { status: 'discrepancy', rule: 'return', paymentId: found.named }
  return found.isPossible
    ? { ...verdict('suggested', POSSIBLE_RETURN), possible: found.possible }
    : verdict('ignored', 'credit')
}

/** Of several marks a person chooses, unless all that they name are over. */
function classifyMarked(line: LineFacts, context: LineContext): Verdict {
  const named = line.markers.flatMap((marker) => namedBy([marker], context.candidates) ?? [])
  const [first] = named
  if (line.markers.length > 1 && !(first && named.every(isOver)))
    return { ...verdict('none', 'several_markers'), named: named.map(({ id }) => id) }
  return first ? classifyNamed(line, first, context) : verdict('none', 'unknown_marker')
}

function classifyNamed(line: LineFacts, named: Candidate, context: LineContext): Verdict {
  if (named.payerAccount !== context.account)
    return verdict('discrepancy', 'other_agreement', named)
  if (named.amountKop !== line.amountKop) return verdict('discrepancy', 'amount_mismatch', named)
  if (named.account !== line.payeeAccount) return verdict('discrepancy', 'payee_mismatch', named)
  return classifyStatus('marker', named, context)
}

/** The outcome of a line that is surely about a payment, or that a person has confirmed. */
export function classifyStatus(
  rule: string,
  payment: Candidate,
  { isProven }: Pick<LineContext, 'isProven'>,
): Verdict {
  const isGuessed = payment.linkedBySum !== null && isNaming({ rule })
  if (payment.isLinked && !isGuessed) return verdict('discrepancy', 'double_debit', payment)
  const { status } = payment
  if (isOpen(status) || (status === 'paid' && !payment.isDisowned))
    return verdict(isProven ? 'matched' : 'suggested', rule, payment)
  // The worker finishes first; a file that nobody took cannot have been paid.
  if (status === 'registering' && !payment.byFile) return verdict('waiting', rule, payment)
  return verdict('discrepancy', `debit_of_${status}`, payment)
}

/** By our records its acts are due: a debit that names it is a doubt whatever else the line says. */
const isOver = ({ status, isReturned }: Candidate): boolean =>
  status === 'rejected' || status === 'cancelled' || isReturned

/** The number and the day of its order; a file that names no day of the order has the day of the entry alone. */
function isOrderOf(line: LineFacts, payment: Candidate): boolean {
  if (payment.number === null || line.number?.replace(/^0+/, '') !== String(payment.number))
    return false
  return line.docDate === null ? isNear(line, payment) : line.docDate === payment.date
}

/** Of an order that is known by its number; a file need not name the payee's bank. */
function hasNumber(line: LineFacts, payment: Candidate): boolean {
  return isOrderOf(line, payment) && (line.payeeBik === null || line.payeeBik === payment.bik)
}

/** The sum or the account is that of the payment. With neither it is another order that has the number by chance. */
const differsInOne = (line: LineFacts, payment: Candidate): boolean =>
  (payment.amountKop === line.amountKop) !== (payment.account === line.payeeAccount)

/** A payment without a day is near to none: NaN is within no bound. */
function isNear({ docDate, bookedOn }: LineFacts, { date }: Candidate): boolean {
  const apart = Math.abs(Date.parse(docDate ?? bookedOn) - Date.parse(date ?? ''))
  return apart <= DAYS_APART * DAY_MS
}
