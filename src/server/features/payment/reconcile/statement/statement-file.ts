/** A line of a statement as the reader writes it down for the server. */
export interface FileLine {
  /** Of the statement: a file may be about several. */
  readonly account: string
  /** What tells it from every other line of the account: the same in overlapping files. */
  readonly key: string
  readonly direction: 'debit' | 'credit'
  /** `YYYY-MM-DD`. */
  readonly bookedOn: string
  readonly number: string | null
  readonly docDate: string | null
  /** Zero of a document without money, which is matched with nothing. */
  readonly amountKop: number
  readonly payerAccount: string | null
  /** Of the payer's bank, and the payer's own: by them money that came back is known. */
  readonly payerBik: string | null
  readonly payerInn: string | null
  readonly payeeAccount: string | null
  readonly payeeBik: string | null
  readonly counterparty: string | null
  readonly purpose: string | null
  /** ВидОплаты. */
  readonly operation: string | null
  /** Our marks in the purpose, each once. */
  readonly markers: readonly string[]
  /** The id of a payment that our order named, 32 hexadecimal digits. */
  readonly endToEndId: string | null
  /** Why the line is not surely what it seems, in whole sentences without their full stop: it settles nothing by itself. */
  readonly doubts: readonly string[]
}

export interface Balances {
  readonly openingKop: number
  readonly creditKop: number
  readonly debitKop: number
  readonly closingKop: number
}

/** The head of one account in a file. Balances are those of the whole period. */
export interface StatementHead {
  readonly account: string
  readonly from: string
  readonly to: string
  readonly balances: Balances | null
  /** Why no line of it proves anything, or less than it seems. */
  readonly doubts: readonly string[]
  readonly count: number
}

/** The balances add up and nothing of the whole is doubted. */
export const isProven = ({ balances, doubts }: StatementHead): boolean =>
  balances !== null && doubts.length === 0

/** Only such a line moves a payment by itself. */
export const isSure = (head: StatementHead, { doubts }: FileLine): boolean =>
  isProven(head) && doubts.length === 0

/** Records of a file that became no line, and why, as a sentence without its full stop. */
export interface LeftOut {
  readonly what: string
  readonly records: number
}

/** A whole file: what it says of each account in roubles, and what of it was not taken. */
export interface StatementFile {
  readonly format: '1c' | 'camt.053' | 'api'
  readonly statements: readonly StatementHead[]
  readonly leftOut: readonly LeftOut[]
}

export type TakeLine = (line: FileLine) => void

/** Why a file is not taken, as a whole sentence; nothing of it stays. */
export class StatementProblem extends Error {
  readonly said: string

  constructor(said: string) {
    super(said)
    this.said = said
  }
}

export function problem(said: string): never {
  throw new StatementProblem(said)
}
