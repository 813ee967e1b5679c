import type { PaymentCard } from '#contract/payment/payment-entities.ts'
import { paymentFacts } from '#contract/payment/payment-facts.ts'
import { useCall } from '#web/api/use-call.ts'
import { DecisionFacts } from '../../weighing/decision-facts.tsx'

interface PaymentDecisionProps {
  card: Pick<PaymentCard, 'id' | 'supplier_name'>
}

/** A second person sends what another prepared: what that is decided on stands before the button, on a phone as well. */
export function PaymentDecision({ card: { id, supplier_name } }: PaymentDecisionProps) {
  const { data } = useCall(
    paymentFacts.getPaymentFacts,
    { query: { id } },
    { keepPrevious: true, quiet: true },
  )
  return data ? <DecisionFacts facts={data} of={`Выплата: ${supplier_name}`} /> : null
}
