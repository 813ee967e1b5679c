import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import {
  agentConfig,
  type AgentConfig,
  type AgentMessage,
  type DeviceState,
  type ServerMessage,
} from '#contract/device/agent-link.ts'
import type { PlateReading, Reading } from '#contract/device/reading.ts'
import type { RelayState } from '#contract/device/relay.ts'
import type { Clock } from './clock.ts'
import type { Settings } from './config.ts'
import { serveDirect } from './direct/serve-direct.ts'
import { serverKeys } from './direct/server-keys.ts'
import type { Identity } from './link/identity.ts'
import { keepLink, type Link } from './link/link.ts'
import { takePosts } from './plates/events/take-posts.ts'
import { workerPlateReader } from './plates/worker-reader.ts'
import { readPrivate, writePrivate } from './private-file.ts'
import { openScaleMemory } from './scales/scale-memory.ts'
import { requestQueue } from './link/request-queue.ts'
import { openOutbox, type Outbox } from './outbox/outbox.ts'
import { sendPhotos } from './outbox/send-photos.ts'
import { putBlob, sendBlob } from './link/send-blob.ts'
import { runSite, type Site } from './site/site.ts'
import { keepUpdated } from './update/keep-updated.ts'
import { VERSION } from './version.ts'

export interface RunningAgent {
  /** Resolves after the first configuration of the server was accepted. */
  ready: Promise<void>
  stop(): Promise<void>
}

/** How often the server hears about the quality of the scales' lines. */
const REPORT_MS = 10_000
/** As many numbers as posts may have. */
const POSTS = Array.from({ length: 99 }, (_, n) => n + 1)
const HELLO = { msg: 'hello', v: 1, version: VERSION } as const

/** No load stands on any scale. */
const isYardClear = (site: ReturnType<typeof runSite>) =>
  POSTS.every((post) => !site.standing(post)?.present)

/** The devices and the link together; what the last good configuration describes starts before the link is up. */
export async function startAgent(
  settings: Settings,
  identity: Identity,
  clock: Clock,
  switchTo: (version: string) => void,
): Promise<RunningAgent> {
  const memory = await openScaleMemory(join(settings.dir, 'scales.json'))
  const plateReader = workerPlateReader()
  const boot_id = randomUUID()
  let link: Link | undefined

  const say = (message: AgentMessage) => link?.send(message) ?? false
  const send = (message: AgentMessage) => void say(message)
  const linkUp = () => link?.isUp() ?? false
  const outbox = openOutbox(settings.dir, clock, say)
  const photos = sendPhotos(outbox.photos, linkUp, (id, jpeg, signal) =>
    putBlob(identity, clock, id, jpeg, signal),
  )
  const site = runSite({
    clock,
    signer: identity,
    memory,
    plateReader,
    allowLoopback: settings.allowLoopback,
    ffmpeg: settings.ffmpeg,
    probe: settings.probe,
    linkUp,
    reading: (reading) => void link?.sendLatest(weighedMessage(reading)),
    ...openEvents(send, outbox),
  })
  const request = requestQueue(site, clock, sendBlob.bind(null, identity, clock), send)
  const configuration = configure(join(settings.dir, 'config.json'), site, send)

  function message(received: ServerMessage): void {
    if (received.msg === 'req') return request(received)
    if (received.msg === 'captured') return site.captured(received.device_id, received.episode_id)
    if (received.msg === 'config') return configuration.take(received)
    outbox.acknowledged(received.event_ids)
    photos.wake()
  }

  await configuration.restore()
  const report = () => site.reports().forEach(send)
  const reporting = setInterval(report, REPORT_MS)
  link = keepLink(identity, clock, {
    opened: () => ({ ...HELLO, boot_id, devices: site.states(), dropped: outbox.dropped() }),
    ready() {
      outbox.linkOpened()
      photos.wake()
      report()
    },
    message,
  })
  const doors = await openListeners(settings, identity, site, clock)
  const isCalm = () => linkUp() && outbox.isEmpty() && isYardClear(site)
  const updates = keepUpdated({ ...settings, identity, clock, isCalm, switchTo })
  return {
    ready: configuration.ready,
    async stop() {
      await doors.close()
      await updates.stop()
      clearInterval(reporting)
      await link.stop()
      await configuration.settled()
      await site.stop()
      await photos.stop()
      outbox.close()
      await plateReader.close()
      await memory.settle()
    },
  }
}

/** Ports of the agent itself, each only where the settings ask for it: for browsers, and for cameras that post. */
async function openListeners(settings: Settings, identity: Identity, site: Site, clock: Clock) {
  const { direct, posts, dir } = settings
  const keys = direct && (await serverKeys(dir, identity.server, clock))
  const browsers = keys && (await serveDirect(direct, identity, site, keys, clock))
  const cameras = posts && (await takePosts(posts, site.platesIfAny))
  return {
    async close() {
      await browsers?.close()
      await cameras?.close()
    },
  }
}

/** With our own monotonic time, by which the server sees how long the line held it back. */
function weighedMessage(reading: Reading): AgentMessage {
  return { msg: 'weight', reading, sent_at: Math.round(performance.now()) }
}

/** Events of the devices: sent at once to the listeners, and stored in the outbox when they must not be lost; with that outbox. */
function openEvents(send: (said: AgentMessage) => void, outbox: Outbox) {
  return {
    outbox,
    state({ device_id, status, detail }: DeviceState) {
      send({ msg: 'state', device_id, status, detail })
      outbox.note('device_state', device_id, { status, detail })
    },
    relays: (device_id: string, state: RelayState) => send({ msg: 'relay', device_id, state }),
    plate: (device_id: string, reading: PlateReading) => send({ msg: 'plate', device_id, reading }),
  }
}

/** Applies configurations one after another; the last one is stored for a start without a link. */
function configure(path: string, site: Site, send: (said: AgentMessage) => void) {
  const ready = Promise.withResolvers<void>()
  let applying = Promise.resolve()

  async function apply(config: AgentConfig): Promise<void> {
    const { rev } = config
    for (const bad of await site.apply(config)) send({ msg: 'config_bad', rev, ...bad })
    // A full disk costs the configuration after a restart without a link, not the weight now.
    await writePrivate(path, config).catch((error: unknown) =>
      console.error('Configuration not kept', error),
    )
    send({ msg: 'config_ok', rev })
    ready.resolve()
  }

  return {
    ready: ready.promise,
    settled: () => applying,
    take(received: AgentConfig & { msg: 'config' }) {
      const { msg: _, ...config } = received
      applying = applying.then(() => apply(config))
    },
    async restore() {
      const last = agentConfig.safeParse(await readPrivate(path))
      if (last.success) await site.apply(last.data)
    },
  }
}
