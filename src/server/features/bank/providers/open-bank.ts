import type { MethodKind } from '#contract/bank/method-kinds.ts'
import type { Db } from '../../../db/handle.ts'
import { decryptKeys } from '../config-values.ts'
import { openExchange } from '../exchange/open-exchange.ts'
import { isAllowedAddress, addressesOf } from './address.ts'
import { isApiProvider, providerOf } from './all.ts'
import {
  fieldsOf,
  type BankAnswer,
  type BankClient,
  type BankProvider,
  type Payer,
  type PayoutOrder,
  type SentPayout,
} from './provider.ts'
import { verifyAnswer } from './verify-answer.ts'

/** The facts of a configuration that are needed to call its bank. */
export interface BankLink {
  readonly id: string
  readonly adapter: string
  readonly baseUrl: string | null
  readonly credentials: Buffer | null
  /** The account that pays. */
  readonly account: string | null
  /** The kind of the payment, when there is one. */
  readonly kind?: MethodKind
  readonly payer?: Payer
}

/** A bank that can be asked, with what the worker must know of its provider; its answers are held against what was sent. */
export interface OpenBank
  extends
    Omit<BankClient, 'send' | 'status' | 'find'>,
    Pick<BankProvider, 'keyLifetimeHours' | 'shownAfterSeconds' | 'reasons'> {
  send(order: PayoutOrder, sent: SentPayout): Promise<BankAnswer>
  status(ref: string, sent: SentPayout): Promise<BankAnswer>
  find(sent: SentPayout): Promise<BankAnswer>
}

/**
 * The bank of a configuration; undefined when it is paid by files, its address is not allowed or keys are missing,
 * which the worker treats as a matter of configuration.
 */
export function openBank(db: Db, link: BankLink): OpenBank | undefined {
  const provider = providerOf(link.adapter)
  if (!isApiProvider(provider)) return undefined
  const opened = openKeys(db, provider, link)
  if (opened === undefined) return undefined
  const { keyLifetimeHours, shownAfterSeconds = 0, reasons } = provider
  const { id, account, kind, payer } = link
  const exchange = openExchange(db, id)
  const client = provider.open({
    ...opened,
    account,
    exchange,
    ...(kind && { kind }),
    ...(payer && { payer }),
  })
  return { ...verifyAnswersOf(client), keyLifetimeHours, shownAfterSeconds, reasons }
}

/** The client behind the one place that decides whether an answer is about ours. */
export function verifyAnswersOf(
  client: BankClient,
): Omit<OpenBank, 'keyLifetimeHours' | 'shownAfterSeconds' | 'reasons'> {
  return {
    ...client,
    send: async (order, sent) => verifyAnswer(await client.send(order), sent, null),
    status: async (ref, sent) => verifyAnswer(await client.status(ref, sent.id), sent, ref),
    find: async (sent) => verifyAnswer(await client.find(sent.id), sent, null),
  }
}

/** Where a bank is and what opens it; undefined when its address is not allowed or keys are missing. */
export function openKeys(
  db: Db,
  provider: BankProvider,
  link: BankLink,
): { address: string; keys: Record<string, string> } | undefined {
  const address = addressOf(db, provider, link)
  const keys = address === undefined ? undefined : keysOf(db, provider, link)
  return address === undefined || keys === undefined ? undefined : { address, keys }
}

/** A stored address outside the list is not used: it may have been written past the check of saving. */
function addressOf(db: Db, provider: BankProvider, { baseUrl }: BankLink): string | undefined {
  const addresses = addressesOf(db, provider.code)
  // A simulator may listen elsewhere at each start, so its stored address is of the past.
  if (baseUrl === null || provider.training) return addresses[0]
  return isAllowedAddress(db, provider.code, baseUrl) ? baseUrl : undefined
}

/** All keys of a provider, the optional ones empty where they are not set; undefined while a needed one is missing. */
function keysOf(
  db: Db,
  { credentials, fields, publicKeys }: BankProvider,
  link: BankLink,
): Record<string, string> | undefined {
  const stored = decryptKeys(db, link.id, link.credentials) ?? publicKeys
  if (credentials.some((name) => !stored?.[name])) return undefined
  return Object.fromEntries(fieldsOf(fields).map(([name]) => [name, stored?.[name] ?? '']))
}
