import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Refusal } from '#http/refusal.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { insertFiles } from '../file-queries.ts'
import type { CleanFile, CleanUpload } from '../pictures/picture.ts'
import { takeRoom, type Room } from './storage-room.ts'
import type { StoredFile, FileFacts } from './stored-file.ts'

/** A file that the server wrote beside the store, to be moved into it. */
interface WrittenUpload {
  readonly path: string
  readonly size: number
  readonly mime: string
}

/** Validated bytes, or a validated upload that is moved into the store. */
export type Storable =
  | CleanFile
  | CleanUpload
  | WrittenUpload
  | { readonly bytes: Buffer; readonly mime: string }

/**
 * Puts validated bytes into the store, then lets `work` write their rows in its own transaction; when that fails the bytes are
 * removed again, since no row refers to them. When the commit's answer was lost the rows may exist: the bytes stay. Called
 * outside a transaction. Refuses `file.quota`, never for evidence.
 */
export async function storing<T>(
  db: Db,
  files: readonly Storable[],
  work: (stored: StoredFile[]) => Promise<T>,
  room: Room = 'counted',
): Promise<T> {
  const adding = files.reduce((sum, file) => sum + sizeOf(file), 0)
  const leaveRoom = await takeRoom(db, adding, room)
  const stored: StoredFile[] = []
  try {
    for (const file of files) stored.push(await store(db, file))
    return await work(stored)
  } catch (error) {
    const mayBeNamed = error instanceof Refusal && error.code === 'common.unconfirmed'
    if (!mayBeNamed) await removeStored(db, stored)
    throw error
  } finally {
    leaveRoom()
  }
}

/** Removes bytes that have no row. What cannot be removed now stays: nothing leads to it, and what came before counts. */
export async function removeStored(db: Db, stored: readonly StoredFile[]): Promise<void> {
  await Promise.all(
    stored.map(({ key }) =>
      db.services.files.remove(key).catch((error: unknown) => {
        db.services.log.root.warn({ err: error, key }, 'stored bytes without a row stay')
      }),
    ),
  )
}

async function store(db: Db, file: Storable): Promise<StoredFile> {
  const isUpload = 'path' in file
  const sha256 = isUpload ? await hashOf(file.path) : hashOfBytes(file.bytes)
  return {
    key: await db.services.files.put(db.companyId, isUpload ? { path: file.path } : file.bytes),
    mime: file.mime,
    size: sizeOf(file),
    sha256,
    width: 'width' in file ? file.width : null,
    height: 'height' in file ? file.height : null,
    look: ('look' in file && file.look) || null,
  }
}

function sizeOf(file: Storable): number {
  return 'path' in file ? file.size : file.bytes.length
}

function hashOfBytes(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** SHA-256 of a file, read in pieces. */
export async function hashOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
  return hash.digest()
}

/** Makes stored bytes a file of the company, inside the caller's transaction; answers its id. */
export async function storeFile(db: Tx, stored: StoredFile, facts: FileFacts): Promise<string> {
  const [id] = await storeFiles(db, [{ stored, facts }])
  return id!
}

/** The same for files that came together, as the photos of one weighing, in one statement; returns the ids in their order. */
export async function storeFiles(
  db: Tx,
  files: readonly { readonly stored: StoredFile; readonly facts: FileFacts }[],
): Promise<string[]> {
  if (files.length === 0) return []
  const rows = files.map((file) => ({ ...file, id: file.facts.id ?? uuidv7() }))
  await insertFiles(db, rows)
  for (const { id, stored, facts } of rows)
    addAuditEvent(db, {
      action: 'file.save',
      entity: 'file',
      id,
      after: {
        kind: facts.kind,
        entity: facts.entity ?? null,
        entity_id: facts.entityId ?? null,
        size: stored.size,
        sha256: stored.sha256.toString('hex'),
      },
    })
  return rows.map(({ id }) => id)
}
