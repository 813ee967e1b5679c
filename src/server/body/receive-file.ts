import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal, refuse } from '#http/refusal.ts'
import { uuidv7 } from '../db/uuid.ts'

/** Bytes of a stranger on the disk: whole, within the bound, judged by nobody yet. */
export interface ReceivedFile {
  readonly name: string
  readonly path: string
  readonly size: number
  /** The first bytes, by which the kind of a file is told. */
  readonly head: Buffer
}

const HEAD_BYTES = 16
// A sender that falls silent for so long gives its lane to another; the whole has the server's `requestTimeout`.
const SILENCE_MS = 15_000
// No upload lasts so long: what is older was left behind by a process that died.
const STALE_MS = 10 * 60_000
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT'])

/** Where uploads are held while they are judged: beside the files, so that a judged one is only moved. */
export function incomingDir(dataDir: string): string {
  return path.join(dataDir, 'files', 'incoming')
}

/**
 * Writes a stream to the disk as it comes: memory holds one piece of it at a time. Refuses `file.too-large` beyond `max`;
 * whatever fails, nothing of the file stays.
 */
export async function receiveFile(
  stream: Readable,
  { dir, name, max }: { dir: string; name: string; max: number },
  silenceMs = SILENCE_MS,
): Promise<ReceivedFile> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const target = path.join(dir, `${uuidv7()}.upload`)
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(new Refusal('common.too-slow')), silenceMs)
  let size = 0
  let head: Buffer = Buffer.alloc(0)
  async function* bounded(source: AsyncIterable<Buffer>) {
    for await (const piece of source) {
      timer.refresh()
      size += piece.length
      if (size > max) refuse('file.too-large')
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES)])
      yield piece
    }
  }
  try {
    const file = createWriteStream(target, { mode: 0o600 })
    await pipeline(stream, bounded, file, { signal: silence.signal })
    return { name, path: target, size, head }
  } catch (error) {
    await rm(target, { force: true })
    throw wordsOf(silence.signal.aborted ? silence.signal.reason : error)
  } finally {
    clearTimeout(timer)
  }
}

function wordsOf(error: unknown): unknown {
  if (!DISK_FULL.has((error as { code?: string }).code ?? '')) return error
  const message = 'На сервере кончилось место для файлов. Обратитесь к администратору'
  return new Refusal('common.unavailable', { message, retryAfterSeconds: 60 })
}

/** Removes what a process left behind that died with uploads under way. */
export async function removeStaleUploads(dataDir: string): Promise<void> {
  const dir = incomingDir(dataDir)
  const names = await readdir(dir).catch(() => [])
  for (const name of names) {
    const target = path.join(dir, name)
    const facts = await stat(target).catch(() => undefined)
    if (facts && Date.now() - facts.mtimeMs > STALE_MS) await rm(target, { force: true })
  }
}
