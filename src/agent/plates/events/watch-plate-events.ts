import { MAX_AGENT_BLOB, type DeviceState } from '#contract/device/agent-link.ts'
import type { PlateReading } from '#contract/device/reading.ts'
import type { Clock } from '../../clock.ts'
import { deviceState } from '../../site/device-state.ts'
import { isWholeJpeg } from '../../cameras/snapshot.ts'
import type { PlateWatch, PlateCheckOutcome } from '../watch-plates.ts'
import { readHikvisionPart } from './hikvision-event.ts'
import { boundaryOf, partCutter, type Part } from './multipart-parts.ts'
import { onceAPassage, type PlateEvent } from './plate-event.ts'
import { pullEvents, type EventConnection } from './pull-events.ts'

export interface PlateEventSetup {
  device_id: string
  connection: EventConnection
  allowLoopback: boolean
  clock: Clock
  tell(state: DeviceState): void
  /** A better reading of the present load. */
  seen(reading: PlateReading): void
  /** Every passage, for the record: it is on the disk when this returns. */
  storeReading(reading: PlateReading, episodeId: string | null): void
}

interface HeardPlate {
  raw: string
  plate: string
  confidence_bp: number
  ts: string
  at: number
}

// devices.md 2.3, 6.3.
const REMEMBERED_MS = 30_000
const VOTE_BP = 7000
const DOUBTFUL_BP = 8400
/** A camera that tells no level proposes and never fills the field by itself. */
const UNTOLD_BP = DOUBTFUL_BP
const MOST_HEARD = 20
const MAX_CANDIDATES = 5
/** The vehicle that just left may be reported once more while it drives past the camera. */
const LEAVING_MS = 10_000

/** A plate camera that reads plates itself: its events feed the same memory as the embedded recogniser's frames. */
export function watchPlateEvents(setup: PlateEventSetup): PlateWatch {
  const { clock, connection } = setup
  const state = deviceState(setup.device_id, setup.tell)
  const isNew = onceAPassage(clock.now)
  const passage = lastPassage()
  const pushed = connection.driver === 'hikvision' && connection.mode === 'push'
  const pull = pushed
    ? undefined
    : pullEvents({ ...setup, state, onEvent: noteEvent, part: passage.part })
  let episode: string | null = null
  let heardNow: HeardPlate[] = []
  let before: { reading: PlateReading; at: number } | undefined

  function noteEvent(event: PlateEvent): void {
    if (!isNew(event) || isLeaving(event.plate)) return
    const { raw, plate, level_bp: confidence_bp = UNTOLD_BP } = event
    const ts = new Date(clock.wall()).toISOString()
    heardNow = [...heardNow, { raw, plate, confidence_bp, ts, at: clock.now() }].slice(-MOST_HEARD)
    const reading = bestOf(heardNow)!
    passage.begin(bestOf(heardNow.slice(-1))!)
    setup.storeReading(bestOf(heardNow.slice(-1))!, episode)
    setup.seen(reading)
  }

  function isLeaving(plate: string): boolean {
    if (episode !== null || before?.reading.plate !== plate) return false
    return clock.now() - before.at < LEAVING_MS
  }

  /** What was heard while the scale was empty belongs to the vehicle that now drives on, if it is not too old. */
  function begin(episodeId: string): void {
    if (episode === episodeId) return
    heardNow = episode === null ? heardNow.filter(({ at }) => clock.now() - at < REMEMBERED_MS) : []
    episode = episodeId
    before = undefined
  }

  function freshReading(): PlateReading | undefined {
    const fresh =
      episode === null ? heardNow.filter(({ at }) => clock.now() - at < REMEMBERED_MS) : heardNow
    const reading = bestOf(fresh)
    if (reading || episode !== null) return reading
    return before && clock.now() - before.at < REMEMBERED_MS ? before.reading : undefined
  }

  return {
    get state() {
      return state.now
    },
    arrived: begin,
    settled: begin,
    emptied() {
      const reading = freshReading()
      before = reading && { reading, at: clock.now() }
      heardNow = []
      episode = null
    },
    freshReading,
    current: async () => freshReading() ?? nothing(clock),
    look: async () => passage.look() ?? { reading: nothing(clock), jpeg: undefined },
    posted(contentType, body, from) {
      if (!pushed || !isSameHost(from, connection.url)) return false
      state.set('online')
      for (const part of partsOf(contentType, body)) {
        readHikvisionPart(part).forEach(noteEvent)
        passage.part(part)
      }
      return true
    },
    stop: () => pull?.stop(),
  }
}

/** The picture by which a camera shows the whole vehicle (devices.md 5.1). */
const WHOLE_VIEW = /detectionPicture/i

/** The last event of a camera with one picture of it: its view of the vehicle, else the largest; at most 5 MB. */
function lastPassage() {
  let last: PlateReading | undefined
  let picture: { jpeg: Buffer; whole: boolean } | undefined
  return {
    /** A new event, whose own pictures are still to come. */
    begin(reading: PlateReading): void {
      last = reading
      picture = undefined
    },
    part({ headers, body }: Part): void {
      if (body.length > MAX_AGENT_BLOB || !isWholeJpeg(body)) return
      const whole = WHOLE_VIEW.test(headers.get('content-disposition') ?? '')
      const better = whole || (!picture?.whole && body.length > (picture?.jpeg.length ?? 0))
      if (better) picture = { jpeg: body, whole }
    },
    look: (): PlateCheckOutcome | undefined => last && { reading: last, jpeg: picture?.jpeg },
  }
}

function nothing(clock: Clock): PlateReading {
  const ts = new Date(clock.wall()).toISOString()
  return { plate: null, raw: null, confidence_bp: 0, ts, candidates: [] }
}

/** Levels count as given; two plates of one load leave a doubt about each (devices.md 6.3). */
function bestOf(noteEvent: readonly HeardPlate[]): PlateReading | undefined {
  const byPlate = new Map<string, HeardPlate>()
  for (const one of noteEvent) {
    const previous = byPlate.get(one.plate)
    if (!previous || one.confidence_bp >= previous.confidence_bp) byPlate.set(one.plate, one)
  }
  const sorted = [...byPlate.values()].toSorted((a, b) => b.confidence_bp - a.confidence_bp)
  const best = sorted[0]
  if (!best) return undefined
  const doubt = sorted.filter(({ confidence_bp }) => confidence_bp >= VOTE_BP).length > 1
  const candidates = sorted.slice(0, MAX_CANDIDATES).map(({ plate, confidence_bp }) => ({
    plate,
    confidence_bp: doubt ? Math.min(DOUBTFUL_BP, confidence_bp) : confidence_bp,
  }))
  const { plate, raw, ts } = best
  return { plate, raw, confidence_bp: candidates[0]!.confidence_bp, ts, candidates }
}

/** A post is either multipart like the stream, or the bare XML. */
function partsOf(contentType: string | undefined, body: Uint8Array): Part[] {
  const boundary = boundaryOf(contentType)
  if (boundary === undefined) return [{ headers: new Map(), body: Buffer.from(body) }]
  const parts: Part[] = []
  const cutter = partCutter(boundary, (part) => parts.push(part))
  cutter.feed(body)
  return parts
}

function isSameHost(from: string, url: string): boolean {
  const { hostname } = new URL(url)
  return from.replace(/^::ffff:/, '') === hostname.replace(/^\[(.*)\]$/, '$1')
}
