/** One time on a scale: of a visit known to the simulation and to the operator by its plate or, for products, its waybill. */
export interface Stop {
  readonly post: 1 | 2
  readonly key: string
  readonly mass_kg: number
  /** From 0; a lorry comes back until it is `last`. */
  readonly nth: number
  readonly last: boolean
  /** The answer to its capture never comes, though the server did its work. */
  readonly answerLost: boolean
}

export interface DayPlan {
  readonly visits: number
  /** Side by side, in order at each. */
  readonly posts: readonly (readonly Stop[])[]
}

/** Lorries that are unloaded while so many others are weighed. */
const LORRIES_BETWEEN = 2
/** Every so many lorries one unloads twice. */
const TWICE_EVERY = 6
const LORRY_SHARE = 0.3
/** Kills alone seldom fall between a commit and its answer. */
const LOST_EVERY = 6
const LETTERS = 'АВЕКМНОРСТУХ'

/** Visits of one day: lorries at post 1, products at post 2; the same seed gives the same day. */
export function planDay(visits: number, seed: number): DayPlan {
  const random = randomOf(seed)
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  const lorries = Math.round(visits * LORRY_SHARE)
  const trips = Array.from({ length: lorries }, (_, i): Stop[] => {
    const letter = () => LETTERS[whole(0, LETTERS.length - 1)]!
    const key = `${letter()}${String(i + 1).padStart(3, '0')}${letter()}${letter()}77`
    // In divisions of the scale, 20 kg; each unload is far more than the five that are asked for.
    const empty = whole(200, 500)
    const dropped = [whole(100, 900), ...(i % TWICE_EVERY === 5 ? [whole(50, 300)] : [])]
    const masses = [...dropped.keys(), dropped.length].map(
      (nth) => 20 * (empty + dropped.slice(nth).reduce((sum, drop) => sum + drop, 0)),
    )
    return masses.map((mass_kg, nth) => stop({ post: 1, key, mass_kg, nth }, masses.length))
  })
  const goods = Array.from({ length: visits - lorries }, (_, i) =>
    // 12 to 400 kg in divisions of 100 g.
    stop(
      { post: 2, key: `Р${numbers(i)}КН${99 - (i % 9)}`, mass_kg: whole(120, 4000) / 10, nth: 0 },
      1,
    ),
  )
  return { visits, posts: [interleaved(trips), goods] }
}

/** Even numbers below one, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

function stop(known: Omit<Stop, 'last' | 'answerLost'>, stops: number): Stop {
  const answerLost = Math.round(known.mass_kg * 10) % LOST_EVERY === 0
  return { ...known, last: known.nth === stops - 1, answerLost }
}

/** Number and region together tell the visits apart: 001 to 999. */
function numbers(i: number): string {
  return String(i + 1).padStart(3, '0')
}

function interleaved(trips: readonly (readonly Stop[])[]): Stop[] {
  const rounds = trips.flatMap((trip, i) =>
    trip.map((stop, nth) => ({ stop, at: i + nth * (LORRIES_BETWEEN + 0.5) })),
  )
  return rounds.toSorted((a, b) => a.at - b.at).map(({ stop }) => stop)
}
