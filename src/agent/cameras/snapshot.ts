import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_AGENT_BLOB } from '#contract/device/agent-link.ts'
import type { CameraConnection } from '#contract/device/camera-connection.ts'
import { refuse, Refusal } from '#http/refusal.ts'
import { cameraRequests } from './camera-request.ts'
import { passwordPause } from './password-pause.ts'

/** One picture; `taken_at` is monotonic real milliseconds of `performance.now()`. */
export interface Photo {
  jpeg: Uint8Array
  taken_at: number
}

export interface Camera {
  /** Refuses with `device.offline` and the cause in Russian. */
  photo(): Promise<Photo>
}

const DEADLINE_MS = 3000
/** Two calls for one camera within this time share one picture (devices.md 5). */
const SHARED_MS = 300
/** Within the time of a capture, which waits 1.5 s (devices.md 4.2). */
const RETRY_MS = 150
const JPEG_START = Uint8Array.of(0xff, 0xd8, 0xff)
const JPEG_END = Uint8Array.of(0xff, 0xd9)
/** Some cameras pad a picture with a few bytes after its end. */
const PADDING = 64

/** A camera that gives a JPEG by GET. */
export function snapshotCamera(connection: CameraConnection, allowLoopback: boolean): Camera {
  const url = new URL(connection.url)
  const requests = cameraRequests(connection, allowLoopback)
  const pause = passwordPause()
  let shared: { at: number; photo: Promise<Photo> } | undefined

  function photo(): Promise<Photo> {
    const now = performance.now()
    if (shared && now - shared.at < SHARED_MS) return shared.photo
    shared = { at: now, photo: take() }
    return shared.photo
  }

  async function take(): Promise<Photo> {
    if (pause.left() > 0) return wrongPassword()
    try {
      const deadline = AbortSignal.timeout(DEADLINE_MS)
      let answer = await requests.get(url, 'image/jpeg', deadline)
      // A camera that is busy with its own record answers 500 and has a picture a moment later.
      if (answer.statusCode! >= 500) {
        answer.destroy()
        await sleep(RETRY_MS)
        answer = await requests.get(url, 'image/jpeg', deadline)
      }
      if (isWrongPassword(answer)) {
        pause.refused()
        return wrongPassword()
      }
      pause.accepted()
      const body = answer.statusCode === 200 ? await bodyOf(answer) : undefined
      if (!body) answer.destroy()
      if (!body || !isWholeJpeg(body)) return noPicture()
      return { jpeg: body, taken_at: performance.now() }
    } catch (error) {
      if (error instanceof Refusal) throw error
      return refuse('device.offline', { message: 'Камера не отвечает' })
    }
  }

  return { photo }
}

/** A picture cut on its way would show half a lorry as proof. */
export function isWholeJpeg(body: Buffer): boolean {
  const end = body.subarray(-PADDING)
  return body.subarray(0, JPEG_START.length).equals(JPEG_START) && end.includes(JPEG_END)
}

/** The camera wants another user or password; such an answer is thrown away. */
export function isWrongPassword(answer: IncomingMessage): boolean {
  const wrong = answer.statusCode === 401 || answer.statusCode === 403
  if (wrong) answer.destroy()
  return wrong
}

/** Refuses in the words of every camera that knows its password to be wrong. */
export function wrongPassword(): never {
  return refuse('device.offline', { message: 'Камера не приняла пароль' })
}

function noPicture(): never {
  return refuse('device.offline', { message: 'Камера прислала не изображение' })
}

/** Undefined when it is over 5 MB. */
async function bodyOf(answer: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of answer as AsyncIterable<Uint8Array>) {
      size += part.length
      if (size > MAX_AGENT_BLOB) return undefined
      parts.push(part)
    }
  } catch (error) {
    // Some cameras promise more bytes than they send: what came is looked at, and half a picture is none.
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error
  }
  return Buffer.concat(parts)
}
