import { bankCall } from '../bank-call.ts'
import { jsonFields } from '../bank-text.ts'
import type { BankAccess, PayeeAnswer, SbpDestination } from '../provider.ts'

/** The simulator tells an owner as the fast payment system does: «Иван Иванович И.» (payments.md 5). */
export async function askPayeeName(
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
