import { readdirSync, readFileSync } from 'node:fs'
import { seededRandom } from './random.ts'
import { randomPlate } from './post/vehicle.ts'

type WrittenStep = { at: number; do: string; [field: string]: unknown }
interface Scenario {
  /** For the button of the control page. */
  title: string
  steps: WrittenStep[]
}

/**
 * Seconds a visit takes: 8 to arrive, 9 to calm down, 3 for the judge, 8 to leave, and some room.
 */
const STAY_S = 28
/** A day of eight hours and twenty minutes: 240 weighings of 120 vehicles. */
const TURN_S = 125
const DAY_VEHICLES = 120
/** So many drive on full before the first of them comes back empty. */
const WAVE = 5
/** Every sixth visit has trouble. */
const FAULT_EVERY = 6

const TROUBLES = [
  { do: 'unstable', post: 1 },
  { do: 'silence', post: 1 },
  { do: 'garbage', post: 1 },
  { do: 'cut_frames', post: 1 },
  { do: 'flipped_bits', post: 1 },
  { do: 'no_link', post: 1 },
  { do: 'camera_off', channel: 1 },
  { do: 'camera_black', channel: 1 },
  { do: 'camera_password', channel: 2 },
] as const

const folder = new URL('./scenarios/', import.meta.url)

/** Plays the control page offers by name; times in seconds of the yard (devices.md 9). */
export const builtInScenarios: Record<string, Scenario> = {
  ...Object.fromEntries(
    readdirSync(folder)
      .toSorted((a, b) => a.localeCompare(b))
      .map((file) => {
        const { name, ...scenario } = JSON.parse(
          readFileSync(new URL(file, folder), 'utf8'),
        ) as Scenario & { name: string }
        return [name, { title: scenario.title, steps: scenario.steps }]
      }),
  ),
  'full-day': { title: 'Полный день: 120 машин', steps: fullDay() },
}

/** 120 vehicles, each weighed full and empty, trouble of every kind in between; always the same day. */
function fullDay(): WrittenStep[] {
  const random = seededRandom('full day')
  const division = 20
  const kilograms = (low: number, high: number) =>
    Math.round(random.between(low, high) / division) * division
  const steps: WrittenStep[] = []
  let visits = 0

  function visit(plate: string, mass_kg: number) {
    const at = visits++ * TURN_S
    const trouble = visits % FAULT_EVERY === 0 ? random.pick(TROUBLES) : undefined
    if (trouble) steps.push({ at, ...trouble })
    steps.push({ at: at + 1, do: 'arrive', post: 1, plate, mass_kg })
    // It ends while the vehicle stands, so that every load can be weighed at last.
    if (trouble) steps.push({ at: at + STAY_S, ...trouble, on: false })
    steps.push({ at: at + (trouble ? 2 : 1) * STAY_S, do: 'leave', post: 1 })
  }

  for (let first = 0; first < DAY_VEHICLES; first += WAVE) {
    const wave = Array.from({ length: WAVE }, () => {
      const empty = kilograms(4000, 13_000)
      return { plate: randomPlate(random), empty, full: empty + kilograms(1000, 20_000) }
    })
    for (const { plate, full } of wave) visit(plate, full)
    for (const { plate, empty } of wave) visit(plate, empty)
  }
  return steps
}
