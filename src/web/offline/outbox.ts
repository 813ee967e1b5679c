import { serverNow } from '../ui/server-clock.ts'
import { create } from 'zustand'
import type { File } from '#contract/file/file-entities.ts'
import type { StoredTare, VisitCard } from '#contract/visit/visit-entities.ts'
import { companyId, isManager, useStore, userId } from '../state/store.ts'
import {
  addRecord,
  finishRecord,
  MOST_PHOTOS,
  MOST_RECORDS,
  readRecords,
  saveRecord,
  type Capture,
  type CaptureRecord,
  type OutboxRecord,
  type PhotoRecord,
  type YardNote,
} from './outbox-store.ts'

/** The outcome of a record that was sent; a refusal has the server's reason. */
export type Outcome =
  | { no: number; answer: VisitCard | StoredTare | File }
  | { no: number; refusal: string }

interface Outbox {
  records: OutboxRecord[]
}

/** The operator's records that the server has not answered yet, as stored on the disk of this browser (screens.md 13). */
export const useOutbox = create<Outbox>(() => ({ records: [] }))

const channel = new BroadcastChannel('priyomka-outbox')
const listeners = new Set<(outcome: Outcome) => void>()

channel.addEventListener('message', ({ data }) => {
  void reload()
  if (data) hear(data as Outcome)
})

/** Reports outcomes of all tabs; the returned function unsubscribes. */
export function onOutcome(listener: (outcome: Outcome) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function hear(outcome: Outcome) {
  for (const listener of listeners) listener(outcome)
}

/** Publishes the present content of the disk, here and in other tabs. */
export async function publishChange(outcome?: Outcome): Promise<void> {
  await reload()
  // A channel has no other origin to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(outcome)
  if (outcome) hear(outcome)
}

export async function reload(): Promise<void> {
  useOutbox.setState({ records: await readRecords() })
}

/** Saves a capture before anything is sent; it is safe when this resolves. */
export async function storeCapture(body: Capture, after?: number): Promise<number> {
  const no = await add({
    ...recordHead(body.client_id),
    kind: 'capture',
    body,
    unanswered: false,
    ...(after !== undefined && { after }),
  })
  await publishChange()
  return no
}

export async function storeNote(body: YardNote): Promise<number> {
  const no = await add({ ...recordHead(), kind: 'note', body })
  await publishChange()
  return no
}

/** A picture of a visit, or of the one that the record `after` will make; at most 2 MB (screens.md 13.1). */
export async function storePhoto(
  picture: Blob,
  body: PhotoRecord['body'],
  after?: number,
): Promise<number> {
  const no = await add({
    ...recordHead(),
    kind: 'photo',
    body,
    picture,
    ...(after !== undefined && { after }),
  })
  await publishChange()
  return no
}

/** A note whose load was found becomes its capture: the same record and number, sent from now on. */
export async function captureNote(note: OutboxRecord, body: Capture): Promise<void> {
  const { no, client_id, at, user_id, company_id, author } = note
  await saveRecord({
    no,
    client_id,
    at,
    user_id,
    company_id,
    author,
    kind: 'capture',
    state: 'waiting',
    unanswered: false,
    body: { ...body, client_id },
  })
  await publishChange()
}

/** Records are never deleted automatically: the user who gives a record up enters a reason, and the record stays readable. */
export async function giveUp(record: OutboxRecord, reason: string): Promise<void> {
  await saveRecord({ ...record, state: 'given_up', reason })
  for (const one of await readRecords())
    if (one.kind !== 'note' && one.after === record.no && one.state === 'waiting')
      await saveRecord({
        ...one,
        state: 'rejected',
        reason: `Нет въезда: от записи № ${record.no} отказались`,
      })
  await publishChange()
}

export async function dropRecord(no: number): Promise<void> {
  await finishRecord(no)
  await publishChange()
}

/** Sent only in the session of its author, or of a manager of the same company (screens.md 13.5). */
export function isOwn({ user_id, company_id }: OutboxRecord): boolean {
  const state = useStore.getState()
  if (user_id === userId(state)) return true
  return isManager(state) && company_id === companyId(state)
}

/** The queued arrival of a plate that has no visit yet; its departure waits for that answer. */
export function queuedArrival(records: OutboxRecord[], plate: string): CaptureRecord | undefined {
  return records.findLast(
    (one): one is CaptureRecord =>
      one.kind === 'capture' &&
      one.state !== 'given_up' &&
      one.body.command === 'capture_in' &&
      one.body.carnumber === plate,
  )
}

/** A load that is already recorded and not answered; every tab of this browser knows it. */
export function waitingLoad(
  records: OutboxRecord[],
  load: string | null | undefined,
): CaptureRecord | undefined {
  if (!load) return undefined
  return records.find(
    (one): one is CaptureRecord =>
      one.kind === 'capture' && one.state === 'waiting' && one.body.reading.episode_id === load,
  )
}

async function add(record: Parameters<typeof addRecord>[0]): Promise<number> {
  const photo = record.kind === 'photo'
  const same = useOutbox.getState().records.filter(({ kind }) => (kind === 'photo') === photo)
  if (same.length >= (photo ? MOST_PHOTOS : MOST_RECORDS))
    throw new Error('В этом браузере слишком много неотправленных записей')
  return addRecord(record)
}

function recordHead(clientId: string = crypto.randomUUID()) {
  const state = useStore.getState()
  return {
    client_id: clientId,
    at: new Date(serverNow()).toISOString(),
    user_id: userId(state),
    company_id: companyId(state),
    author: state.account?.user.info.full_name ?? '',
    state: 'waiting' as const,
  }
}
