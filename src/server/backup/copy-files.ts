import { createReadStream } from 'node:fs'
import { glob, open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod/mini'
import { isMissing } from '../storage/file-store.ts'
import type { Files } from '../storage/files.ts'
import { keyOf, parseKey, type PlaceName } from '../storage/storage-key.ts'
import { BadBackup, backupNames } from './manifest.ts'
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
    const written = await writePiece(target, body, recipient)
    const read = await hashPiece(target)
    if (read.sha256 === written.sha256) return { ...read, isFresh: true }
    throw new BadBackup(`файл ${name} прочитан не таким, каким записан`)
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

const DAY_MS = 86_400_000

/**
 * Removes backups older than `keepDays`, never the newest, and then the pieces of files that no backup names any more. Answers how many of
 * each.
 */
export async function removeOldBackups(
  root: string,
  keepDays: number,
  now = Date.now(),
): Promise<{ backups: number; files: number }> {
  const names = await backupNames(root)
  const old = names.slice(0, -1).filter((name) => now - takenAt(name) > keepDays * DAY_MS)
  for (const name of old) await rm(path.join(root, name), { recursive: true, force: true })
  const files = old.length === 0 ? 0 : await removeUnnamed(root, names.slice(old.length))
  return { backups: old.length, files }
}

/** By the folder's own name, since the clock of a file system or a copy of the folder says nothing about the backup. */
function takenAt(name: string): number {
  const [day, time] = name.split('T') as [string, string]
  return Date.parse(`${day}T${time.replaceAll('-', ':')}`)
}

/** Names alone are held: some seventy bytes a file. */
async function removeUnnamed(root: string, others: readonly string[]): Promise<number> {
  const named = new Set<string>()
  for (const name of others)
    for await (const file of readFileList(path.join(root, name))) named.add(file.name)
  let removed = 0
  for await (const found of glob('*/*/*.age', { cwd: path.join(root, 'files') })) {
    const name = found.split(path.sep).join('/').slice(0, -'.age'.length)
    if (named.has(name)) continue
    await rm(path.join(root, 'files', found))
    removed++
  }
  return removed
}
