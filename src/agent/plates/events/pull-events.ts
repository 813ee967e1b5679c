import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PlateConnection } from '#contract/device/camera-connection.ts'
import { Refusal } from '#http/refusal.ts'
import { cameraRequests } from '../../cameras/camera-request.ts'
import { passwordPause } from '../../cameras/password-pause.ts'
import { isWrongPassword, wrongPassword } from '../../cameras/snapshot.ts'
import type { Clock } from '../../clock.ts'
import type { DeviceStateKeeper } from '../../site/device-state.ts'
import { DAHUA_CODES, readDahuaText } from './dahua-event.ts'
import { readHikvisionPart } from './hikvision-event.ts'
import { boundaryOf, partCutter, type Part } from './multipart-parts.ts'
import type { PlateEvent } from './plate-event.ts'

export type EventConnection = Extract<PlateConnection, { driver: 'hikvision' | 'dahua' }>

export interface PullSetup {
  connection: EventConnection
  allowLoopback: boolean
  clock: Clock
  state: DeviceStateKeeper
  onEvent(event: PlateEvent): void
  /** Every part, whatever it is. */
  part(part: Part): void
}

interface Stream {
  path: string
  /** Without a byte for so long the camera is gone. */
  silence_ms: number
  read(part: Part): PlateEvent[]
}

// devices.md 5.2 for Dahua; Hikvision repeats `videoloss` every ten seconds by itself.
const DAHUA_SILENCE_MS = 15_000
const HIKVISION_SILENCE_MS = 30_000
const CONNECT_MS = 5000
const RETRY_MS = { first: 1000, most: 30_000 } as const
/** A camera that was cut off tells old passages again: within the first seconds they are left out by their own clock. */
const AFTER_CONNECT_MS = 5000
const OLD_MS = 10_000

/** Keeps one endless stream of events open, for ever: reconnects 1 → 30 s. */
export function pullEvents(setup: PullSetup): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const requests = cameraRequests(setup.connection, setup.allowLoopback)
  const stream = streamOf(setup.connection)
  let wait_ms: number = RETRY_MS.first
  const pause = passwordPause()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await follow().catch((error: unknown) => {
        if (stopping.signal.aborted) return
        const known = error instanceof Refusal
        setup.state.set('offline', known ? error.message : 'Камера не отвечает')
      })
      await sleep(Math.max(wait_ms, pause.left()), undefined, { signal: stopping.signal }).catch(
        () => {},
      )
      wait_ms = Math.min(RETRY_MS.most, 2 * wait_ms)
    }
  }

  async function follow(): Promise<void> {
    const url = new URL(stream.path, setup.connection.url)
    const quiet = new AbortController()
    const signal = AbortSignal.any([stopping.signal, quiet.signal])
    const connecting = setTimeout(() => quiet.abort(), CONNECT_MS)
    const answer = await requests
      .get(url, 'multipart/*', signal)
      .finally(() => clearTimeout(connecting))
    const boundary = boundaryOf(answer.headers['content-type'])
    if (isWrongPassword(answer)) {
      pause.refused()
      wrongPassword()
    }
    if (answer.statusCode !== 200 || boundary === undefined) {
      answer.destroy()
      throw new Error('No stream of events')
    }
    pause.accepted()
    await listen(answer, boundary, quiet)
  }

  async function listen(answer: IncomingMessage, boundary: string, quiet: AbortController) {
    const openedAt = performance.now()
    const isJustOpened = () => performance.now() - openedAt <= AFTER_CONNECT_MS
    const cutter = partCutter(boundary, (part) => {
      for (const event of stream.read(part))
        if (!isJustOpened() || !isOld(event, setup.clock)) setup.onEvent(event)
      setup.part(part)
    })
    const silence = setTimeout(() => quiet.abort(), stream.silence_ms)
    try {
      for await (const chunk of answer as AsyncIterable<Uint8Array>) {
        silence.refresh()
        setup.state.set('online')
        wait_ms = RETRY_MS.first
        cutter.feed(chunk)
      }
    } finally {
      clearTimeout(silence)
      answer.destroy()
    }
    throw new Error('The camera ended the stream')
  }

  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

function isOld({ camera_ms }: PlateEvent, clock: Clock): boolean {
  return camera_ms !== undefined && clock.wall() - camera_ms > OLD_MS
}

function streamOf(connection: EventConnection): Stream {
  if (connection.driver === 'hikvision')
    return {
      path: '/ISAPI/Event/notification/alertStream',
      silence_ms: HIKVISION_SILENCE_MS,
      read: readHikvisionPart,
    }
  const codes = `[${DAHUA_CODES.join(',')}]`
  const path =
    connection.via === 'attachFileProc'
      ? `/cgi-bin/snapManager.cgi?action=attachFileProc&Flags[0]=Event&Events=${codes}&heartbeat=5`
      : `/cgi-bin/eventManager.cgi?action=attach&codes=${codes}&heartbeat=5`
  return {
    path,
    silence_ms: DAHUA_SILENCE_MS,
    read: ({ headers, body }) =>
      headers.get('content-type')?.startsWith('image/') ? [] : readDahuaText(body.toString('utf8')),
  }
}
