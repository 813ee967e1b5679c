import { refuse } from '#http/refusal.ts'
import type { Db } from '../../../db/handle.ts'
import { providerOf } from './all.ts'

/** The addresses to which a provider's money may go (payments.md 4), without a slash at the end. */
export function addressesOf(db: Db, adapter: string): readonly string[] {
  return providerOf(adapter).addresses(db.services.config).map(trimAddress)
}

/** The address of a bank as it is stored, or null for the provider's own; refuses `bank.url-not-allowed`. */
export function allowedAddress(
  db: Db,
  adapter: string,
  url: string | null | undefined,
): string | null {
  if (url === undefined || url === null) return null
  const address = trimAddress(url)
  return addressesOf(db, adapter).includes(address)
    ? address
    : refuse('bank.url-not-allowed', { fields: { base_url: 'Этого адреса нет в списке' } })
}

function trimAddress(url: string): string {
  return url.replace(/\/+$/, '')
}
