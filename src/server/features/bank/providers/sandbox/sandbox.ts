import {
  bankProvider,
  type BankAccess,
  type PayeeAnswer,
  type SbpDestination,
} from '../provider.ts'
import { reasons as transferReasons } from '../tbank/reasons.ts'
import { openTransfers } from '../tbank/transfers.ts'
import { yookassa } from '../yookassa/yookassa.ts'
import { bankCall } from '../bank-call.ts'
import { jsonFields } from '../bank-text.ts'

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

/** The simulator tells an owner as the fast payment system does: «Иван Иванович И.» (payments.md 5). */
async function askPayeeName(
  { address, keys }: BankAccess<'shop_id' | 'secret_key'>,
  to: SbpDestination,
  until: AbortSignal,
): Promise<PayeeAnswer> {
  const pair = Buffer.from(`${keys.shop_id}:${keys.secret_key}`).toString('base64')
  const reply = await bankCall(`${address}/payee_names`, {
    method: 'POST',
    headers: { authorization: `Basic ${pair}`, 'content-type': 'application/json' },
    body: JSON.stringify({ phone: to.phone.replace('+', ''), bank_id: to.bankId }),
    until,
  })
  if ('failed' in reply) return { said: 'no_answer' }
  // The bank knows no such payee, or takes these requisites for wrong ones.
  if (reply.status === 404 || reply.status === 400) return { said: 'refused' }
  if (reply.status !== 200) return { said: 'no_answer' }
  const { name } = jsonFields(reply.body)
  if (name === null) return { said: 'no_name' }
  // What is no sign of a name would not be stored, or would hide what people compare.
  const told = typeof name === 'string' ? name.replaceAll(/[\p{C}\s]+/gu, ' ').trim() : ''
  return told === '' ? { said: 'no_answer' } : { said: 'name', name: told.slice(0, 160) }
}
