import { setTimeout as sleep } from 'node:timers/promises'
import type { DeviceState } from '#contract/device/agent-link.ts'
import type { PlateReading } from '#contract/device/reading.ts'
import { Refusal } from '#http/refusal.ts'
import type { Camera } from '../cameras/snapshot.ts'
import type { Clock } from '../clock.ts'
import { deviceState, type DeviceStateKeeper } from '../site/device-state.ts'
import { placeOfPlate } from './vote/place-of-plate.ts'
import type { Box, PlateCandidate, PlateReader } from './plate-reader.ts'
import { VOTE, votePlate } from './vote/vote-plate.ts'

// devices.md 6.3: three to five frames, 300 ms apart; two that agree can reach 8500 of 10000.
const MIN_FRAMES = 3
const MAX_FRAMES = 5
const APART_MS = 300
const SURE_BP = 8500
/** How long an empty scale still shows the last plate (devices.md 2.3). */
const REMEMBERED_MS = 30_000
/** A request waits for this long; a waiting vehicle is read all the same, though a busy machine needs longer. */
const ASKED_MS = 4000
const FRAME_MS = 15_000
/** A screen may ask every second; an empty site is read again after this much real time. */
const READ_AGAIN_MS = 1000
const NOTHING = { plate: null, raw: null, confidence_bp: 0, candidates: [] }

export interface PlateWatchSetup {
  device_id: string
  /** The part of the picture that is read. */
  roi: Box | undefined
  /** Refuses while no camera has the number of the connection. */
  camera(): Camera
  reader: PlateReader
  clock: Clock
  tell(state: DeviceState): void
  /** A better reading of the present load. */
  seen(reading: PlateReading): void
}

export interface PlateWatch {
  readonly state: DeviceState
  /** A load came: what the camera said about the one before no longer counts. */
  arrived(episodeId: string): void
  /** The first stable weight of a load: the vehicle is at rest in front of the camera. */
  settled(episodeId: string): void
  /** The scale passed zero: the last plate is remembered for half a minute. */
  emptied(): void
  /** The best reading of the present load, from memory. */
  freshReading(): PlateReading | undefined
  /** The best reading of the present load; reads one frame more when nothing or nothing sure is known. */
  current(): Promise<PlateReading>
  /** For set-up: one frame now with its plates, or the last event; the votes of a load are not touched. */
  look(): Promise<PlateCheckOutcome>
  /** Only of a camera that sends its events itself: what it posted, whole. */
  posted?(contentType: string | undefined, body: Uint8Array, from: string): boolean
  stop(): Promise<void> | void
}

export interface PlateCheckOutcome {
  reading: PlateReading
  /** Undefined while an event camera has sent none with a picture. */
  jpeg: Uint8Array | undefined
}

/** One plate camera of a post: the plate of the vehicle on the scale, from the frames of its whole load. */
export function watchPlates(setup: PlateWatchSetup): PlateWatch {
  const { clock } = setup
  const state = deviceState(setup.device_id, setup.tell)
  let episode: string | null = null
  let frames: PlateCandidate[][] = []
  let best: { reading: PlateReading; at: number } | undefined
  /** The load whose frames have all been taken. */
  let followed = ''
  const isOver = (episodeId: string | null) => episode !== episodeId
  const newest = newestFrame(() => readFrame(episode))

  function begin(episodeId: string | null): void {
    if (episode === episodeId) return
    episode = episodeId
    frames = []
    newest.forget()
    if (episodeId !== null) best = undefined
  }

  async function follow(episodeId: string): Promise<void> {
    for (let taken = 0; taken < MAX_FRAMES; taken++) {
      if (taken > 0) await sleep(APART_MS / clock.factor)
      if (isOver(episodeId)) return
      // A camera that fails once may answer the next time; its own state tells of the failure.
      await newest.take().catch(() => {})
      if (taken + 1 >= MIN_FRAMES && (best?.reading.confidence_bp ?? 0) >= SURE_BP) break
    }
    followed = episodeId
  }

  /** A frame that comes late belongs to the load it was taken of and is dropped with it. */
  async function readFrame(episodeId: string | null): Promise<PlateReading> {
    const place = episodeId === null ? undefined : placeOfPlate(frames.at(-1), setup.roi)
    const { candidates, ts } = await readOnce(setup, state, place)
    if (isOver(episodeId)) return { ...NOTHING, ts }
    frames = episodeId === null ? [candidates] : [...frames, candidates].slice(-MAX_FRAMES)
    const voted = votePlate(frames, ts)
    if (voted.plate !== null) {
      best = { reading: voted, at: clock.now() }
      setup.seen(voted)
    }
    return voted
  }

  function freshReading(): PlateReading | undefined {
    const fresh = best && (episode !== null || clock.now() - best.at < REMEMBERED_MS)
    return fresh ? best!.reading : undefined
  }

  return {
    get state() {
      return state.now
    },
    arrived: begin,
    settled(episodeId) {
      begin(episodeId)
      void follow(episodeId)
    },
    emptied() {
      begin(null)
      if (best) best.at = clock.now()
    },
    freshReading,
    async look() {
      const { candidates, ts, jpeg } = await inTime(readOnce(setup, state))
      return { reading: votePlate([candidates], ts), jpeg }
    },
    // A frame under way ends by its own deadline.
    stop: checkUntilTried(state, setup.camera),
    async current() {
      const reading = freshReading()
      const sure = followed !== episode || (reading?.confidence_bp ?? 0) >= SURE_BP
      if (reading && sure) return reading
      const seen = newest.now()
      // A busy machine lost frames of this load: one more may agree, and no request waits for it.
      if (reading) seen.catch(() => {})
      return reading ?? inTime(seen)
    },
  }
}

/** The site's cameras have started by then, and a starting site shows no lost device for longer. */
const FIRST_MS = 1000
/** As often as a camera itself is asked (domain.md 3.17). */
const AGAIN_MS = 10_000

/**
 * Before the first vehicle no plate is requested, so a working reader would be shown as lost: until it has been tried its state
 * is that of its camera. Only a picture is taken, so that no frame is displaced. Returns the function that ends this.
 */
export function checkUntilTried(
  state: DeviceStateKeeper,
  camera: () => Pick<Camera, 'photo'>,
  { firstMs, againMs } = { firstMs: FIRST_MS, againMs: AGAIN_MS },
): () => void {
  const untried = state.now
  const check = async () => {
    if (state.now !== untried) return end()
    const answers = await Promise.try(() => camera().photo()).then(
      () => true,
      () => false,
    )
    if (answers && state.now === untried) state.set('online')
  }
  const first = setTimeout(() => void check(), firstMs)
  const interval = setInterval(() => void check(), againMs)
  const end = () => {
    clearTimeout(first)
    clearInterval(interval)
  }
  return end
}

/** Two frames at once would only wait for one another, so a request shares the frame that is being read. */
function newestFrame(read: () => Promise<PlateReading>) {
  let newest: { reading: Promise<PlateReading>; at: number; read: boolean } | undefined

  function take(): Promise<PlateReading> {
    const frame = { reading: read(), at: performance.now(), read: false }
    const markRead = () => void (frame.read = true)
    frame.reading.then(markRead, markRead)
    newest = frame
    return frame.reading
  }

  return {
    take,
    /** The frame that is being read or was read just now, or a new one. */
    now(): Promise<PlateReading> {
      const fresh = newest && (!newest.read || performance.now() - newest.at <= READ_AGAIN_MS)
      return fresh ? newest!.reading : take()
    },
    forget: () => void (newest = undefined),
  }
}

/** The reading, or the end of the request's waiting time. */
function inTime<T>(reading: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const patience = setTimeout(() => reject(new Error('The plate is not read in time')), ASKED_MS)
  reading.then(resolve, reject)
  return promise.finally(() => clearTimeout(patience))
}

/** One frame of the camera, read; whether that worked is the state of the plate camera. */
async function readOnce(setup: PlateWatchSetup, state: DeviceStateKeeper, place?: Box) {
  const { clock, roi, reader } = setup
  try {
    const { jpeg } = await setup.camera().photo()
    const ts = new Date(clock.wall()).toISOString()
    const signal = AbortSignal.timeout(FRAME_MS)
    const there = place && (await reader.read(jpeg, { signal, roi: place }))
    const found = there?.[0] && there[0].confidence >= VOTE
    const candidates = found ? there : await reader.read(jpeg, { signal, ...(roi ? { roi } : {}) })
    state.set('online')
    return { candidates, ts, jpeg }
  } catch (error) {
    if (error instanceof Refusal) state.set('offline', error.message)
    throw error
  }
}
