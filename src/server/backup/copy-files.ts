import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import * as z from 'zod/mini'
import { isMissing } from '../storage/file-store.ts'
import type { Files } from '../storage/files.ts'
import { keyOf, parseKey, type PlaceName } from '../storage/storage-key.ts'
import { hashPiece, writePiece, type Piece } from './sealed-pieces.ts'

/** One stored file of a backup; backups share their pieces, since bytes under a name never change. */
const FileLine = z.strictObject({
  name: z.string(),
  place: z.enum(['disk', 's3']),
  size: z.int(),
  sha256: z.string(),
})
export type FileLine = z.output<typeof FileLine>

export const pieceOfFile = (root: string, name: string) => path.join(root, 'files', `${name}.age`)
export const listOfFiles = (dir: string) => path.join(dir, 'files.jsonl')

/** Keys of all files of the snapshot, one a line, in the order of their names, so that two backups are compared line by line. */
export async function listKeys(client: pg.Client, target: string): Promise<void> {
  const keys = `select storage_key from file where deleted_at is null union select storage_key from phone_page`
  const sorted = `select storage_key from (${keys}) k order by regexp_replace(storage_key, '^s3:', '') collate "C"`
  await pipeline(client.query(copyTo(`copy (${sorted}) to stdout`)), createWriteStream(target))
}

interface Job {
  readonly root: string
  readonly dir: string
  readonly recipient: string
  readonly files: Files
  /** The list of the backup before this one. */
  readonly before: AsyncIterable<FileLine>
  /** What has no bytes any more: removed since the snapshot, or lost. */
  onMissing(key: string): void
}

export interface CopiedFiles {
  readonly count: number
  readonly bytes: number
  readonly fresh: number
  readonly missing: number
}

/** Encrypts the files that no earlier backup has and writes the list of all; goes on where an interrupted backup stopped. */
export async function copyFiles(keysFile: string, job: Job): Promise<CopiedFiles> {
  const known = job.before[Symbol.asyncIterator]()
  let last = await known.next()
  const list = await open(listOfFiles(job.dir), 'w', 0o600)
  const sum = { count: 0, bytes: 0, fresh: 0, missing: 0 }
  for await (const key of createInterface({ input: createReadStream(keysFile) })) {
    const { name, place } = parseKey(key)
    while (!last.done && last.value.name < name) last = await known.next()
    const before = !last.done && last.value.name === name ? last.value : undefined
    const piece = await copyFile(job, { key, name, before })
    if (!piece) {
      sum.missing++
      job.onMissing(key)
      continue
    }
    sum.count++
    sum.bytes += piece.size
    if (piece.isFresh) sum.fresh++
    const line: FileLine = { name, place, size: piece.size, sha256: piece.sha256 }
    await list.write(`${JSON.stringify(line)}\n`)
  }
  await list.sync().finally(() => list.close())
  return sum
}

async function copyFile(
  { root, recipient, files }: Job,
  { key, name, before }: { key: string; name: string; before: FileLine | undefined },
): Promise<(Piece & { isFresh: boolean }) | undefined> {
  const target = pieceOfFile(root, name)
  const size = await stat(target).then(
    (found) => found.size,
    () => undefined,
  )
  if (before && size === before.size) return { ...before, isFresh: false }
  // An interrupted backup has made it, whole: pieces appear under their names at their end.
  if (!before && size !== undefined) return { ...(await hashPiece(target)), isFresh: false }
  try {
    const { body } = await files.open(key)
    return { ...(await writePiece(target, body, recipient)), isFresh: true }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** The files of a backup, in the order of their names. */
export async function* readFileList(dir: string): AsyncGenerator<FileLine> {
  for await (const line of createInterface({ input: createReadStream(listOfFiles(dir)) }))
    yield z.parse(FileLine, JSON.parse(line))
}

export const storageKeyOf = ({ name, place }: { name: string; place: PlaceName }) =>
  keyOf(place, name)
