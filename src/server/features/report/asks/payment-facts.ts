import type { CallInput } from '#contract/core/call.ts'
import type { paymentFacts } from '#contract/payment/payment-facts.ts'
import type { Answer } from '#http/serve.ts'
import { refuse } from '#http/refusal.ts'
import type { Db } from '../../../db/handle.ts'
import { paymentsByIds } from '../../payment/present-queries.ts'
import { decisionFacts } from './decision-facts.ts'

/** payment/getPaymentFacts: a person who sends a payment sees the same as one who was asked about it. */
export async function getPaymentFacts(
  db: Db,
  { query: { id } }: CallInput<typeof paymentFacts.getPaymentFacts>,
): Promise<Answer<typeof paymentFacts.getPaymentFacts>> {
  const [known] = await paymentsByIds(db, [id])
  if (!known) return refuse('common.not-found')
  const [facts] = await decisionFacts(db, [{ entity: 'payment', ids: [id] }])
  return facts!
}
