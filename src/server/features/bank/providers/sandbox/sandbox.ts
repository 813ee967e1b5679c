import { bankProvider } from '../provider.ts'
import { yookassa } from '../yookassa/yookassa.ts'

/** The bank simulator: the dialect of YooKassa at an address that only a demo has (payments.md 5). */
export const sandbox = bankProvider('sandbox', {
  ...yookassa,
  addresses: ({ sandboxUrl }) => (sandboxUrl === undefined ? [] : [sandboxUrl]),
  publicKeys: { shop_id: '100500', secret_key: 'test_priyomka_training_bank' },
})
