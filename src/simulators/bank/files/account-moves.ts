import type { BankState } from '../bank-state.ts'
import type { LedgerLine, Payout } from '../payout.ts'

/** One movement of money on an account; days are those of Moscow, where the bank keeps its books. */
export type Move = {
  kind: 'payment' | 'return' | 'fee'
  isDebit: boolean
  amount_kop: number
  day: string
  at: string
  payout: Payout
}

/** A statement before it is written in a format. */
export type Statement = {
  account: string
  from: string
  to: string
  openingKop: number
  debitKop: number
  creditKop: number
  closingKop: number
  moves: Move[]
}

const MOSCOW_MS = 3 * 3_600_000

/** The bank's calendar day of a moment, `YYYY-MM-DD`. */
export function bankDay(at: number): string {
  return new Date(at + MOSCOW_MS).toISOString().slice(0, 10)
}

/** The account that pays a transfer: the one its file names, or the one of the bank's settings. */
export function payerOf(bank: BankState, { metadata }: Payout): string {
  return metadata['payer'] ?? bank.settings().transfer_account
}

/** The statement of an account over whole days; it adds up, whatever happened before it. */
export function makeStatement(
  bank: BankState,
  { account, from, to }: { account: string; from: string; to: string },
): Statement {
  const all = movesOf(bank, account)
  const moves = all.filter(({ day }) => day >= from && day <= to)
  const before = all.filter(({ day }) => day < from)
  const openingKop = before.reduce(
    (sum, move) => sum + signedKop(move),
    bank.settings().balance_kop,
  )
  const total = (isDebit: boolean) =>
    moves
      .filter((move) => move.isDebit === isDebit)
      .reduce((sum, { amount_kop }) => sum + amount_kop, 0)
  const [debitKop, creditKop] = [total(true), total(false)]
  const closingKop = openingKop + creditKop - debitKop
  return { account, from, to, openingKop, debitKop, creditKop, closingKop, moves }
}

const signedKop = ({ isDebit, amount_kop }: Move) => (isDebit ? -amount_kop : amount_kop)

function movesOf(bank: BankState, account: string): Move[] {
  const { store } = bank
  const read = (lines: LedgerLine[], isDebit: boolean): Move[] =>
    lines.flatMap(({ payout_id, amount_kop, at }): Move[] => {
      const payout = store.payout(payout_id)
      if (payout?.destination.type !== 'account' || payerOf(bank, payout) !== account) return []
      const facts = { day: bankDay(Date.parse(at)), at, payout }
      const moved: Move = { kind: isDebit ? 'payment' : 'return', isDebit, amount_kop, ...facts }
      const fee = isDebit ? (payout.fee_kop ?? 0) : 0
      return fee > 0 ? [moved, { kind: 'fee', isDebit: true, amount_kop: fee, ...facts }] : [moved]
    })
  return [...read(store.ledger(), true), ...read(store.returns(), false)].toSorted((a, b) =>
    a.at < b.at ? -1 : a.at > b.at ? 1 : 0,
  )
}
