import { weight } from '#contract/device/device.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { CallError } from '../state/call-error.ts'
import { connectionLost } from '../state/connection.ts'
import { send } from '../api/send.ts'
import { refresh } from '../api/use-call.ts'
import { publishChange, isOwn, onOutcome, reload, useOutbox, type Outcome } from './outbox.ts'
import { comesBack, type Rest, type Step } from './send-steps.ts'
import { sendPhotos } from './send-photos.ts'
import {
  finishRecord,
  readRecords,
  saveRecord,
  type CaptureRecord,
  type OutboxRecord,
} from './outbox-store.ts'

// screens.md 13.2.
const FIRST_WAIT_MS = 1000
const LAST_WAIT_MS = 30_000
/** A server that hangs counts as lost; its cameras may take several seconds of a capture. */
const ANSWER_MS = 15_000
/** How long «записывается» is shown before the record counts as waiting. */
const PATIENCE_MS = 10_000
/** screens.md 13.3: the agent's load must arrive soon after the connection returns, otherwise a person has to look. */
const LOAD_MS = 5 * 60_000
const LOCK = 'priyomka-outbox'

const refreshedCalls = [
  visitCalls.find,
  visitCalls.getIn,
  visitCalls.getFree,
  visitCalls.getAll,
  visitCalls.findInByCarnumber,
  weight.getEpisodes,
]

let wait = FIRST_WAIT_MS
let timer: ReturnType<typeof setTimeout> | undefined

/** While a station is open its records are sent automatically; the returned function ends it. */
export function startOutbox(): () => void {
  const now = () => {
    wait = FIRST_WAIT_MS
    void sendAll()
  }
  const sendWhenVisible = () => document.visibilityState === 'visible' && now()
  const leaving = (event: BeforeUnloadEvent) => {
    if (useOutbox.getState().records.some(({ state }) => state !== 'given_up'))
      event.preventDefault()
  }
  addEventListener('online', now)
  addEventListener('beforeunload', leaving)
  document.addEventListener('visibilitychange', sendWhenVisible)
  void reload().then(now)
  return () => {
    removeEventListener('online', now)
    removeEventListener('beforeunload', leaving)
    document.removeEventListener('visibilitychange', sendWhenVisible)
    clearTimeout(timer)
  }
}

/** Sends everything up to this record and gives its outcome; `undefined` = it waits for the connection. */
export async function deliver(no: number): Promise<Outcome | undefined> {
  const delivery = Promise.withResolvers<Outcome | undefined>()
  const leave = onOutcome((outcome) => outcome.no === no && delivery.resolve(outcome))
  const patience = setTimeout(() => delivery.resolve(undefined), PATIENCE_MS)
  void sendAll().then(() => delivery.resolve(undefined), delivery.reject)
  try {
    return await delivery.promise
  } finally {
    clearTimeout(patience)
    leave()
  }
}

/** One sender among all tabs, strictly in order, pictures after all weights; waiting records are tried again after 1 to 30 s. */
export async function sendAll(): Promise<void> {
  clearTimeout(timer)
  const words = await navigator.locks.request(LOCK, drain)
  const rest = words === 'nothing' ? await sendPhotos() : words
  wait = rest === 'lost' ? Math.min(wait * 2, LAST_WAIT_MS) : FIRST_WAIT_MS
  if (rest !== 'nothing') timer = setTimeout(() => void sendAll(), wait)
}

async function drain(): Promise<Rest> {
  // A missing load delays only the later records of its own post.
  const waitingPosts = new Set<number>()
  let rest: Rest = 'nothing'
  for (const { no } of await readRecords()) {
    // Read again: the answer to a previous record may have given this one its visit.
    const record = (await readRecords()).find((one) => one.no === no)
    if (!isDue(record) || waitingPosts.has(record.body.reading.post)) continue
    const step = await sendOne(record)
    if (step === 'lost') return 'lost'
    if (step !== 'missing') continue
    waitingPosts.add(record.body.reading.post)
    rest = 'later'
  }
  return rest
}

const isDue = (record: OutboxRecord | undefined): record is CaptureRecord =>
  record?.kind === 'capture' &&
  record.state === 'waiting' &&
  record.after === undefined &&
  isOwn(record)

async function sendOne(record: CaptureRecord): Promise<Step> {
  const first = await answerTo(record)
  if (!isStale(first)) return settle(record, first)
  const freshRecord = await withPresentReading(record)
  const second = freshRecord && (await answerTo(freshRecord))
  if (second && !isStale(second)) return settle(freshRecord, second)
  // No earlier attempt was left unanswered, and the load is not seen either: the operator presses once more.
  if (!freshRecord && !record.unanswered) return settle(record, first)
  const { missing_since = Date.now() } = record
  if (Date.now() - missing_since > LOAD_MS) return settle(record, first)
  await saveRecord({ ...(freshRecord ?? record), unanswered: true, missing_since })
  await publishChange()
  return 'missing'
}

type Answer = CallError | Extract<Outcome, { answer: unknown }>['answer']

const isStale = (answer: Answer) =>
  answer instanceof CallError && answer.code === 'weighing.stale-reading'

async function answerTo({ body }: CaptureRecord): Promise<Answer> {
  const signal = AbortSignal.timeout(ANSWER_MS)
  try {
    return await send(visitCalls.update, { body }, { signal, quiet: true })
  } catch (error) {
    if (error instanceof CallError) return error
    if (!signal.aborted) throw error
    connectionLost()
    return new CallError({ status: 0, message: '' })
  }
}

async function settle(record: CaptureRecord, answer: Answer): Promise<Step> {
  if (!(answer instanceof CallError)) {
    await finishRecord(record.no, await followersOf(record.no, answer))
    await publishChange({ no: record.no, answer })
    await refresh(refreshedCalls)
    return 'sent'
  }
  if (comesBack(answer)) {
    if (!record.unanswered) await saveRecord({ ...record, unanswered: true })
    await publishChange()
    return 'lost'
  }
  const { message, code } = answer
  await saveRecord({ ...record, state: 'rejected', reason: message, ...(code && { code }) })
  await publishChange({ no: record.no, refusal: message })
  return 'refused'
}

/** Records that waited for this visit get its id and version from the answer (screens.md 13.3). */
async function followersOf(no: number, answer: Exclude<Answer, CallError>) {
  if (!('number' in answer)) return []
  const { id, version } = answer
  return (await readRecords()).flatMap((record): OutboxRecord[] => {
    if (record.kind === 'note' || record.after !== no) return []
    const { after: _after, ...one } = record
    if (one.kind === 'photo') return [{ ...one, body: { ...one.body, visit_id: id } }]
    return [{ ...one, body: { ...one.body, id, version } } as CaptureRecord]
  })
}

/** The same load with the same weight is still on the scale: its present reading is equal and fresh. */
async function withPresentReading(record: CaptureRecord): Promise<CaptureRecord | undefined> {
  const { reading } = record.body
  const signal = AbortSignal.timeout(ANSWER_MS)
  const now = await send(
    weight.get,
    { query: { post: reading.post } },
    { signal, quiet: true },
  ).catch(() => undefined)
  const same = now?.episode_id === reading.episode_id && now.weight_g === reading.weight_g
  if (!now || !same || now.blockers.length > 0) return undefined
  const fresh = { ...record, body: { ...record.body, reading: now } }
  await saveRecord(fresh)
  return fresh
}
