/** A line of a statement as the reader writes it down for the server. */
export interface FileLine {
  /** What tells it from every other line of the account: the same in overlapping files. */
  readonly key: string
  readonly direction: 'debit' | 'credit'
  /** `YYYY-MM-DD`. */
  readonly bookedOn: string
  readonly number: string | null
  readonly docDate: string | null
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
}

/** What a statement says of itself. Balances are those of the whole period. */
export interface StatementHead {
  readonly format: '1c' | 'camt.053' | 'api'
  readonly account: string
  readonly from: string
  readonly to: string
  readonly balances: {
    readonly openingKop: number
    readonly creditKop: number
    readonly debitKop: number
    readonly closingKop: number
  } | null
  readonly count: number
}

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
