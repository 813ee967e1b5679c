import { useEffect, useRef } from 'react'
import type { Visit } from '#contract/visit/visit-entities.ts'

type SendPart<Part> = (part: Part, to: Visit) => Promise<Visit | undefined>

interface Queue<Part> {
  /** Chosen of the visit `of` and not sent yet. */
  waiting?: { of: string; part: Part } | undefined
  running?: Promise<void> | undefined
  /** The newest known state of the visit: an answer arrives before the screen has read it again. */
  visit?: Visit | undefined
  send?: SendPart<Part>
}

/**
 * All changes of one visit are sent one after another, each with the version that the previous one returned: the operator chooses
 * supplier and product faster than answers arrive, and a capture may still be under way.
 */
export function useVisitInfo<Part extends object>(visit: Visit | undefined) {
  const queue = useRef<Queue<Part>>({})
  useEffect(() => {
    const { current } = queue
    const presentVisit = current.visit
    if (visit && presentVisit?.id === visit.id && presentVisit.version >= visit.version) return
    current.visit = visit
    start(current)
  }, [visit])
  return {
    put: (of: string, part: Part, send: SendPart<Part>) => {
      const { current } = queue
      const before = current.waiting?.of === of ? current.waiting.part : undefined
      current.waiting = { of, part: { ...before, ...part } }
      current.send = send
      start(current)
    },
    /** Queues another command over the visit; changes made meanwhile wait for its answer. */
    inTurn: (work: (visit: Visit | undefined) => Promise<Visit | undefined>) =>
      inTurn(queue.current, work),
    /** Chosen, but not yet in any answer. */
    waiting: () => queue.current.waiting?.part,
    /** The visit with everything that was chosen. */
    settled: () => settleQueue(queue.current),
  }
}

async function inTurn<Part extends object>(
  queue: Queue<Part>,
  work: (visit: Visit | undefined) => Promise<Visit | undefined>,
): Promise<Visit | undefined> {
  const answer = work(await settleQueue(queue)).then((made) => {
    if (made) queue.visit = made
    return made
  })
  hold(queue, answer)
  return answer
}

async function settleQueue<Part extends object>(queue: Queue<Part>) {
  while (queue.running) await queue.running
  return queue.visit
}

function start<Part extends object>(queue: Queue<Part>) {
  if (!queue.running && isDue(queue)) hold(queue, drain(queue))
}

const isDue = <Part extends object>({ send, waiting, visit }: Queue<Part>) =>
  send !== undefined && waiting !== undefined && waiting.of === visit?.id

async function drain<Part extends object>(queue: Queue<Part>): Promise<void> {
  while (queue.send && queue.visit && isDue(queue)) {
    const { part } = queue.waiting!
    queue.waiting = undefined
    queue.visit = (await queue.send(part, queue.visit)) ?? queue.visit
  }
}

/** The caller gets the error; the queue only continues. */
function hold<Part extends object>(queue: Queue<Part>, work: Promise<unknown>) {
  const next = () => {
    queue.running = undefined
    start(queue)
  }
  queue.running = work.then(next, next)
}
