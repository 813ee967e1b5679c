import { normalizePlate } from '#contract/requisites/plate/plate.ts'

/** What a plate camera says of one vehicle. */
export interface PlateEvent {
  /** As the camera wrote it. */
  raw: string
  /** Normalised (domain.md 6.4). */
  plate: string
  /** The camera's own level, basis points; undefined where it gives none. */
  level_bp: number | undefined
  /** Equal for two tellings of one passage; empty where the camera names none. */
  key: string
  /** The camera's clock, unix milliseconds, where the event tells. */
  camera_ms: number | undefined
}

/** What cameras write when they saw a vehicle and no plate (devices.md 5.1, 5.2). */
const NO_PLATE = new Set(['', 'unknown', '<unknown>', 'no plate', 'noplate', '--', 'unlicensed'])
/** The contract's bound of a normalised plate. */
const MAX_PLATE = 20
/** The same plate again within this time is the same passage (devices.md 5.1). */
const SAME_PASSAGE_MS = 10_000
/** A named passage is reported again within minutes at most; a camera's numbers restart with it. */
const KEY_LIVES_MS = 600_000
const MOST_REMEMBERED = 200

/** Undefined when the text is no plate. */
export function readPlateText(text: string): { raw: string; plate: string } | undefined {
  const raw = text.trim()
  if (NO_PLATE.has(raw.toLowerCase())) return undefined
  const { plate } = normalizePlate(raw)
  const shown = plate.length > 0 && plate.length <= MAX_PLATE && isPrintable(plate)
  return shown ? { raw: raw.slice(0, 40), plate } : undefined
}

function isPrintable(text: string): boolean {
  // A byte that is no UTF-8 was a letter: what is left is another plate.
  return text.isWellFormed() && /^[^\p{C}\ufffd]+$/u.test(text)
}

/** Lets each passage through once; `now` is a monotonic clock. */
export function onceAPassage(now: () => number): (event: PlateEvent) => boolean {
  const until = new Map<string, number>()

  function isKnown(name: string): boolean {
    return (until.get(name) ?? -Infinity) > now()
  }

  function remember(name: string, lives_ms: number): void {
    until.delete(name)
    until.set(name, now() + lives_ms)
    if (until.size > MOST_REMEMBERED) until.delete(until.keys().next().value!)
  }

  return ({ key, plate }) => {
    const isRepeated = (key !== '' && isKnown(`key ${key}`)) || isKnown(`plate ${plate}`)
    if (isRepeated) return false
    if (key !== '') remember(`key ${key}`, KEY_LIVES_MS)
    remember(`plate ${plate}`, SAME_PASSAGE_MS)
    return true
  }
}
