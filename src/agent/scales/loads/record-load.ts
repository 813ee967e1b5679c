import { randomUUIDv7 } from 'node:crypto'
import type { PlateReading, Reading } from '#contract/device/reading.ts'
import type { Clock } from '../../clock.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { OpenLoad } from '../../outbox/load-store.ts'
import type { ScaleDevice } from '../scale-device.ts'
import type { EpisodeMemory } from './episode.ts'

export interface LoadSetup {
  device: Pick<ScaleDevice, 'device_id' | 'd_g' | 'zero_band_g'>
  outbox: Outbox
  clock: Clock
  linkUp(): boolean
  /** What the post's plate camera made of the present load, from memory. */
  plate(): PlateReading | undefined
  /** Pictures of the platform now; a camera that fails is left out. */
  pictures(): Promise<{ camera: number; jpeg: Uint8Array; taken_at: string }[]>
}

/** Follows one scale and leaves one event per load in the outbox, whether it was weighed or not (devices.md 1.3, 4.1). */
export interface LoadRecorder {
  /** The load on the scale when the agent stopped: its end and its event reach the disk at once, so it is never stale. */
  before: EpisodeMemory | undefined
  /** Every sample of the scale, paced or not. */
  reading(reading: Reading): void
  arrived(episodeId: string): void
  settled(episodeId: string): void
  captured(episodeId: string): void
  emptied(): void
  /** What the empty scale shows where it should show zero. */
  zeroPoint(weight_g: number): void
}

// devices.md 4.3.
const ZERO_WORD_MS = 3_600_000
/** Between two sets of pictures of an empty scale: one that is made to tremble fills neither the disk nor the line. */
const ZERO_PICTURES_MS = 120_000

export function loadRecorder(setup: LoadSetup): LoadRecorder {
  const { outbox, clock } = setup
  const { device_id, d_g, zero_band_g } = setup.device
  let load: OpenLoad | undefined = outbox.loads.read(device_id)
  /** Equal stable samples in a row, and the longest such row of the load. */
  let run = { weight_g: Number.NaN, samples: 0 }
  let longest = load?.reading ? 1 : 0
  let zero = { weight_g: Number.NaN, at: -Infinity }
  let zeroPictured = -Infinity
  let last: Reading | undefined

  function storeLoad(): void {
    if (load) outbox.together(() => outbox.loads.store(device_id, load!))
  }

  function reading(now: Reading): void {
    last = now
    const { weight_g, episode_id } = now
    if (episode_id === null && now.stable && weight_g !== null) noteIdle(weight_g)
    if (!load || weight_g === null || load.episode_id !== episode_id || load.captured) return
    const before = { ...load }
    load.peak_g = Math.max(load.peak_g ?? weight_g, weight_g)
    load.offline ||= !setup.linkUp()
    Object.assign(load, plateOf(setup))
    run = steadier(run, now)
    if (run.samples > longest) {
      longest = run.samples
      load.reading = now
    }
    // The disk hears of another weight or plate, not of every sample.
    const isSameEpisode = (one: OpenLoad) =>
      [one.reading?.weight_g, one.offline, one.plate, one.plate_confidence_bp].join()
    if (isSameEpisode(before) !== isSameEpisode(load)) storeLoad()
  }

  /** Between loads: what the next load would be weighed with, and its return to zero. */
  function noteIdle(weight_g: number): void {
    const isBeside = Math.abs(weight_g) > zero_band_g
    const isNews = Math.abs(weight_g - zero.weight_g) > zero_band_g
    const wasBeside = Math.abs(zero.weight_g) > zero_band_g
    const hourPassed = clock.now() - zero.at >= ZERO_WORD_MS
    if (isBeside ? isNews || hourPassed : wasBeside || hourPassed) zeroPoint(weight_g)
  }

  function zeroPoint(weight_g: number): void {
    const hourPassed = clock.now() - zero.at >= ZERO_WORD_MS
    if (!hourPassed && Math.abs(weight_g - zero.weight_g) < d_g) return
    zero = { weight_g, at: clock.now() }
    const eventId = outbox.note('zero', device_id, { weight_g })
    const isSoon = clock.now() - zeroPictured < ZERO_PICTURES_MS
    if (Math.abs(weight_g) <= zero_band_g || isSoon) return
    zeroPictured = clock.now()
    void photographEmpty(setup, eventId)
  }

  return {
    before: load && { episode_id: load.episode_id, captured: load.captured },
    reading,
    zeroPoint,
    arrived(episode_id) {
      run = { weight_g: Number.NaN, samples: 0 }
      longest = 0
      load = newLoad(episode_id, clock, !setup.linkUp())
      storeLoad()
    },
    settled: (episodeId) => void photograph(setup, episodeId, () => load?.episode_id === episodeId),
    captured(episodeId) {
      if (load?.episode_id !== episodeId) return
      load.captured = true
      storeLoad()
    },
    emptied() {
      if (last?.zero) zeroPoint(last.weight_g!)
      if (load) finish(setup, load)
      load = undefined
    },
  }
}

function newLoad(episode_id: string, clock: Clock, offline: boolean): OpenLoad {
  return {
    episode_id,
    started_at: new Date(clock.wall()).toISOString(),
    peak_g: null,
    reading: null,
    plate: null,
    plate_confidence_bp: null,
    captured: false,
    offline,
  }
}

/** The present knowledge of the plate; a restarted agent continues with what the previous run had read. */
function plateOf({
  plate,
}: LoadSetup): Pick<OpenLoad, 'plate' | 'plate_confidence_bp'> | undefined {
  const seen = plate()
  return seen?.plate ? { plate: seen.plate, plate_confidence_bp: seen.confidence_bp } : undefined
}

function steadier(run: { weight_g: number; samples: number }, now: Reading) {
  if (now.blockers.length > 0) return { weight_g: Number.NaN, samples: 0 }
  const samples = run.weight_g === now.weight_g ? run.samples + 1 : 1
  return { weight_g: now.weight_g!, samples }
}

/** Pictures are taken of every load that becomes stable; those of a weighed load are deleted when it leaves. */
async function photograph(
  { outbox, device: { device_id }, pictures }: LoadSetup,
  episode_id: string,
  stands: () => boolean,
): Promise<void> {
  if (outbox.photos.ofLoad(episode_id).length > 0) return
  for (const { camera, jpeg, taken_at } of await pictures())
    if (stands())
      outbox.together(() =>
        outbox.photos.add({ id: randomUUIDv7(), episode_id, device_id, camera, taken_at }, jpeg),
      )
}

/** The word of the zero is on its way already: no capture waits for a camera. */
async function photographEmpty(
  { outbox, device: { device_id }, pictures }: LoadSetup,
  zero_event_id: string,
): Promise<void> {
  for (const { camera, jpeg, taken_at } of await pictures())
    outbox.together(() => {
      const id = randomUUIDv7()
      outbox.photos.add({ id, episode_id: zero_event_id, device_id, camera, taken_at }, jpeg)
      const announced = outbox.note('photo', device_id, { id, camera, taken_at, zero_event_id })
      outbox.photos.announce(id, announced)
    })
}

/** The load left: its event and the announcements of its pictures reach the disk together. */
function finish(setup: LoadSetup, load: OpenLoad): void {
  const { outbox, clock } = setup
  const { device_id } = setup.device
  const { episode_id, captured } = load
  const photos = outbox.photos.ofLoad(episode_id)
  outbox.together(() => {
    for (const photo of photos) {
      const { id, camera, taken_at } = photo
      if (captured) outbox.photos.remove(id)
      else
        outbox.photos.announce(
          photo.id,
          outbox.note('photo', device_id, { id, camera, taken_at, episode_id }),
        )
    }
    outbox.note('episode', device_id, {
      ...load,
      ...plateOf(setup),
      ended_at: new Date(clock.wall()).toISOString(),
      photos: captured ? [] : photos.map(({ id, camera, taken_at }) => ({ id, camera, taken_at })),
    })
    outbox.loads.forget(device_id)
  })
}
