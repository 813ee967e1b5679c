import type { VisitCommand } from '#contract/visit/visit-input.ts'

/** A capture of `transactions/update` that may wait for its link: it carries the reading that was shown. */
export type Capture = Extract<VisitCommand, { reading: unknown }>

/** What the operator noted while the weight could not be recorded; it becomes a visit together with the agent's load. */
export interface YardNote {
  post: number
  carnumber: string
  direction: 'in' | 'out'
  supplier: string
  comment: string
}

interface StoredRecord {
  /** The number shown on the screen; records are sent in this order. */
  no: number
  client_id: string
  /** When it was recorded, ISO. */
  at: string
  user_id: string
  company_id: string
  author: string
  /** `rejected` waits for the operator's decision, `given_up` is stored for display and never sent. */
  state: 'waiting' | 'rejected' | 'given_up'
  /** The server's reason for a rejected record, or why it was given up. */
  reason?: string
  code?: string
}

export interface CaptureRecord extends StoredRecord {
  kind: 'capture'
  body: Capture
  /** The record whose answer gives this one its visit. */
  after?: number
  /** Sent at least once without an answer: from then on the load may be gone. */
  unanswered: boolean
  /** Since when the server, which answers again, does not find the load of the reading; epoch ms. */
  missing_since?: number
}

export interface NoteRecord extends StoredRecord {
  kind: 'note'
  body: YardNote
}

/** A JPEG that a person adds to a visit; it may be taken before the visit has an id. */
export interface PhotoRecord extends StoredRecord {
  kind: 'photo'
  picture: Blob
  body: { post: number; visit_id?: string }
  /** The record whose answer gives this one its visit. */
  after?: number
}

export type OutboxRecord = CaptureRecord | NoteRecord | PhotoRecord
export type NewRecord = Omit<CaptureRecord, 'no'> | Omit<NoteRecord, 'no'> | Omit<PhotoRecord, 'no'>

/** A day of a busy yard; more means that a person must look before the disk is full. */
export const MOST_RECORDS = 500
/** 500 MB of pictures at their largest (screens.md 13.1); counted separately, so that they never take the space of weights. */
export const MOST_PHOTOS = 250

const STORE = 'record'
let openedDatabase: Promise<IDBDatabase> | undefined

/** A database of its own: it outlives sign-out, and its keys give the order (screens.md 13.1). */
function open(): Promise<IDBDatabase> {
  openedDatabase ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('priyomka-outbox', 1)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(STORE, { keyPath: 'no', autoIncrement: true })
    })
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('indexedDB')))
  })
  return openedDatabase
}

/** Resolves when the data are on the disk: a saved record must survive a power failure. */
async function change(act: (store: IDBObjectStore) => void): Promise<void> {
  const database = await open()
  return new Promise((resolve, reject) => {
    const work = database.transaction(STORE, 'readwrite', { durability: 'strict' })
    work.addEventListener('complete', () => resolve())
    work.addEventListener('abort', () => reject(work.error ?? new Error('indexedDB')))
    act(work.objectStore(STORE))
  })
}

/** All records in their order. */
export async function readRecords(): Promise<OutboxRecord[]> {
  const database = await open()
  return new Promise((resolve, reject) => {
    const request = database
      .transaction(STORE)
      .objectStore(STORE)
      .getAll(undefined, MOST_RECORDS + MOST_PHOTOS)
    request.addEventListener('success', () => resolve(request.result as OutboxRecord[]))
    request.addEventListener('error', () => reject(request.error ?? new Error('indexedDB')))
  })
}

export async function addRecord(record: NewRecord): Promise<number> {
  let no = 0
  await change((store) => {
    const request = store.add(record)
    request.addEventListener('success', () => {
      no = Number(request.result)
    })
  })
  return no
}

export const saveRecord = (record: OutboxRecord) =>
  change((store) => {
    store.put(record)
  })

/** Deletes an answered record and gives its visit to the records that wait for it, in one transaction. */
export const finishRecord = (no: number, followers: OutboxRecord[] = []) =>
  change((store) => {
    store.delete(no)
    for (const follower of followers) store.put(follower)
  })
