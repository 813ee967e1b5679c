import type { BankLimits, CredentialName, FieldKind } from '#contract/bank/bank-entities.ts'
import {
  describeProvider,
  type ProviderCode,
  type ProviderDescription,
} from '#contract/bank/bank-providers.ts'
import type { MethodKind } from '#contract/bank/method-kinds.ts'
import type { Config } from '../../../config.ts'
import type { AccountPayee } from '../../../db/json-columns.ts'
import type { BankExchange } from './bank-exchange.ts'

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
  /** What the bank wrote about the reason, with runs of digits blanked. */
  readonly bankText?: string
}

/** In place of what a bank's protocol does not tell of a payout; where it should and does not, the client says null. */
export const NOT_TOLD = Symbol('the protocol does not tell it')
type Told<T> = T | null | typeof NOT_TOLD

/** Where money goes, as far as banks repeat it: of a card its end alone. */
export type Payee =
  | { readonly kind: 'sbp'; readonly phone: string; readonly bankId: string }
  | { readonly kind: 'card'; readonly last4: string }
  | { readonly kind: 'account'; readonly account: string; readonly bik: string }

/** A payout as a client reads it out of an answer, with everything by which `verify-answer.ts` knows whether it is the one asked about. */
export interface BankClaim extends BankPayout {
  /** Our payment's id as the bank repeats it. */
  readonly ourId: Told<string>
  readonly amountKop: Told<number>
  readonly currency: Told<string>
  readonly payee: Told<Payee>
}

/** The sent payout, as far as the bank's answer is compared with it. */
export interface SentPayout {
  /** Our payment's id. */
  readonly id: string
  readonly amountKop: number
  /** Null where the destination is not known any more: a card without its end, requisites that were corrected after the end. */
  readonly payee: Payee | null
}

export interface BankAnswer<Payout extends BankPayout = BankPayout> {
  readonly outcome: Outcome
  readonly payouts: readonly Payout[]
  readonly httpStatus?: number
  readonly errorCode?: string
  readonly errorText?: string
  /** Seconds, at most ten minutes. */
  readonly retryAfter?: number
  /** Of an answer that the bank gave later: how long ago it was asked. */
  readonly askedSecondsAgo?: number
  /** It is not about what was sent, and yet says of an object with our number or mark that it was executed. */
  readonly paidOtherwise?: true
}

/** A bank's answer as the client read it; it counts only after `verify-answer.ts` has compared it with what was sent. */
export type ReadAnswer = BankAnswer<BankClaim>

export interface SbpDestination {
  readonly kind: 'sbp'
  readonly phone: string
  readonly bankId: string
}

export type Destination =
  | SbpDestination
  | { readonly kind: 'card'; readonly number?: string; readonly token?: string }
  | ({ readonly kind: 'account'; readonly account: string; readonly bik: string } & AccountPayee)

/** Everything that a send is made of: immutable columns only, so that a repeat is the same bytes. */
export interface PayoutOrder {
  /** Our payment's id, and with it the bank's idempotency key. */
  readonly id: string
  readonly amountKop: number
  readonly description: string
  /** The purpose of a payment order, with its VAT clause and marker (payments.md 3.1). */
  readonly purpose: string
  readonly documentNumber: number | null
  /** `YYYY-MM-DD`, given together with the number. */
  readonly documentDate: string | null
  readonly revenueTypeCode: string | null
  readonly destination: Destination
}

/** `warning`: what a person should see though the agreement can be paid through. */
export type CheckAnswer =
  | { readonly ok: true; readonly warning?: string }
  | { readonly ok: false; readonly why: string }

export interface SbpMember {
  readonly bank_id: string
  readonly name: string
  readonly bic: string | null
}

/** The bank's answer about the owner of a destination, before any money goes there. */
export type PayeeAnswer =
  | { readonly said: 'name'; readonly name: string }
  | { readonly said: 'no_name' | 'refused' | 'no_answer' }

/** A page of a bank's list of what it carried out; `next` asks for the following one. */
export interface PayoutPage {
  readonly payouts: readonly BankClaim[]
  readonly next: string | null
}

/** Questions to a bank over one agreement; none repeats by itself, since a repeat is the worker's decision. */
export interface BankClient {
  /** The bytes that `send` will send. */
  bodyOf(order: PayoutOrder): string
  send(order: PayoutOrder): Promise<ReadAnswer>
  /** `paymentId` is for a bank that answers by our own id alone and names its pack by another. */
  status(ref: string, paymentId: string): Promise<ReadAnswer>
  /** Payouts that carry our payment's id; of several references each is a payout. */
  find(paymentId: string): Promise<ReadAnswer>
  /** A question that moves nothing: whether the bank knows the keys. */
  check(): Promise<CheckAnswer>
  /**
   * Opens a session of the bank, of a provider with sessions: without a code by its keys alone, which may make the bank send a
   * code; with a code the rest of it. The session itself is in the exchange.
   */
  signIn?(code?: string): Promise<CheckAnswer>
  /** Asks for the statement of these days; it comes through the mailbox, later. */
  requestStatement?(from: string, to: string): Promise<CheckAnswer>
  /** Reads what lies in the bank's mailbox. */
  readMail?(): Promise<CheckAnswer>
  /** Whose a destination is, asked before a payment; it moves nothing and never waits longer than `until`. */
  payeeName?(to: SbpDestination, until: AbortSignal): Promise<PayeeAnswer>
  /** Payouts that were made between two instants, a page at a time; undefined: no answer that can be relied on. */
  list?(from: string, to: string, page: string | null): Promise<PayoutPage | undefined>
  /** The directory of the fast payment system, from a provider that publishes it. */
  sbpBanks?(): Promise<readonly SbpMember[] | undefined>
}

/** Why a payout did not go, and what to do about it (payments.md 11). */
export interface Reason {
  readonly text: string
  readonly advice: string
  /** The bank's own words follow the text. */
  readonly quotesBank?: true
}
export type Reasons = Readonly<Record<string, Reason>>

/** A script that puts `PayoutsData`, the form of a card, into a page. */
export interface CardScript {
  readonly script: string
  /** Where its form is and what it loads, beside the script's own origin. */
  readonly sources: readonly string[]
}

/** Who pays, as the documents of a bank name it. */
export interface Payer {
  readonly name: string
  readonly inn: string
  readonly kpp: string | null
  /** Of the bank in which the paying account is. */
  readonly bik: string
  readonly bankName: string
}

/** The input of a client: an address of the provider's list, without a slash at the end, and all of its keys. */
export interface BankAccess<Key extends string = string> {
  readonly address: string
  /** The account that pays, of a provider with `payerAccount`. */
  readonly account: string | null
  /** The kind of the payment that it is opened for; none when the agreement itself is checked. */
  readonly kind?: MethodKind
  readonly keys: Readonly<Record<Key, string>>
  /** Known wherever payments are made or the agreement is checked. */
  readonly payer?: Payer
  /** The session and the mailbox of this agreement, for a provider that has them. */
  readonly exchange?: BankExchange
}

/** A field of an agreement: screens draw their form from it and know no field of a bank by themselves (payments.md 4). */
export interface ConfigField {
  /** Russian, as it stands over the input. */
  readonly label: string
  /** `secret` and `file` are never answered again; a file is text, chosen on the screen. */
  readonly kind: FieldKind
  /** Where a person finds the value, or what it is for. */
  readonly hint?: string
  /** The bank can be asked without it; the client gets an empty text then. */
  readonly optional?: true
  /** What a `choice` is made from. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
}

/** What an agreement must know of any provider, asked over the network or paid by files. */
interface CommonParts<Key extends CredentialName> {
  /** Where its money may go and nowhere else (payments.md 4), the default first; an installation may have none. */
  readonly addresses: (installation: Pick<Config, 'sandboxUrl'>) => readonly string[]
  /**
   * The protocol of many banks: each has an address of its own, which a super administrator types in, of https and with a name.
   * The list above then holds what is allowed besides.
   */
  readonly ownAddress?: true
  /** The БИК of a provider that is one bank. */
  readonly bik?: string
  /** Whether it pays from an account of the payer; otherwise from a balance at the provider, and no account is recorded. */
  readonly payerAccount: boolean
  /** What an agreement must know to ask it, in the order of the form. */
  readonly fields: Readonly<Partial<Record<Key, ConfigField>>>
  /** Limits with which an agreement begins (domain.md 13.3). */
  readonly limits: BankLimits
}

interface ApiParts<Key extends CredentialName> extends CommonParts<Key> {
  /** Kinds for which the provider refuses sums that its limits allow. */
  readonly leastKop?: Partial<Record<MethodKind, number>>
  /** The bank forgets an idempotency key after so many hours; infinity: never. */
  readonly keyLifetimeHours: number
  /** For so long after a send the bank may not show it yet, so a search without a hit proves nothing; none: at once. */
  readonly shownAfterSeconds?: number
  /** Its codes of refused and failed payouts. */
  readonly reasons: Reasons
  /** Its codes of states in words, where they are not words of people. */
  readonly stateWords?: Readonly<Record<string, string>>
  /** The bank's own form that takes a card's number and gives a token, by the address at which the bank is asked. */
  readonly cardForm?: (address: string) => CardScript
  /** Its client tells whose a phone of СБП is (`payeeName`). */
  readonly namesPayees?: true
  /**
   * Each night its payouts are compared with ours, so many questions at a time (payments.md 3.13); none: its statements tell.
   */
  readonly comparedAtOnce?: number
  /** Kinds whose payouts its list names, also those that we know nothing of; none: it answers only about what it is asked. */
  readonly listedKinds?: readonly MethodKind[]
  /** Addresses and networks that its notifications come from; none: it sends none, or they have no list to hold them to. */
  readonly notifiers?: (installation: Pick<Config, 'sandboxUrl'>) => readonly string[]
  /** The key that names the payer, since keys with another one pay from another balance; null: the payer's account does. */
  readonly payerKey: Key | null
  /** Keys that open a simulator and are no secret; an agreement without keys of its own uses them. */
  readonly publicKeys?: Readonly<Partial<Record<Key, string>>>
  open(access: BankAccess<Key>): BankClient
}

/** A member that follows from `fields`. */
interface Derived {
  /** Keys without which the bank cannot be asked. */
  readonly credentials: readonly CredentialName[]
}

/** Where its money may go, the fields of its agreement and its first limits. */
export interface CommonProvider extends ProviderDescription, Derived, CommonParts<CredentialName> {}

/** Everything the product must know of one bank that is asked over the network, and how to talk to it. */
export interface BankProvider
  extends ProviderDescription, Derived, Omit<ApiParts<CredentialName>, 'open'> {
  /** The keys are those of `fields`, each needed one set. */
  open(access: BankAccess): BankClient
}

/** Joins a provider's parts to its description. */
export function bankProvider<const Key extends CredentialName>(
  code: ProviderCode,
  parts: ApiParts<Key>,
): BankProvider {
  return { ...parts, credentials: neededOf(parts.fields), ...describeProvider(code) }
}

/** The part of a provider of files that every provider has. */
export function commonProvider<const Key extends CredentialName>(
  code: ProviderCode,
  parts: CommonParts<Key>,
): CommonProvider {
  return { ...parts, credentials: neededOf(parts.fields), ...describeProvider(code) }
}

function neededOf(fields: CommonProvider['fields']): CredentialName[] {
  return fieldsOf(fields).flatMap(([name, { optional }]) => (optional ? [] : [name]))
}

/** Names and descriptions of the fields, in the order of the form. */
export function fieldsOf(fields: CommonProvider['fields']): [CredentialName, ConfigField][] {
  return Object.entries(fields) as [CredentialName, ConfigField][]
}
