import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Transform } from 'node:stream'
import * as z from 'zod/mini'
import { hashPiece, writePiece } from '../backup/sealed-pieces.ts'
import { isMissing } from '../storage/file-store.ts'
import type { Files } from '../storage/files.ts'
import { listOfFiles, pieceOfFile, type MoveManifest } from './move-package.ts'

/** A stored file of the package: its encrypted piece, and the hash of what it holds. */
const FileLine = z.strictObject({
  name: z.string(),
  size: z.int(),
  sha256: z.string(),
  plain: z.string(),
})
export type FileLine = z.output<typeof FileLine>

interface Job {
  readonly dir: string
  readonly recipient: string
  readonly files: Files
  say(words: string): void
}

/** Names of stored files with the hash that the database has of each, where it has one. */
export interface StoredName {
  readonly name: string
  readonly key: string
  readonly sha256: string | null
}

/** Encrypts every file of the company once: an export that was interrupted goes on where it stopped. */
export async function packFiles(
  names: readonly StoredName[],
  job: Job,
): Promise<MoveManifest['files']> {
  const done = new Map((await readDone(job.dir)).map((line) => [line.name, line]))
  const lines: FileLine[] = []
  let missing = 0
  const progress = await open(progressOf(job.dir), 'a', 0o600)
  try {
    for (const stored of names) {
      const before = done.get(stored.name)
      const line = before && (await isWhole(job.dir, before)) ? before : await pack(stored, job)
      if (!line) {
        missing++
        job.say(`Файла ${stored.key} в хранилище нет`)
        continue
      }
      if (stored.sha256 !== null && line.plain !== stored.sha256)
        job.say(`Файл ${stored.key} повреждён: переносится как есть`)
      if (line !== before) await progress.write(`${JSON.stringify(line)}\n`)
      lines.push(line)
    }
  } finally {
    await progress.close()
  }
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const part = `${listOfFiles(job.dir)}.part`
  await writeFile(part, text, { mode: 0o600, flush: true })
  await rename(part, listOfFiles(job.dir))
  await rm(progressOf(job.dir))
  return {
    count: lines.length,
    bytes: lines.reduce((sum, { size }) => sum + size, 0),
    missing,
    sha256: createHash('sha256').update(text).digest('hex'),
  }
}

const progressOf = (dir: string) => path.join(dir, 'files.progress')

/** What an earlier run has packed, of this one or a finished one; a line that was cut off is none. */
async function readDone(dir: string): Promise<FileLine[]> {
  const texts = await Promise.all(
    [listOfFiles(dir), progressOf(dir)].map((file) => readFile(file, 'utf8').catch(() => '')),
  )
  return texts
    .join('\n')
    .split('\n')
    .flatMap((line) => {
      try {
        return [z.parse(FileLine, JSON.parse(line))]
      } catch {
        return []
      }
    })
}

async function isWhole(dir: string, { name, size, sha256 }: FileLine): Promise<boolean> {
  const found = await hashPiece(pieceOfFile(dir, name)).catch(() => undefined)
  return found?.size === size && found.sha256 === sha256
}

async function pack(
  { name, key }: StoredName,
  { dir, recipient, files }: Job,
): Promise<FileLine | undefined> {
  try {
    const { body } = await files.open(key)
    const hash = createHash('sha256')
    const counted = new Transform({
      transform(bytes: Buffer, _, passOn) {
        hash.update(bytes)
        passOn(null, bytes)
      },
    })
    const target = pieceOfFile(dir, name)
    await writePiece(target, [body, counted], recipient)
    return { name, ...(await hashPiece(target)), plain: hash.digest('hex') }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

export async function* readFileLines(dir: string): AsyncGenerator<FileLine> {
  for await (const line of createInterface({ input: createReadStream(listOfFiles(dir)) }))
    yield z.parse(FileLine, JSON.parse(line))
}
