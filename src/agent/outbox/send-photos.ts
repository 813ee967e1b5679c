import { setTimeout as sleep } from 'node:timers/promises'
import type { PhotoStore, StoredPhoto } from './photo-store.ts'

export interface PhotoSending {
  /** Something may have changed: a link, an acknowledgement. */
  wake(): void
  stop(): Promise<void>
}

const POLL_MS = 5000
const FIRST_RETRY_MS = 2000
const LAST_RETRY_MS = 60_000
const PUT_MS = 60_000
/** The server will never take this picture: unknown to it, too large, no picture. */
const HOPELESS = [400, 404, 413, 415]

/** Brings announced pictures to the server one at a time; `put` answers the status or throws without an answer. */
export function sendPhotos(
  photos: PhotoStore,
  linkUp: () => boolean,
  put: (id: string, jpeg: Uint8Array, signal: AbortSignal) => Promise<number>,
): PhotoSending {
  const stopping = new AbortController()
  let woken = Promise.withResolvers<void>()
  let failures = 0

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const photo = linkUp() ? photos.nextToSend() : undefined
      if (!photo) await pause(POLL_MS)
      else if (await deliver(photo)) failures = 0
      else await pause(Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures++))
    }
  }

  async function deliver(photo: StoredPhoto): Promise<boolean> {
    const jpeg = await photos.read(photo.id).catch(() => undefined)
    if (!jpeg) {
      photos.giveUp(photo.id)
      return true
    }
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(PUT_MS)])
    const status = await put(photo.id, jpeg, signal).catch(() => 0)
    if (status >= 200 && status < 300) photos.remove(photo.id)
    else if (HOPELESS.includes(status)) photos.giveUp(photo.id)
    else return false
    return true
  }

  async function pause(ms: number): Promise<void> {
    const timer = sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})
    await Promise.race([timer, woken.promise])
    woken = Promise.withResolvers()
  }

  const running = run()
  return {
    wake: () => {
      if (failures === 0) woken.resolve()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
