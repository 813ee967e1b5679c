import type { StoredTare, VisitCard } from '#contract/visit/visit-entities.ts'
import type { Outcome } from '#web/offline/outbox.ts'

/** A weight that is being recorded or was just recorded: it stays on the screen although the scale shows new values. */
export interface HeldWeight {
  grams: number
  words: string
  state: 'sending' | 'done' | 'queued' | 'failed'
  /** The record of the outbox that waits for its answer. */
  no?: number
  /** The visit that holds the weighing; none of a stored tare. */
  visitId?: string | undefined
}

/** What this screen has recorded, and what of it has no answer yet. */
export interface CaptureState {
  readonly heldWeight?: HeldWeight | undefined
  readonly sending: boolean
  /** The reason of the last refusal, until the next capture is sent. */
  readonly refusal?: string | undefined
  /** Numbers of records that wait for the connection; a refused one may be repeated from the list and still be answered. */
  readonly waiting: readonly number[]
}

export type CaptureEvent =
  /** F8: the reading is on its way to the disk of this browser and to the server. */
  | { type: 'capture_sent'; grams: number }
  | { type: 'capture_answered'; grams: number; words: string; visitId?: string | undefined }
  /** Refused at once: the record is removed, since the operator is watching. */
  | { type: 'capture_refused'; grams: number; refusal: string }
  /** No answer: the record waits on the disk. */
  | { type: 'capture_queued'; grams: number; no: number }
  /** What became of any record of this browser, sent by this screen, by another tab or from the list of records. */
  | { type: 'outcome_heard'; outcome: Outcome }
  /** Something was done to a visit: what it does not hold any more is not said to be recorded. */
  | { type: 'visit_changed'; visit: Pick<VisitCard, 'id' | 'status' | 'weighings'> }
  /** The next load, or the next weighing of a delivery: the shown weight belongs to the previous one. */
  | { type: 'figure_cleared' }

export const noCapture: CaptureState = { sending: false, waiting: [] }

export function reduceCapture(now: CaptureState, event: CaptureEvent): CaptureState {
  switch (event.type) {
    case 'capture_sent': {
      const heldWeight: HeldWeight = { grams: event.grams, words: 'записывается', state: 'sending' }
      return { ...now, heldWeight, sending: true, refusal: undefined }
    }
    case 'capture_answered': {
      const { grams, words, visitId } = event
      return { ...now, heldWeight: { grams, words, state: 'done', visitId }, sending: false }
    }
    case 'capture_refused': {
      const { grams, refusal } = event
      return {
        ...now,
        heldWeight: { grams, words: 'не записано', state: 'failed' },
        sending: false,
        refusal,
      }
    }
    case 'capture_queued': {
      const { grams, no } = event
      const words = `записано, ждёт отправки № ${no}`
      const waiting = [...now.waiting, no]
      return { ...now, heldWeight: { grams, words, state: 'queued', no }, sending: false, waiting }
    }
    case 'outcome_heard':
      return isOwnOutcome(now, event.outcome) ? hearOutcome(now, event.outcome) : now
    case 'visit_changed':
      return holds(event.visit, now.heldWeight) ? now : { ...now, heldWeight: undefined }
    case 'figure_cleared':
      return { ...now, heldWeight: undefined }
  }
}

function holds(
  { id, status, weighings }: Pick<VisitCard, 'id' | 'status' | 'weighings'>,
  held: HeldWeight | undefined,
): boolean {
  if (held?.state !== 'done' || held.visitId !== id) return true
  const live = weighings.filter(({ cancelled }) => cancelled === null)
  return status !== 'void' && live.some(({ weight_g }) => weight_g === held.grams)
}

/** Whether an outcome is of a record that this screen sent and that waited since. */
export function isOwnOutcome(now: CaptureState, { no }: Outcome): boolean {
  return now.waiting.includes(no)
}

/** The answer to a capture after a wait; answers to pictures are no visits and are ignored. */
export function answeredVisit(outcome: Outcome): VisitCard | undefined {
  if (!('answer' in outcome)) return undefined
  const answer = outcome.answer as VisitCard | StoredTare
  return 'weighings' in answer ? answer : undefined
}

function hearOutcome(now: CaptureState, outcome: Outcome): CaptureState {
  const heldWeight =
    now.heldWeight?.no === outcome.no ? laterFigure(now.heldWeight, outcome) : now.heldWeight
  if ('refusal' in outcome) return { ...now, heldWeight, refusal: outcome.refusal }
  return { ...now, heldWeight, waiting: now.waiting.filter((no) => no !== outcome.no) }
}

function laterFigure(heldWeight: HeldWeight, outcome: Outcome): HeldWeight {
  if ('refusal' in outcome)
    return { ...heldWeight, words: `отклонено, № ${outcome.no}`, state: 'failed' }
  const { answer } = outcome
  const words = 'number' in answer ? `записано № ${answer.number}` : 'тара записана'
  return { grams: heldWeight.grams, words, state: 'done', visitId: answeredVisit(outcome)?.id }
}
