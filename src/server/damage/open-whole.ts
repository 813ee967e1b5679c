import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Db } from '../db/handle.ts'
import { isMissing, type OpenedFile } from '../storage/file-store.ts'
import { DamagedRecord } from './damaged-record.ts'
import { reportDamage } from './report-damage.ts'

/** A file whose bytes are read, with the hash that was recorded when they came. */
export interface RecordedFile {
  readonly id: string
  readonly sha256: Buffer
  readonly storage_key: string
}

/** Read twice, so that a refusal comes before the first byte; what is larger is proven on its way. */
const PROVEN_FIRST = 32 * 1024 * 1024

/** The bytes of a file as they came; changed or missing ones are refused. */
export async function openWhole(db: Db, file: RecordedFile): Promise<OpenedFile> {
  const { files } = db.services
  const recorded = file.sha256.toString('hex')
  const damagedRecord = (found?: string) =>
    new DamagedRecord({
      entity: 'file',
      id: file.id,
      part: 'file',
      recorded,
      ...(found && { found }),
    })
  try {
    const opened = await files.open(file.storage_key)
    if (opened.size > PROVEN_FIRST) return proveWhileRead(db, opened, recorded, damagedRecord)
    const hash = createHash('sha256')
    await pipeline(opened.body, hash)
    const found = hash.digest('hex')
    if (found !== recorded) throw damagedRecord(found)
    return await files.open(file.storage_key)
  } catch (error) {
    throw isMissing(error) ? damagedRecord() : error
  }
}

/** Holds the last piece back until the hash is known: what is damaged never arrives whole. */
function proveWhileRead(
  db: Db,
  { size, body }: OpenedFile,
  recorded: string,
  damaged: (found: string) => DamagedRecord,
): OpenedFile {
  async function* pieces() {
    const hash = createHash('sha256')
    let lastPiece: Buffer | undefined
    for await (const piece of body) {
      if (lastPiece) yield lastPiece
      lastPiece = piece as Buffer
      hash.update(lastPiece)
    }
    const found = hash.digest('hex')
    if (found !== recorded) {
      const error = damaged(found)
      await reportDamage(db, error.damage)
      throw error
    }
    if (lastPiece) yield lastPiece
  }
  return { size, body: Readable.from(pieces(), { objectMode: false }) }
}
