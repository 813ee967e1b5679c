import { setTimeout as sleep } from 'node:timers/promises'
import { weight } from '#contract/device/device.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import type { CallServer } from './call-server.ts'
import {
  capture,
  enterOffline,
  typeWeight,
  type Capture,
  type People,
  type Step,
} from './capture.ts'
import type { Stop } from './plan-day.ts'
import type { YardControl } from './yard-control.ts'

/** The day of the operator at one post, in counts. */
export interface Worked {
  /** Answers that never came, so that the same capture was sent again. */
  repeated: number
  /** Loads that left unweighed and were taken from «Взвешивания без связи». */
  offline: number
  /** Vehicles sent off and on again, because the agent saw no zero before them. */
  again: number
  /** Loads that only the operator saw, typed in with a reason and the code. */
  typed: number
  /** Repeats that were refused although the first one was done. */
  denied: number
}

interface Hands {
  readonly call: CallServer
  readonly people: People
  readonly yard: YardControl
  readonly stops: readonly Stop[]
  /** So long at most the line stays cut; the agent weighs on meanwhile, so no vehicle waits for it. 0 = it may be killed. */
  readonly cutMs: number
  /** When a program was last killed, started or cut off; waiting does not count as stuck during that. */
  brokenAt(): number
  /** After each vehicle that left. */
  passed(): void
  /** Unusual events, for the search of a cause. */
  note(text: string): void
  /** All of these so far. */
  readonly log: readonly string[]
}

/** A load that left while no program answered: its line in the operator's notebook. */
interface Noted {
  readonly stop: Stop
  readonly from: string
  readonly to: string
  /** Sent, and its answer never came. */
  readonly pending: Capture | undefined
  /** What the indicator showed when it left, and when that was. */
  readonly shown_g: number
  readonly shown_at: string
  /** Since when the list of loads, complete by its link, lacks it. */
  missingSince?: number
}

const GLANCE_MS = 50
/** Without a server for so long, and its indicator still for the other, a vehicle is let go. */
const PATIENCE_MS = 1200
const STILL_MS = 800
/**
 * Without a server only the agent distinguishes two loads, by the zero between them; a second of it is 50 ms at the speed of
 * the day, which an agent on a busy machine may miss.
 */
const EMPTY_MS = 300
/** The link is up and its outbox empty by then. */
const MISSING_MS = 3000
/** The agent dials with growing pauses, and a typed exit needs a minute after the entry. */
const SURELY_MS = 120_000

/**
 * One operator at one post from the first vehicle to the last: captures what the screen shows, repeats unanswered calls under
 * the same `client_id`, lets vehicles go without a server and enters them afterwards.
 */
export async function workPost(hands: Hands): Promise<Worked> {
  const { yard, stops } = hands
  const worked: Worked = { repeated: 0, offline: 0, again: 0, typed: 0, denied: 0 }
  const notebook: Noted[] = []
  for (const stop of stops) {
    const from = new Date().toISOString()
    await yard.arrive(stop.post, stop.key, stop.mass_kg)
    const left = await weigh(hands, stop, notebook, worked)
    await yard.leave(stop.post)
    if (left) {
      notebook.push({ stop, from, to: new Date().toISOString(), ...left })
      await sleep(EMPTY_MS)
    }
    hands.passed()
  }
  const since = performance.now() + hands.cutMs
  while ((await enterNoted(hands, notebook, worked)) !== 'captured') {
    if (isTooLong(hands, since)) throw await stuck(hands, stops.at(-1)!, notebook)
    await sleep(GLANCE_MS)
  }
  return worked
}

/** Until the vehicle is weighed; otherwise what is still open when it is let go. */
async function weigh(
  hands: Hands,
  stop: Stop,
  notebook: Noted[],
  worked: Worked,
): Promise<Pick<Noted, 'pending' | 'shown_g' | 'shown_at'> | undefined> {
  const { yard } = hands
  let pending: Capture | undefined
  let answeredAt = performance.now()
  let stillSince: number | undefined
  const since = answeredAt
  for (let step: Step | undefined; ; await sleep(GLANCE_MS)) {
    if (isTooLong(hands, since)) throw await stuck(hands, stop, notebook)
    // Earlier loads first, or a lorry would come out before it came in.
    step = await enterNoted(hands, notebook, worked)
    if (step === 'captured') {
      const tried = await capture(hands.call, stop, pending)
      if (tried.body && !pending) worked.repeated++
      if (tried.denied) worked.denied++
      step = tried.step
      pending = tried.body
    }
    const now = performance.now()
    if (step === 'captured') return undefined
    const untold = step === 'no-link' || step === 'missing'
    const away = step === 'no-server' || (untold && hands.cutMs > 0)
    if (!away) answeredAt = now
    if (step === 'same-load') {
      worked.again++
      hands.note(`${stop.key} off and on again`)
      await yard.leave(stop.post)
      await yard.arrive(stop.post, stop.key, stop.mass_kg)
    }
    const { display, guest } = await yard.post(stop.post)
    stillSince = display.stable && guest?.phase === 'standing' ? (stillSince ?? now) : undefined
    const still = stillSince !== undefined && now - stillSince > STILL_MS
    if (still && now - answeredAt > PATIENCE_MS)
      return { pending, shown_g: display.value_g, shown_at: new Date().toISOString() }
  }
}

const isTooLong = (hands: Hands, since: number) =>
  performance.now() - Math.max(since, hands.brokenAt()) > SURELY_MS

/** Enters the notebook in its order; `captured` = it is empty. */
async function enterNoted(hands: Hands, notebook: Noted[], worked: Worked): Promise<Step> {
  for (let noted = notebook[0]; noted; noted = notebook[0]) {
    if (noted.pending) {
      const { step, denied } = await capture(hands.call, noted.stop, noted.pending)
      if (denied) worked.denied++
      if (step === 'no-server') return step
      if (step === 'captured') notebook.shift()
      else notebook[0] = { ...noted, pending: undefined }
      continue
    }
    const step = await enterOffline(hands.call, noted)
    if (step === 'captured') worked.offline++
    else if (step !== 'missing' || !(await typeMissing(hands, noted))) return step
    else {
      worked.typed++
      hands.note(`typed ${noted.stop.key}, on the scale from ${noted.from} to ${noted.to}`)
    }
    notebook.shift()
  }
  return 'captured'
}

/** Typed in once the agent has had its time to tell of the load; false = not yet. */
async function typeMissing({ call, people }: Hands, noted: Noted): Promise<boolean> {
  const { stop } = noted
  const linked = await call(weight.get, { query: { post: stop.post } })
  if (linked.is !== 'done') delete noted.missingSince
  else noted.missingSince ??= performance.now()
  if (performance.now() - (noted.missingSince ?? Infinity) < MISSING_MS) return false
  return noted.missingSince !== undefined && typeWeight(call, people, noted)
}

/** The state seen from outside, for the search of a cause. */
async function stuck({ call, yard, log }: Hands, stop: Stop, notebook: readonly Noted[]) {
  const { post } = stop
  const { key } = notebook[0]?.stop ?? stop
  const seen = {
    stop,
    notebook,
    yard: await yard.post(post),
    shown: await call(weight.get, { query: { post } }),
    waiting: await call(weight.getEpisodes, { query: { filter: { offline: true, post } } }),
    newest: await call(weight.getEpisodes, { query: { filter: { post, limit: 3 } } }),
    visit: await call(visitCalls.find, { query: { filter: { carnumber: key } } }),
    log,
  }
  return new Error(`${stop.key} is never weighed: ${JSON.stringify(seen, null, 1)}`)
}
