import { bankProvider } from '../provider.ts'
import { reasons as transferReasons } from '../tbank/reasons.ts'
import { openTransfers } from '../tbank/transfers.ts'
import { yookassa } from '../yookassa/yookassa.ts'
import { askPayeeName } from './payee-name.ts'

// The simulator's own, and no secret: README.md of src/simulators/bank.
const TOKEN = 'TBankSandboxToken'
const PAYER_ACCOUNT = '40702810500000000001'

/**
 * The bank simulator at an address that only a demo has (payments.md 5): cards and phones by the dialect of YooKassa,
 * accounts by that of T-API.
 */
export const sandbox = bankProvider('sandbox', {
  ...yookassa,
  addresses: ({ sandboxUrl }) => (sandboxUrl === undefined ? [] : [sandboxUrl]),
  notifiers: ({ sandboxUrl }) => (sandboxUrl === undefined ? [] : ['127.0.0.1']),
  publicKeys: { shop_id: '100500', secret_key: 'test_priyomka_training_bank' },
  namesPayees: true,
  reasons: { ...yookassa.reasons, ...transferReasons },
  open(access) {
    if (access.kind !== 'account')
      return {
        ...yookassa.open(access),
        payeeName: (to, until) => askPayeeName(access, to, until),
      }
    const { origin } = new URL(access.address)
    return openTransfers({
      address: origin,
      statements: `${origin}/openapi`,
      token: TOKEN,
      account: PAYER_ACCOUNT,
    })
  },
})
