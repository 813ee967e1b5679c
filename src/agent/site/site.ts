import type { DetectedScales, DetectParams } from '#contract/device/scale-detection.ts'
import type { AgentConfig, AgentMessage, DeviceState } from '#contract/device/agent-link.ts'
import type { PlateReading, Reading } from '#contract/device/reading.ts'
import type { CameraSearchParams, FoundCameras } from '#contract/device/camera-search.ts'
import type { ScaleTransport } from '#contract/device/scale-connection.ts'
import type { TerminalFrame } from '#contract/device/scale-terminal.ts'
import type { RelayState, TicketOrder } from '#contract/device/relay.ts'
import { refuse } from '#http/refusal.ts'
import { findCameras } from '../cameras/find-cameras.ts'
import type { ProbeTarget } from '../cameras/probe-network.ts'
import type { Camera } from '../cameras/snapshot.ts'
import type { WatchedCamera } from '../cameras/watch-camera.ts'
import type { Clock } from '../clock.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { OwnPlateReader } from '../plates/worker-reader.ts'
import type { PlateWatch } from '../plates/watch-plates.ts'
import { printTicket } from '../printers/print-ticket.ts'
import { openBoard } from '../relays/relay-line.ts'
import { watchRelays, type WatchedRelays } from '../relays/watch-relays.ts'
import { detectScale, hearScale } from '../scales/detect-scale.ts'
import { openDriver } from '../scales/frames/open-driver.ts'
import { readingPace } from '../scales/reading-pace.ts'
import { loadRecorder } from '../scales/loads/record-load.ts'
import type { ScaleMemory } from '../scales/scale-memory.ts'
import { openTransport } from '../scales/transports/open-transport.ts'
import { watchScale, type Standing, type WatchedScale } from '../scales/watch-scale.ts'
import type { ScaleDevice } from '../scales/scale-device.ts'
import type { Signer } from '../scales/sign-reading.ts'
import { planSite, type BadDevice, type PlannedDevice } from './site-plan.ts'
import { startCamera, startPlates } from './start-cameras.ts'

export interface SiteSetup {
  clock: Clock
  signer: Signer
  memory: ScaleMemory
  plateReader: Pick<OwnPlateReader, 'read' | 'warm'>
  allowLoopback: boolean
  /** The program that reads RTSP cameras. */
  ffmpeg: string
  /** Where cameras are searched for. */
  probe: ProbeTarget
  outbox: Outbox
  linkUp(): boolean
  /** Paced: at most twenty a second and at least one while the scale answers. */
  reading(reading: Reading): void
  state(state: DeviceState): void
  plate(deviceId: string, reading: PlateReading): void
  relays(deviceId: string, state: RelayState): void
}

/** All devices of the site as the last good configuration describes them. */
export interface Site {
  /**
   * Starts, restarts and stops devices as the configuration requires; an unchanged device, or one that cannot run as
   * configured, goes on as before.
   */
  apply(config: AgentConfig): Promise<BadDevice[]>
  /** The three refuse with `device.not-configured` in words of the post. */
  scale(post: number): WatchedScale
  camera(code: number): Camera
  plates(post: number): PlateWatch
  relays(post: number): WatchedRelays
  /** Refuses `device.offline` when the printer does not take the slip. */
  print(order: TicketOrder): Promise<void>
  /** The load on a post's scale; undefined = unknown. */
  standing(post: number): Standing | undefined
  /** A post may have a scale without a plate camera. */
  platesIfAny(post: number): PlateWatch | undefined
  captured(deviceId: string, episodeId: string | null): void
  /** What went over the line of one scale after piece number `after`. */
  terminal(deviceId: string, after: number): TerminalFrame[]
  /** Tries every driver on a line that no scale of the site uses, or only says what it is told to say. */
  detect(params: DetectParams, signal: AbortSignal): Promise<DetectedScales>
  /** ONVIF cameras of the site's network, or the description of one of them. */
  findCameras(params: CameraSearchParams): Promise<FoundCameras>
  states(): DeviceState[]
  /** What the server keeps no longer than a link lasts: the quality of lines, how lamps and barriers stand. */
  reports(): AgentMessage[]
  stop(): Promise<void>
}

/** With the age that weighing allows now: a changed rule restarts no scale. */
type PacedSetup = SiteSetup & { maxAgeMs(): number }

type Running = { text: string; stop(): Promise<void> | void } & (
  | { kind: 'scale'; place: number; line: string; works: WatchedScale }
  | { kind: 'camera'; place: number; works: WatchedCamera }
  | { kind: 'plate_camera'; place: number; works: PlateWatch }
  | { kind: 'relay'; place: number; works: WatchedRelays }
)

export function runSite(setup: SiteSetup): Site {
  const running = new Map<string, Running>()
  let maxAgeMs = 2000

  async function apply(config: AgentConfig): Promise<BadDevice[]> {
    const { planned, bad } = planSite(config, setup.allowLoopback)
    maxAgeMs = config.rules.max_age_ms
    const wanted = new Map(planned.map((p) => [p.device_id, p]))
    const spoilt = new Set(bad.map((one) => one.device_id))
    for (const [id, device] of running)
      if (!spoilt.has(id) && wanted.get(id)?.text !== device.text) {
        running.delete(id)
        await device.stop()
      }
    for (const [id, one] of wanted)
      if (!running.has(id)) running.set(id, start(paced, config, one, site))
    return bad
  }

  function find<K extends Running['kind']>(kind: K, place: number) {
    for (const device of running.values())
      if (device.kind === kind && device.place === place)
        return device.works as Extract<Running, { kind: K }>['works']
    return undefined
  }

  function requireRunning<K extends Running['kind']>(kind: K, place: number) {
    return find(kind, place) ?? refuse('device.not-configured', { message: ABSENT[kind] })
  }

  const paced = { ...setup, maxAgeMs: () => maxAgeMs }
  const site: Site = {
    apply,
    scale: (post) => requireRunning('scale', post),
    camera: (code) => requireRunning('camera', code),
    plates: (post) => requireRunning('plate_camera', post),
    relays: (post) => requireRunning('relay', post),
    async print(order) {
      await printTicket(order, setup.allowLoopback)
      const { post, transaction_id, copy } = order
      if (transaction_id !== null)
        setup.outbox.note('printed', null, { post, transaction_id, copy })
    },
    standing: (post) => find('scale', post)?.standing(),
    platesIfAny: (post) => find('plate_camera', post),
    captured(deviceId, episodeId) {
      const device = running.get(deviceId)
      if (device?.kind === 'scale') device.works.captured(episodeId)
    },
    terminal(deviceId, after) {
      const device = running.get(deviceId)
      if (device?.kind !== 'scale') return refuse('common.not-found')
      return device.works.terminal(after)
    },
    async detect({ transport, says }, signal) {
      const line = lineName(transport)
      if ([...running.values()].some((device) => device.kind === 'scale' && device.line === line))
        refuse('common.bad-transition', { message: 'Этот порт занят весами площадки' })
      const open = (signal: AbortSignal) => openTransport(transport, setup.allowLoopback, signal)
      return says ? hearScale(open, says, signal) : detectScale(open, signal)
    },
    findCameras: (params) => findCameras(params, setup.probe, setup.allowLoopback),
    reports: () => [...running].flatMap(([device_id, device]) => reportsOf(device_id, device)),
    states: () => [...running.values()].map((device) => device.works.state),
    async stop() {
      const devices = [...running.values()]
      running.clear()
      await Promise.all(devices.map((device) => device.stop()))
    },
  }
  return site
}

function reportsOf(device_id: string, { kind, works }: Running): AgentMessage[] {
  if (kind === 'relay') return [{ msg: 'relay', device_id, state: works.shown }]
  return kind === 'scale' ? [{ msg: 'line', device_id, ...works.quality() }] : []
}

/** A stream comes about ten times a second by itself. */
const STREAM_PERIOD_MS = 100

const ABSENT = {
  scale: 'На посту нет весов',
  camera: 'Камера не настроена',
  plate_camera: 'Распознавание номеров не настроено',
  relay: 'На посту нет светофора и шлагбаума',
}

function start(
  setup: PacedSetup,
  config: AgentConfig,
  planned: PlannedDevice,
  site: Site,
): Running {
  const { text } = planned
  if (planned.kind === 'scale') return { text, ...startScale(setup, config, planned, site) }
  if (planned.kind === 'camera') {
    const works = startCamera(setup, planned)
    return { text, kind: 'camera', place: planned.code, works, stop: works.stop }
  }
  if (planned.kind === 'relay') {
    const { device_id, post } = planned
    const works = watchRelays({
      device_id,
      post,
      board: openBoard(planned, setup.allowLoopback),
      clock: setup.clock,
      linkUp: setup.linkUp,
      standing: () => site.standing(post),
      tell: setup.state,
      shown: (state) => setup.relays(device_id, state),
      note: (body) => void setup.outbox.note('relay', device_id, body),
    })
    return { text, kind: 'relay', place: post, works, stop: works.stop }
  }
  const works = startPlates(setup, planned, site.camera)
  return { text, kind: 'plate_camera', place: planned.post, works, stop: () => works.stop() }
}

function startScale(
  setup: PacedSetup,
  config: AgentConfig,
  planned: Extract<PlannedDevice, { kind: 'scale' }>,
  site: Site,
) {
  const { device, connection } = planned
  const { transport, settings } = connection
  const pace = readingPace(setup.reading, setup.maxAgeMs)
  const { outbox, clock } = setup
  const loads = followLoads(setup, config, device, site)
  const works = watchScale(
    {
      device,
      driver: openDriver(connection),
      open: (signal) => openTransport(transport, setup.allowLoopback, signal),
      period_ms: 'period_ms' in settings ? settings.period_ms : STREAM_PERIOD_MS,
      rules: config.rules,
      clock,
      signer: setup.signer,
      memory: setup.memory,
      load: loads.before,
      newEpisodeId: outbox.newId,
    },
    {
      reading(reading) {
        pace.offer(reading)
        loads.reading(reading)
      },
      state: setup.state,
      arrived(id) {
        site.platesIfAny(device.post)?.arrived(id)
        loads.arrived(id)
      },
      settled(id) {
        site.platesIfAny(device.post)?.settled(id)
        loads.settled(id)
      },
      captured: loads.captured,
      emptied() {
        // Before the plate camera forgets the load.
        loads.emptied()
        site.platesIfAny(device.post)?.emptied()
      },
      zeroPoint: loads.zeroPoint,
    },
  )
  const stop = () => works.stop().then(() => pace.stop())
  const line = lineName(transport)
  return { kind: 'scale' as const, place: device.post, line, works, stop }
}

/** Two devices with the same name would take each other's bytes. */
function lineName(transport: ScaleTransport): string {
  return transport.type === 'tcp' ? `${transport.host}:${transport.port}` : transport.path
}

function followLoads(setup: SiteSetup, config: AgentConfig, device: ScaleDevice, site: Site) {
  const { outbox, clock, linkUp } = setup
  return loadRecorder({
    device,
    outbox,
    clock,
    linkUp,
    plate: () => site.platesIfAny(device.post)?.freshReading(),
    pictures: () => takePictures(site, clock, camerasOf(config, device.post)),
  })
}

/** Cameras that look at a post when a weight is captured: its own and those of no post. */
function camerasOf(config: AgentConfig, post: number): number[] {
  return config.devices.flatMap((device) =>
    device.kind === 'camera' &&
    config.rules.on_capture.includes(device.code) &&
    (device.post ?? post) === post
      ? [device.code]
      : [],
  )
}

async function takePictures(site: Site, clock: Clock, codes: readonly number[]) {
  const taken = await Promise.allSettled(
    codes.map(async (camera) => {
      const { jpeg, taken_at } = await site.camera(camera).photo()
      const at = clock.wall() - (performance.now() - taken_at)
      return { camera, jpeg, taken_at: new Date(at).toISOString() }
    }),
  )
  return taken.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}
