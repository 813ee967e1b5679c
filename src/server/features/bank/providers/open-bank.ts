import type { MethodKind } from '#contract/bank/method-kinds.ts'
import type { Db } from '../../../db/handle.ts'
import { decryptKeys } from '../config-values.ts'
import { openExchange } from '../exchange/open-exchange.ts'
import { isAllowedAddress, addressesOf } from './address.ts'
import { isBuilt, providerOf } from './all.ts'
import { fieldsOf, type BankClient, type BankProvider, type Payer } from './provider.ts'

/** What is known of a configuration when the bank is to be spoken to. */
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

/** A bank that can be asked, with what the worker must know of its provider. */
export interface OpenBank
  extends BankClient, Pick<BankProvider, 'keyLifetimeHours' | 'shownAfterSeconds' | 'reasons'> {}

/**
 * The bank of a configuration; undefined when its provider is not built, its address is not allowed or keys are missing,
 * which the worker treats as a matter of configuration.
 */
export function openBank(db: Db, link: BankLink): OpenBank | undefined {
  const provider = providerOf(link.adapter)
  if (!isBuilt(provider)) return undefined
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
  return { ...client, keyLifetimeHours, shownAfterSeconds, reasons }
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
