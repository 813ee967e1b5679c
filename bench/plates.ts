import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { normalizePlate } from '#contract/requisites/plate/plate.ts'
import type { PlateReader } from '#agent/plates/plate-reader.ts'
import { workerPlateReader } from '#agent/plates/worker-reader.ts'
import { DRAWN_FORMS } from '#simulators/yard/drawing/draw-forms.ts'
import {
  foreignPlate,
  formPlate,
  hardPicture,
  hardPlate,
  otherFontPlate,
  randomPlate,
  troubledPlate,
  yardPicture,
} from '#simulators/yard/drawing/plate-set.ts'
import { hiddenPlate, HIDDEN_KINDS, longPlate } from '#simulators/yard/drawing/hidden-plates.ts'
import { drawPlate } from '#simulators/yard/drawing/draw-plate.ts'
import { seededRandom } from '#simulators/yard/random.ts'
import { tell } from './tell.ts'

const ACCEPTED = 0.7
/** The bars of devices.md 10, test 17. */
const BARS = { exact: 93, accepted: 90, p50_ms: 264, memory_mb: 470, processor_ms: 150 } as const

/** Linux counts processor time in hundredths of a second. */
const CLOCK_TICK_MS = 10

type Counts = Awaited<ReturnType<typeof readAll>>

interface Frame {
  jpeg: Buffer
  /** Null: nothing may be accepted. */
  plate: string | null
}

/**
 * Accuracy, time and memory of the embedded recogniser on drawn frames; `seed` is one that the tuning never saw. `folder` holds
 * photos of one's own, each named by the plate in it: `857IMB02-3.jpg`, or `none-3.jpg` where nothing may be accepted.
 */
export async function measurePlates(smoke: boolean, seed: number, folder?: string): Promise<void> {
  const reader = workerPlateReader()
  try {
    if (folder) await measureFolder(reader, folder)
    else await measureSets(reader, smoke, seed)
    tell({
      name: 'plates memory',
      value: await memoryOf(await reader.pid()),
      unit: 'MB',
      baseline: BARS.memory_mb,
    })
  } finally {
    await reader.close()
  }
}

/** What the system holds for a program of this machine now, MB. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round((Number(/^VmRSS:\s+(\d+)/m.exec(status)![1]) * 1024) / 1e6)
}

async function measureFolder(
  reader: ReturnType<typeof workerPlateReader>,
  folder: string,
): Promise<void> {
  const files = (await readdir(folder)).filter((name) => /\.(jpe?g|png)$/i.test(name)).sort()
  const frames = async function* () {
    for (const name of files) {
      const label = name.replace(/(-\d+)?\.\w+$/, '')
      const plate = label === 'none' ? null : normalizePlate(label).plate
      yield { plate, jpeg: await readFile(join(folder, name)) }
    }
  }
  const times: number[] = []
  const before = await processorOf(await reader.pid())
  reportCounts('photos', files.length, await readAll(reader, frames(), times))
  const spent = (await processorOf(await reader.pid())) - before
  tell({
    name: 'plates photos processor',
    value: Math.round(spent / files.length),
    unit: 'ms',
    baseline: BARS.processor_ms,
  })
}

/** Processor time that a program of this machine has taken, ms: what other programs take does not count. */
async function processorOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS
}

function reportCounts(name: string, count: number, { exact, accepted, wrong }: Counts): void {
  const share = (part: number) => Math.round((1000 * part) / count) / 10
  tell({ name: `plates ${name} exact`, value: share(exact), unit: '%', baseline: null })
  tell({ name: `plates ${name} accepted`, value: share(accepted), unit: '%', baseline: null })
  tell({ name: `plates ${name} accepted wrong`, value: wrong, unit: `of ${count}`, baseline: 0 })
  if (wrong > 0) process.exitCode = 1
}

async function measureForms(reader: PlateReader, count: number, seed: number, times: number[]) {
  for (const code of DRAWN_FORMS) {
    const frames = async function* () {
      for (let i = 0; i < count; i++) yield formPlate(seed + i, code)
    }
    reportCounts(code, count, await readAll(reader, frames(), times))
  }
  for (const trouble of ['night', 'motion', 'blur'] as const) {
    const frames = async function* () {
      for (let i = 0; i < count; i++) {
        const plate = randomPlate(seededRandom(`bench ${trouble} ${seed + i}`))
        yield { plate, jpeg: await troubledPlate(seed + i, plate, trouble) }
      }
    }
    reportCounts(trouble, count, await readAll(reader, frames(), times))
  }
}

/** What is left of a plate in sight spells another one as often as not: none of them is accepted. */
async function measureHidden(reader: PlateReader, count: number, seed: number, times: number[]) {
  const frames = async function* () {
    for (let i = 0; i < count; i++) {
      const kind = HIDDEN_KINDS[i % HIDDEN_KINDS.length]!
      const plate = longPlate(`bench hidden ${seed + i}`)
      yield { plate, jpeg: await hiddenPlate(seed + i, plate, kind) }
    }
  }
  return readAll(reader, frames(), times)
}

async function measureSets(reader: PlateReader, smoke: boolean, seed: number): Promise<void> {
  const n = (frames: number) => (smoke ? Math.ceil(frames / 20) : frames)
  const times: number[] = []
  const sets = {
    drawn: [n(200), (s: number, plate: string) => (s % 2 ? yardPicture : hardPlate)(s, plate)],
    'other font': [n(60), otherFontPlate],
    // A plate of 60 to 110 pixels, from a camera that is too far away.
    narrow: [
      n(40),
      (s: number, plate: string) =>
        hardPicture(s, drawPlate(plate, 0.1), { width: 60 + (s % 6) * 10 }),
    ],
  } as const
  for (const [name, [count, draw]] of Object.entries(sets)) {
    const frames = async function* () {
      for (let i = 0; i < count; i++) {
        const plate = randomPlate(seededRandom(`bench ${name} ${seed + i}`))
        yield { plate, jpeg: await draw(seed + i, plate) }
      }
    }
    const { exact, accepted, wrong, slow } = await readAll(reader, frames(), times)
    const share = (part: number) => Math.round((1000 * part) / count) / 10
    const strict = name === 'drawn'
    tell({
      name: `plates ${name} exact`,
      value: share(exact),
      unit: '%',
      baseline: strict ? BARS.exact : null,
    })
    tell({
      name: `plates ${name} accepted`,
      value: share(accepted),
      unit: '%',
      baseline: strict ? BARS.accepted : null,
    })
    tell({ name: `plates ${name} accepted wrong`, value: wrong, unit: `of ${count}`, baseline: 0 })
    if (slow > 0)
      tell({ name: `plates ${name} given up`, value: slow, unit: `of ${count}`, baseline: 0 })
    if (strict && wrong > 0) process.exitCode = 1
  }
  await measureForms(reader, n(24), seed, times)
  // 72 of each kind.
  const hidden = n(504)
  reportCounts('hidden', hidden, await measureHidden(reader, hidden, seed, times))
  const without = async function* () {
    for (let i = 0; i < n(40); i++)
      yield {
        plate: null,
        jpeg: i % 2 ? await foreignPlate(seed + i) : await yardPicture(seed + i, null),
      }
  }
  const { wrong } = await readAll(reader, without(), times)
  tell({ name: 'plates none or foreign accepted', value: wrong, unit: `of ${n(40)}`, baseline: 0 })
  const sorted = times.toSorted((a, b) => a - b)
  tell({
    name: 'plates p50',
    value: Math.round(sorted[sorted.length >> 1]!),
    unit: 'ms',
    baseline: BARS.p50_ms,
  })
}

async function readAll(reader: PlateReader, frames: AsyncIterable<Frame>, times: number[]) {
  const counts = { exact: 0, accepted: 0, wrong: 0, slow: 0 }
  const { signal } = new AbortController()
  for await (const { jpeg, plate } of frames) {
    const startedAt = performance.now()
    // What the agent gives up is no plate to it and its whole time here: a slow machine is a slow figure.
    const [best] = await reader.read(jpeg, { signal }).catch((error: unknown) => {
      counts.slow++
      console.error(`${plate ?? 'none'} given up`, error)
      return []
    })
    times.push(performance.now() - startedAt)
    if (plate !== null && best?.plate === plate) counts.exact++
    if (!best || best.confidence < ACCEPTED) continue
    counts.accepted++
    if (best.plate === plate) continue
    counts.wrong++
    console.error(`${plate ?? 'none'} read as ${best.plate} at ${best.confidence.toFixed(2)}`)
  }
  return counts
}
