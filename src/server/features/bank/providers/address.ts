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
  if (isAllowedAddress(db, adapter, address)) return address
  return refuse('bank.url-not-allowed', {
    fields: {
      base_url: providerOf(adapter).ownAddress
        ? 'Нужен адрес банка вида https://имя.ru/путь: с именем, а не цифровой'
        : 'Этого адреса нет в списке',
    },
  })
}

/** Whether money of a provider may go to this address: one of its list or, where each bank has its own, one of a public name. */
export function isAllowedAddress(db: Db, adapter: string, address: string): boolean {
  if (addressesOf(db, adapter).includes(address)) return true
  return providerOf(adapter).ownAddress === true && isPublicAddress(address)
}

/**
 * Of https, so that the bank proves its name, and of a name with a domain: neither this machine nor a number, which could lead to
 * the network of the server.
 */
function isPublicAddress(address: string): boolean {
  const url = URL.parse(address)
  return (
    url?.protocol === 'https:' &&
    /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z][a-z\d-]+$/.test(url.hostname) &&
    !/\.(local|localhost|internal|lan|home|arpa)$/.test(url.hostname) &&
    [url.username, url.password, url.search, url.hash].every((part) => part === '')
  )
}

function trimAddress(url: string): string {
  return url.replace(/\/+$/, '')
}
