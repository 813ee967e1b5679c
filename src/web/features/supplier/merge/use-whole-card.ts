import { useState } from 'react'
import { supplier } from '#contract/supplier/supplier.ts'
import type { SupplierCard } from '#contract/supplier/supplier-entities.ts'
import { CallError } from '#web/state/call-error.ts'
import { callOnce } from '#web/api/use-call.ts'

/**
 * The card with its documents in full, once requested: this needs its own right and is written to the audit. It applies to one
 * version.
 */
export function useWholeCard(card: SupplierCard | undefined) {
  const [whole, setWhole] = useState<SupplierCard>()
  const [asking, setAsking] = useState(false)
  const show = async () => {
    if (!card) return
    setAsking(true)
    const answer = await callOnce(supplier.get, { query: { id: card.id, personal: '1' } }).catch(
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error
      },
    )
    setAsking(false)
    if (answer) setWhole(answer)
  }
  return { whole: whole?.version === card?.version ? whole : undefined, asking, show }
}
