import { randomUUIDv7 } from 'node:crypto'
import type { Reading } from '#contract/device/reading.ts'
import { weight } from '#contract/device/device.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import type { VisitCommand } from '#contract/visit/visit-input.ts'
import { approve } from '../support/approve.ts'
import type { Person } from '../support/world.ts'
import type { CallServer } from './call-server.ts'
import type { Stop } from './plan-day.ts'

export type Capture = Extract<VisitCommand, { client_id?: string; reading: Reading }>

/**
 * `later`: not weighed yet, the screen says why; `no-link`: the load is unknown; `same-load`: the agent saw no zero before this
 * vehicle.
 */
export type Step = 'captured' | 'later' | 'same-load' | 'missing' | 'no-server' | 'no-link'

/** Who weighs, and whose code a typed weight needs. */
export type People = Record<'operator' | 'manager', Person>

interface Tried {
  readonly step: Step
  /** Sent without an answer: the next try sends it again as it is. */
  readonly body?: Capture
  /** What the server took. */
  readonly sent?: Capture
  /** Refused although it is weighed: a repeat under one `client_id` must get its answer. */
  readonly denied?: boolean
}

/** One press of the capture key with the present display, or the last one again. */
export async function capture(
  call: CallServer,
  stop: Stop,
  repeat: Capture | undefined,
): Promise<Tried> {
  if (repeat) return send(call, stop, repeat)
  const shown = await call(weight.get, { query: { post: stop.post } })
  if (shown.is === 'unknown') return { step: 'no-server' }
  if (shown.is === 'refused')
    return { step: shown.refusal.code === 'device.offline' ? 'no-link' : 'later' }
  const blockers = shown.answer.blockers
  if (blockers.includes('weighing.same-load')) return { step: await judgeSameLoad(call, stop) }
  if (blockers.length > 0) return { step: 'later' }
  const tried = await compose(call, stop, shown.answer)
  if (tried.step !== 'captured' || !stop.answerLost) return tried
  return { step: 'no-server', ...(tried.sent && { body: tried.sent }) }
}

/** Takes a load that left without a weighing from «Взвешивания без связи», identified by its time. */
export async function enterOffline(
  call: CallServer,
  noted: { stop: Stop; from: string; to: string },
): Promise<Step> {
  const { stop, from, to } = noted
  const list = await call(weight.getEpisodes, {
    query: { filter: { offline: true, post: stop.post, limit: 200 } },
  })
  if (list.is !== 'done') return list.is === 'unknown' ? 'no-server' : 'later'
  const load = list.answer.items.find(({ started_at }) => started_at >= from && started_at <= to)
  if (!load?.reading) return ifRecorded(call, stop, 'missing')
  const { step } = await compose(call, stop, load.reading)
  return step === 'same-load' ? 'later' : step
}

/** A weight from the operator's notebook: the display of the indicator, and its time. */
interface Shown {
  readonly stop: Stop
  readonly shown_g: number
  readonly shown_at: string
}

/** A weight of the notebook that no device knows, with reason and code; false = the server did not take it yet. */
export async function typeWeight(call: CallServer, people: People, shown: Shown): Promise<boolean> {
  const { stop } = shown
  const body = await typedCommand(call, shown)
  if (!body) return false
  const asked = await call(visitCalls.update, { body })
  if (asked.is !== 'refused') return asked.is === 'done'
  const approvalToken = await approve(people.operator, asked.refusal, people.manager)
  const typed = await call(visitCalls.update, { body }, { approvalToken })
  if (typed.is === 'refused' && !PASSING.test(typed.refusal.code))
    throw new Error(`${stop.key}: ${JSON.stringify(typed.refusal)}`)
  return typed.is === 'done'
}

async function typedCommand(
  call: CallServer,
  { stop, shown_g, shown_at }: Shown,
): Promise<VisitCommand | undefined> {
  const known = { client_id: randomUUIDv7(), reason: 'Весы остались без связи', post: stop.post }
  if (stop.post === 2) {
    const at = (ago_ms: number) => new Date(Date.now() - ago_ms).toISOString()
    const times = { in_at: at(120_000), out_at: at(60_000) }
    const names = { carnumber: stop.key, waybill_number: stop.key }
    return { command: 'manual', ...known, ...names, in_g: shown_g, out_g: 0, ...times }
  }
  // Later loads of the same lorry may be known to the agent already.
  const own = { weight_g: shown_g, taken_at: shown_at }
  const typed = { command: 'manual_weight' as const, ...known, ...own }
  if (stop.nth === 0) return { ...typed, kind: 'in', carnumber: stop.key }
  const found = await call(visitCalls.findInByCarnumber, { query: { carnumber: stop.key } })
  const visit = found.is === 'done' ? found.answer.transaction : null
  const kind = stop.last ? 'out' : 'mid'
  return visit ? { ...typed, kind, id: visit.id, version: visit.version } : undefined
}

async function compose(call: CallServer, stop: Stop, reading: Reading): Promise<Tried> {
  const own = { client_id: randomUUIDv7(), reading, post: stop.post }
  if (stop.post === 2)
    return send(call, stop, { command: 'capture_platform', ...own, waybill_number: stop.key })
  if (stop.nth === 0)
    return send(call, stop, { command: 'capture_in', ...own, carnumber: stop.key })
  const found = await call(visitCalls.findInByCarnumber, { query: { carnumber: stop.key } })
  if (found.is !== 'done') return { step: found.is === 'unknown' ? 'no-server' : 'later' }
  const visit = found.answer.transaction
  if (!visit || visit.weighings.length > stop.nth)
    return { step: await ifRecorded(call, stop, 'later') }
  const command = stop.last ? 'capture_out' : 'capture_mid'
  return send(call, stop, { command, ...own, id: visit.id, version: visit.version })
}

/** Refusals that the next reading may lift. */
const PASSING =
  /^(weighing\.(stale-reading|unstable|no-load|too-soon)|common\.(stale|overloaded)|device\.offline|transaction\.already-in)$/

async function send(call: CallServer, stop: Stop, body: Capture): Promise<Tried> {
  const sent = await call(visitCalls.update, { body })
  if (sent.is === 'unknown') return { step: 'no-server', body }
  if (sent.is === 'done') return { step: 'captured', sent: body }
  const { code } = sent.refusal
  const otherwise = code === 'weighing.same-load' ? 'same-load' : 'later'
  if (otherwise === 'later' && !PASSING.test(code))
    throw new Error(`${stop.key}: ${JSON.stringify(sent.refusal)}`)
  const step = await ifRecorded(call, stop, otherwise)
  return { step, denied: step === 'captured' }
}

/** An answer that came too late leaves a load that is weighed already; otherwise another vehicle is on the scale. */
async function judgeSameLoad(call: CallServer, stop: Stop): Promise<Step> {
  return ifRecorded(call, stop, 'same-load')
}

async function ifRecorded(call: CallServer, stop: Stop, otherwise: Step): Promise<Step> {
  const weighings = await countWeighings(call, stop)
  if (weighings === undefined) return 'no-server'
  return weighings > stop.nth ? 'captured' : otherwise
}

/**
 * A vehicle's visit is found by its plate, that of products by the waybill in the newest rows of the journal; undefined = no
 * answer.
 */
async function countWeighings(call: CallServer, { post, key }: Stop): Promise<number | undefined> {
  if (post === 1) {
    const found = await call(visitCalls.find, { query: { filter: { carnumber: key } } })
    return found.is === 'done' ? (found.answer.items[0]?.weighings.length ?? 0) : undefined
  }
  const filter = { mode: ['platform' as const], with: ['rows' as const] }
  const list = await call(visitCalls.getAll, { query: { filter } })
  if (list.is !== 'done') return undefined
  return list.answer.items.some(({ waybill_number }) => waybill_number === key) ? 1 : 0
}
