/** How a question to a bank ended (payments.md 3.4); only `accepted` carries payouts. */
export type Outcome =
  | 'accepted'
  | 'refused'
  | 'not_found'
  | 'throttled'
  | 'not_sent'
  | 'config'
  | 'ambiguous'

/** A payout as a bank shows it, in the words of our states; an unlisted word of the bank is `processing`. */
export interface BankPayout {
  readonly ref: string
  readonly status: 'registered' | 'processing' | 'paid' | 'rejected' | 'cancelled'
  readonly bankStatus: string
  /** False when the bank used a word that its documents do not list. */
  readonly known: boolean
  readonly reason: string | null
}

export interface BankAnswer {
  readonly outcome: Outcome
  readonly payouts: readonly BankPayout[]
  readonly httpStatus?: number
  readonly errorCode?: string
  readonly errorText?: string
  /** Seconds, at most ten minutes. */
  readonly retryAfter?: number
}

export type Destination =
  | { readonly kind: 'sbp'; readonly phone: string; readonly bankId: string }
  | { readonly kind: 'card'; readonly number?: string; readonly token?: string }

/** Everything that a send is made of: immutable columns only, so that a repeat is the same bytes. */
export interface PayoutOrder {
  /** Our payment's id, and with it the bank's idempotency key. */
  readonly id: string
  readonly amountKop: number
  readonly description: string
  readonly destination: Destination
}

export type CheckAnswer = { readonly ok: true } | { readonly ok: false; readonly why: string }

export interface SbpMember {
  readonly bank_id: string
  readonly name: string
  readonly bic: string | null
}

/** One way to talk to a bank; nothing here repeats by itself, for a repeat is the worker's decision. */
export interface BankAdapter {
  /** The bank forgets a key after so many hours. */
  readonly keyLifetimeHours: number
  /** The bytes that `send` will send. */
  bodyOf(order: PayoutOrder): string
  send(order: PayoutOrder): Promise<BankAnswer>
  status(ref: string, amountKop: number): Promise<BankAnswer>
  /** Payouts that carry our payment's id; several are a duplicate. */
  find(paymentId: string, amountKop: number): Promise<BankAnswer>
  /** A question that moves nothing: whether the bank knows the keys. */
  check(): Promise<CheckAnswer>
  sbpBanks(): Promise<readonly SbpMember[] | undefined>
}
