import type { BankAdapter } from '#contract/bank/bank-entities.ts'
import { refuse } from '#http/refusal.ts'
import type { Db } from '../../db/handle.ts'

// payments.md 4: money goes to the addresses that the adapters were written for and nowhere else.
const BUILT_IN: Record<BankAdapter, readonly string[]> = {
  sandbox: [],
  yookassa: ['https://api.yookassa.ru/v3'],
  tbank: ['https://secured-openapi.tbank.ru'],
  file_1c: [],
  file_iso20022: [],
}

/** A bank's address without a slash at the end, or null for the adapter's own; refuses `bank.url-not-allowed`. */
export function allowedAddress(
  db: Db,
  adapter: BankAdapter,
  url: string | null | undefined,
): string | null {
  if (url === undefined || url === null) return null
  const address = url.replace(/\/+$/, '')
  const { sandboxUrl } = db.services.config
  const allowed =
    adapter === 'sandbox' && sandboxUrl !== undefined
      ? [sandboxUrl.replace(/\/+$/, '')]
      : BUILT_IN[adapter]
  return allowed.includes(address)
    ? address
    : refuse('bank.url-not-allowed', { fields: { base_url: 'Этого адреса нет в списке' } })
}
