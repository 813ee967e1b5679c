import type { VisitCard } from '#contract/visit/visit-entities.ts'
import type { FoundOption } from '#web/ui/inputs/lookup-input.tsx'
import {
  answeredVisit,
  isOwnOutcome,
  noCapture,
  reduceCapture,
  type CaptureEvent,
  type CaptureState,
} from '../scale/capture-state.ts'

/** What is known of the load on the platform; a pack that is not a valid weight is NaN. */
export interface PlatformLoad {
  readonly productId: string | null
  readonly container: string
  readonly packG: number | null
}

/** One person's delivery: several weighings, one supplier, their sum. */
export interface PlatformState {
  readonly supplier: FoundOption | null
  readonly load: PlatformLoad
  /** Recorded weighings of the delivery, the newest first. */
  readonly weighings: readonly VisitCard[]
  readonly capture: CaptureState
}

export type PlatformEvent =
  | CaptureEvent
  | { type: 'supplier_chosen'; supplier: FoundOption | null }
  /** The supplier was written on the weighings so far. */
  | { type: 'visits_named'; visits: readonly VisitCard[] }
  | { type: 'lighter'; part: Partial<PlatformLoad> }
  | { type: 'visit_recorded'; visit: VisitCard }
  /** One more weighing of the same delivery: the supplier stays. */
  | { type: 'next_weighing' }
  | { type: 'delivery_ended' }

const emptyLoad: PlatformLoad = { productId: null, container: '', packG: null }

export const emptyPlatform: PlatformState = {
  supplier: null,
  load: emptyLoad,
  weighings: [],
  capture: noCapture,
}

export function reducePlatform(now: PlatformState, event: PlatformEvent): PlatformState {
  switch (event.type) {
    case 'supplier_chosen':
      return { ...now, supplier: event.supplier }
    case 'visits_named':
      return { ...now, weighings: event.visits }
    case 'lighter':
      return { ...now, load: { ...now.load, ...event.part } }
    case 'visit_recorded':
      return withVisit(withoutPack(now), event.visit)
    case 'next_weighing':
      return { ...now, load: emptyLoad, capture: withoutFigure(now.capture) }
    case 'delivery_ended':
      return { ...emptyPlatform, capture: withoutFigure(now.capture) }
    default:
      return takeCapture(now, event)
  }
}

/** A pack belongs to one weighing: it is typed again for the next. */
function withoutPack(now: PlatformState): PlatformState {
  return { ...now, load: { ...now.load, packG: null } }
}

function withVisit(now: PlatformState, visit: VisitCard): PlatformState {
  return { ...now, weighings: [visit, ...now.weighings.filter(({ id }) => id !== visit.id)] }
}

function withoutFigure(capture: CaptureState): CaptureState {
  return reduceCapture(capture, { type: 'figure_cleared' })
}

function takeCapture(now: PlatformState, event: CaptureEvent): PlatformState {
  const next = { ...now, capture: reduceCapture(now.capture, event) }
  if (event.type === 'capture_queued') return withoutPack(next)
  if (event.type !== 'outcome_heard' || !isOwnOutcome(now.capture, event.outcome)) return next
  const visit = answeredVisit(event.outcome)
  return visit ? withVisit(next, visit) : next
}
