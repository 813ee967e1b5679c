import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { finished, PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal, refuse } from '#http/refusal.ts'
import { uuidv7 } from '../db/uuid.ts'

/** Bytes of a client on the disk: complete, within the bound, not yet validated. */
export interface ReceivedFile {
  readonly name: string
  readonly path: string
  readonly size: number
  /** The first bytes, from which the kind of a file is recognised. */
  readonly head: Buffer
}

const HEAD_BYTES = 16

/**
 * Where uploads are held while they are validated: beside the store, so that a valid upload is only moved. What a killed
 * process left there is removed with all other unfinished files (`file-store.ts`).
 */
export function incomingDir(dataDir: string): string {
  return path.join(dataDir, 'files', 'incoming')
}

/**
 * Writes a stream to the disk as it comes: memory holds one piece of it at a time. Refuses `file.too-large` beyond `max`;
 * whatever fails, nothing of the file stays. A
 * sender that says nothing for `silenceMs` is refused `common.too-slow`; the whole has the server's `requestTimeout`.
 */
export async function receiveFile(
  stream: Readable,
  { dir, name, max }: { dir: string; name: string; max: number },
  silenceMs: number,
): Promise<ReceivedFile> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const target = path.join(dir, `${uuidv7()}.upload`)
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(new Refusal('common.too-slow')), silenceMs)
  let size = 0
  let head: Buffer = Buffer.alloc(0)
  async function* limitBytes(source: AsyncIterable<Buffer>) {
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
    await pipeline(copyOf(stream), limitBytes, file, { signal: silence.signal })
    return { name, path: target, size, head }
  } catch (error) {
    await rm(target, { force: true })
    throw silence.signal.aborted ? silence.signal.reason : error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * What fails ends the copy. A destroyed request would leave its connection in the middle of a body that nobody reads, and the next
 * request on it would wait for ever; what is left of this one is drained after the answer (`arrivals.ts`).
 */
function copyOf(stream: Readable): Readable {
  const copy = stream.pipe(new PassThrough())
  finished(stream, { writable: false }, (error) => void (error && copy.destroy(error)))
  return copy
}
