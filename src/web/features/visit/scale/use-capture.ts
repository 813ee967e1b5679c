import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { StoredTare, VisitCard } from '#contract/visit/visit-entities.ts'
import type { Capture } from '#web/offline/outbox-store.ts'
import {
  dropRecord,
  storeCapture,
  onOutcome,
  useOutbox,
  waitingLoad,
  type Outcome,
} from '#web/offline/outbox.ts'
import { deliver } from '#web/offline/send-outbox.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { useLiveWeight } from './live-weight.ts'
import type { HeldWeight } from './held-weight.ts'

/** A capture is never answered by a file, which pictures are. */
type Answer = VisitCard | StoredTare
type Words = (answer: VisitCard) => string

interface Capturing {
  setHeld: (held: HeldWeight | ((now?: HeldWeight) => HeldWeight | undefined)) => void
  /** Written here, no answer yet. */
  queued: () => void
  /** The answer to what was queued on this screen. */
  answered: (answer: Answer) => void
  /** The answer to what another tab of this browser wrote down, or its list sent once more. */
  elsewhere?: (answer: Answer) => void
}

/**
 * A capture is on the disk of this browser before it leaves: a lost server costs time, never the operator's word. Refused
 * at once it is taken back, since he is looking; answered later it tells so in the same place.
 */
export function useCapture({ setHeld, queued, answered, elsewhere }: Capturing) {
  const [sending, setSending] = useState(false)
  const [why, setWhy] = useState<string>()
  const waiting = useRef(new Set<number>())
  const hear = useEffectEvent((outcome: Outcome) => {
    // A refused one may be repeated from the list and answered yet.
    if (!waiting.current.has(outcome.no)) {
      if ('answer' in outcome && !sending) elsewhere?.(outcome.answer as Answer)
      return
    }
    if ('answer' in outcome) waiting.current.delete(outcome.no)
    setHeld((now) => (now?.no === outcome.no ? later(now, outcome) : now))
    if ('answer' in outcome) answered(outcome.answer as Answer)
    else setWhy(outcome.refusal)
  })
  useEffect(() => onOutcome((outcome) => hear(outcome)), [])
  const write = async (
    body: Capture,
    words: Words,
    after?: number,
  ): Promise<Answer | undefined> => {
    // One load is written once, however often the key is pressed while the server is away.
    const before = waitingLoad(useOutbox.getState().records, body.reading.episode_id)
    if (before) {
      toast.warning(waitsWords(before.no))
      return undefined
    }
    const grams = body.reading.weight_g ?? 0
    setHeld({ grams, words: 'записывается', state: 'sending' })
    setSending(true)
    setWhy(undefined)
    const outcome = await storeCapture(body, after).then(async (no) => ({
      no,
      ...(await deliver(no)),
    }))
    setSending(false)
    const { no } = outcome
    if ('answer' in outcome) {
      setHeld({ grams, words: words(outcome.answer as VisitCard), state: 'done' })
      return outcome.answer as Answer
    }
    if ('refusal' in outcome) {
      await dropRecord(no)
      setWhy(outcome.refusal)
      toast.error(outcome.refusal)
      setHeld({ grams, words: 'не записано', state: 'failed' })
      return undefined
    }
    waiting.current.add(no)
    setHeld({ grams, words: `записано, ждёт отправки № ${no}`, state: 'queued', no })
    queued()
    return undefined
  }
  return { sending, why, write }
}

const waitsWords = (no: number) => `Этот вес уже записан: ждёт отправки № ${no}`

/** Told of the load on the scale in every tab of its post, whichever of them wrote it down. */
export function useWaitingWords(): string | undefined {
  const load = useLiveWeight(({ reading }) => reading?.episode_id)
  const no = useOutbox(({ records }) => waitingLoad(records, load)?.no)
  return no === undefined ? undefined : waitsWords(no)
}

function later(now: HeldWeight, outcome: Outcome): HeldWeight {
  const { grams } = now
  if ('refusal' in outcome) return { ...now, words: `отклонено, № ${outcome.no}`, state: 'failed' }
  const { answer } = outcome
  const words = 'number' in answer ? `записано № ${answer.number}` : 'тара записана'
  return { grams, words, state: 'done' }
}
