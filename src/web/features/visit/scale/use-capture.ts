import { useEffect } from 'react'
import type { StoredTare, VisitCard } from '#contract/visit/visit-entities.ts'
import type { Capture } from '#web/offline/outbox-store.ts'
import { dropRecord, storeCapture, onOutcome, useOutbox, waitingLoad } from '#web/offline/outbox.ts'
import { deliver } from '#web/offline/send-outbox.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { useLiveWeight } from './live-weight.ts'
import { answeredVisit, type CaptureEvent } from './capture-state.ts'

/** A capture is never answered by a file, which pictures are. */
type Answer = VisitCard | StoredTare
type Words = (answer: VisitCard) => string

const NOT_STORED =
  'Вес не записан: браузер не может сохранить его на этом компьютере. Освободите место на диске и разрешите сайту хранить данные'

/**
 * A capture is on the disk of this browser before it is sent: a lost server costs time, never the operator's record. If it is
 * refused at once, it is removed, since the operator is watching; a later answer is shown in the same place.
 */
export function useCapture(dispatch: (event: CaptureEvent) => void) {
  useEffect(() => onOutcome((outcome) => dispatch({ type: 'outcome_heard', outcome })), [dispatch])
  return async (body: Capture, words: Words, after?: number): Promise<Answer | undefined> => {
    // One load is recorded once, however often the key is pressed while the server is away.
    const before = waitingLoad(useOutbox.getState().records, body.reading.episode_id)
    if (before) {
      toast.warning(waitsWords(before.no))
      return undefined
    }
    const grams = body.reading.weight_g ?? 0
    dispatch({ type: 'capture_sent', grams })
    const no = await storeCapture(body, after).catch(() => undefined)
    if (no === undefined) {
      toast.error(NOT_STORED)
      dispatch({ type: 'capture_refused', grams, refusal: NOT_STORED })
      return undefined
    }
    const outcome = { no, ...(await deliver(no)) }
    if ('answer' in outcome) {
      const answer = outcome.answer as VisitCard
      const visitId = answeredVisit(outcome)?.id
      dispatch({ type: 'capture_answered', grams, words: words(answer), visitId })
      return answer
    }
    if ('refusal' in outcome) {
      await dropRecord(no)
      toast.error(outcome.refusal)
      dispatch({ type: 'capture_refused', grams, refusal: outcome.refusal })
      return undefined
    }
    dispatch({ type: 'capture_queued', grams, no })
    return undefined
  }
}

const waitsWords = (no: number) => `Этот вес уже записан: ждёт отправки № ${no}`

/** Message about the load on the scale, the same in every tab of its post, whichever tab recorded it. */
export function useWaitingWords(): string | undefined {
  const load = useLiveWeight(({ reading }) => reading?.episode_id)
  const no = useOutbox(({ records }) => waitingLoad(records, load)?.no)
  return no === undefined ? undefined : waitsWords(no)
}
