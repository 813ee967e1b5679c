import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { MAX_AGENT_BLOB } from '#contract/device/agent-link.ts'
import type { CameraConnection } from '#contract/device/camera-connection.ts'
import { refuse } from '#http/refusal.ts'
import { allowedAddress } from '../site/allowed-address.ts'
import { passwordPause } from './password-pause.ts'
import type { Camera, Photo } from './snapshot.ts'

/** An older picture is not served (devices.md 5). */
const MAX_AGE_MS = 1000
const WAIT_MS = 3000
/** Without a frame for this long the process is ended and started again; a busy computer needs longer for the first frame. */
const SILENCE_MS = 5000
const START_MS = 15_000
const RETRY_MS = { first: 1000, most: 30_000 } as const
const MAX_STDERR = 4096
const SILENT = 'Камера не отвечает'
const JPEG_START = Buffer.of(0xff, 0xd8)
const JPEG_END = Buffer.of(0xff, 0xd9)

/**
 * A camera behind one persistent ffmpeg: the newest frame is in memory, so a picture costs nothing. The output of ffmpeg is
 * never logged, since it repeats the address with its password.
 */
export function rtspCamera(
  connection: CameraConnection,
  ffmpeg: string,
  allowLoopback: boolean,
): Camera & { stop(): Promise<void> } {
  const stopping = new AbortController()
  let newest: Photo | undefined
  let fresh = Promise.withResolvers<Photo>()
  let trouble = SILENT
  let wait_ms: number = RETRY_MS.first
  const pause = passwordPause()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await follow().catch((error: unknown) => {
        trouble = isMissing(error) ? 'На компьютере весов нет программы ffmpeg' : trouble
      })
      await sleep(Math.max(wait_ms, pause.left()), undefined, { signal: stopping.signal }).catch(
        () => {},
      )
      wait_ms = Math.min(RETRY_MS.most, 2 * wait_ms)
    }
  }

  /** One life of the process; it has ended when this returns. */
  async function follow(): Promise<void> {
    const address = await addressOf(connection, allowLoopback)
    if (stopping.signal.aborted) return
    const child = spawn(ffmpeg, argumentsFor(address), { stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = once(child, 'close')
    const kill = () => void child.kill('SIGKILL')
    let silence = setTimeout(kill, START_MS)
    stopping.signal.addEventListener('abort', kill)
    const said = lastWords(child)
    const cut = jpegCutter((jpeg) => {
      clearTimeout(silence)
      silence = setTimeout(kill, SILENCE_MS)
      wait_ms = RETRY_MS.first
      pause.accepted()
      newest = { jpeg, taken_at: performance.now() }
      fresh.resolve(newest)
      fresh = Promise.withResolvers()
    })
    child.stdout!.on('data', cut)
    try {
      await ended
      const refused = said().includes('401')
      if (refused) pause.refused()
      trouble = refused ? 'Камера не приняла пароль' : SILENT
    } finally {
      clearTimeout(silence)
      stopping.signal.removeEventListener('abort', kill)
    }
  }

  const running = run()
  return {
    async photo() {
      if (newest && performance.now() - newest.taken_at <= MAX_AGE_MS) return newest
      const waiting = new AbortController()
      const late = sleep(WAIT_MS, undefined, { signal: waiting.signal })
      const photo = await Promise.race([fresh.promise, late]).finally(() => waiting.abort())
      return photo ?? refuse('device.offline', { message: trouble })
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** With the password inside, and a name already resolved to an address of the site: ffmpeg would resolve it anywhere. */
async function addressOf(connection: CameraConnection, allowLoopback: boolean): Promise<string> {
  const url = new URL(connection.url)
  const { host, lookup } = allowedAddress(url.hostname, allowLoopback)
  const address = await promisify(lookup)(host, {})
  url.hostname = String(address).includes(':') ? `[${String(address)}]` : String(address)
  if (connection.user !== undefined) {
    url.username = encodeURIComponent(connection.user)
    url.password = encodeURIComponent(connection.password ?? '')
  }
  return url.href
}

function argumentsFor(address: string): string[] {
  const quiet = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-threads', '1']
  const input = ['-protocol_whitelist', 'rtsp,rtp,tcp', '-rtsp_transport', 'tcp']
  // Four frames a second start at once instead of after the five seconds that ffmpeg studies a stream by default.
  const quick = ['-fflags', 'nobuffer', '-analyzeduration', '500000', '-probesize', '500000']
  const output = ['-an', '-vf', 'fps=4', '-q:v', '4', '-f', 'image2pipe', '-vcodec', 'mjpeg']
  return [...quiet, ...input, ...quick, '-i', address, ...output, 'pipe:1']
}

/** Whole pictures out of a row of them; entropy-coded data never holds the end mark, so a search is enough. */
export function jpegCutter(picture: (jpeg: Buffer) => void): (chunk: Uint8Array) => void {
  let waiting = Buffer.alloc(0)
  return (chunk) => {
    waiting = Buffer.concat([waiting, chunk])
    for (;;) {
      const start = waiting.indexOf(JPEG_START)
      if (start < 0) return void (waiting = waiting.subarray(-1))
      const end = waiting.indexOf(JPEG_END, start + 2)
      if (end < 0) {
        // Not a picture of any camera.
        waiting = waiting.length > MAX_AGENT_BLOB ? Buffer.alloc(0) : waiting.subarray(start)
        return
      }
      const after = end + JPEG_END.length
      if (after - start <= MAX_AGENT_BLOB) picture(Buffer.from(waiting.subarray(start, after)))
      waiting = waiting.subarray(after)
    }
  }
}

function lastWords(child: ChildProcess): () => string {
  let said = ''
  child.stderr!.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('latin1')).slice(-MAX_STDERR)
  })
  return () => said
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
