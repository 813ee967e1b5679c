import type { ActCard } from '#contract/act/act-entities.ts'
import type { Visit } from '#contract/visit/visit-entities.ts'
import type { WeightAct } from '#contract/weight-act/weight-act-entities.ts'

/** What a draft holds, and what is therefore free no more. */
export interface HeldSources {
  /** Visits that are in the draft directly; others come with their weight act. */
  heldVisits: readonly Visit[]
  heldActs: readonly WeightAct[]
}

const NOTHING: HeldSources = { heldVisits: [], heldActs: [] }

export function heldSources(card: ActCard | undefined): HeldSources {
  if (!card) return NOTHING
  const own = card.weight_acts.filter(({ auto }) => auto).flatMap(({ lines }) => lines)
  const heldVisits = card.transactions.filter(({ id }) =>
    own.some(({ transaction_id }) => transaction_id === id),
  )
  return { heldVisits, heldActs: card.weight_acts }
}
