import type { Db } from '../../../db/handle.ts'
import { decryptKeys } from '../config-values.ts'
import { addressesOf } from './address.ts'
import { isBuilt, providerOf } from './all.ts'
import type { BankClient, BankProvider } from './provider.ts'

/** What is known of a configuration when the bank is to be spoken to. */
export interface BankLink {
  readonly id: string
  readonly adapter: string
  readonly baseUrl: string | null
  readonly credentials: Buffer | null
}

/** A bank that can be asked, with what the worker must know of its provider. */
export interface OpenBank extends BankClient, Pick<BankProvider, 'keyLifetimeHours' | 'reasons'> {}

/**
 * The bank of a configuration; undefined when its provider is not built, its address is not allowed or keys are missing,
 * which the worker treats as a matter of configuration.
 */
export function openBank(db: Db, link: BankLink): OpenBank | undefined {
  const provider = providerOf(link.adapter)
  if (!isBuilt(provider)) return undefined
  const address = addressOf(db, provider, link)
  const keys = address === undefined ? undefined : keysOf(db, provider, link)
  if (address === undefined || keys === undefined) return undefined
  const { keyLifetimeHours, reasons } = provider
  return { ...provider.open({ address, keys }), keyLifetimeHours, reasons }
}

/** A stored address outside the list is not used: it may have been written past the check of saving. */
function addressOf(db: Db, provider: BankProvider, { baseUrl }: BankLink): string | undefined {
  const addresses = addressesOf(db, provider.code)
  // A simulator may listen elsewhere at each start, so its stored address is of the past.
  if (baseUrl === null || provider.training) return addresses[0]
  return addresses.includes(baseUrl) ? baseUrl : undefined
}

function keysOf(
  db: Db,
  { credentials, publicKeys }: BankProvider,
  link: BankLink,
): Record<string, string> | undefined {
  const stored = decryptKeys(db, link.id, link.credentials) ?? publicKeys
  const keys = credentials.flatMap((name) => {
    const key = stored?.[name]
    return key ? [[name, key] as const] : []
  })
  return keys.length === credentials.length ? Object.fromEntries(keys) : undefined
}
