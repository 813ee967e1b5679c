import { files } from '#contract/file/file.ts'
import { CallError } from '../state/call-error.ts'
import { connectionLost } from '../state/connection.ts'
import { send } from '../api/send.ts'
import { refresh } from '../api/use-call.ts'
import { publishChange, isOwn } from './outbox.ts'
import {
  finishRecord,
  readRecords,
  saveRecord,
  type OutboxRecord,
  type PhotoRecord,
} from './outbox-store.ts'
import { comesBack, type Rest, type Step } from './send-steps.ts'

// A queue of its own: a weight recorded meanwhile never waits behind pictures on a slow line.
const LOCK = 'priyomka-outbox-photos'
/** Two megabytes over the slowest usable mobile line, about 300 kbit/s. */
const ANSWER_MS = 60_000

/** Sends pictures of known visits, one after another; each at most once whatever happens to its answer. */
export function sendPhotos(): Promise<Rest> {
  return navigator.locks.request(LOCK, async () => {
    for (const { no } of (await readRecords()).filter(isDue)) {
      // Another tab may have sent it, or its owner may have given it up.
      const record = (await readRecords()).find((one) => one.no === no)
      if (record && isDue(record) && (await sendOne(record)) === 'lost') return 'lost'
    }
    return 'nothing'
  })
}

const isDue = (record: OutboxRecord): record is PhotoRecord =>
  record.kind === 'photo' &&
  record.state === 'waiting' &&
  record.after === undefined &&
  isOwn(record)

async function sendOne(record: PhotoRecord): Promise<Step> {
  const { no } = record
  const answer = await answerTo(record)
  if (!(answer instanceof CallError)) {
    await finishRecord(no)
    await publishChange({ no, answer })
    await refresh([files.getAll])
    return 'sent'
  }
  if (comesBack(answer)) return 'lost'
  const { message, code } = answer
  await saveRecord({ ...record, state: 'rejected', reason: message, ...(code && { code }) })
  await publishChange({ no, refusal: message })
  return 'refused'
}

/** The record's number never changes: the server recognises a repeated picture whose answer was lost. */
async function answerTo({ client_id, at, picture, body: { post, visit_id } }: PhotoRecord) {
  const signal = AbortSignal.timeout(ANSWER_MS)
  const owner = { entity: 'transaction' as const, entity_id: visit_id }
  const params = { ...owner, kind: 'photo' as const, post, taken_at: at, client_id }
  try {
    return await send(files.save, { query: { params }, body: picture }, { signal, quiet: true })
  } catch (error) {
    if (error instanceof CallError) return error
    if (!signal.aborted) throw error
    connectionLost()
    return new CallError({ status: 0, message: '' })
  }
}
