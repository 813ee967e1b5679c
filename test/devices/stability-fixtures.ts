import { stabilityDetector } from '#agent/scales/settling/stability.ts'
import { createJournal } from '#simulators/yard/journal.ts'
import {
  admitGuest,
  advancePost,
  createPost,
  displayOf,
  type Post,
} from '#simulators/yard/post/post.ts'
import { seededRandom, type Random } from '#simulators/yard/random.ts'
import { menuOf } from '#simulators/yard/scale/formats.ts'
import { makeCargo, makeLorry } from '#simulators/yard/post/vehicle.ts'

/** Milliseconds for which the agent does not run, and how often per frame that begins. */
export interface Pauses {
  share: number
  ms: readonly [number, number]
}

/** How frames reach the agent: whatever was sent in a pause is read together after it, an answer once. */
export interface LineKind {
  kind: 'truck' | 'platform'
  flagged: boolean
  asked: boolean
  pauses: readonly Pauses[]
}

interface Frame {
  grams: number
  stable: boolean | null
}

const PLATES = {
  truck: { post: 1, max_g: 60_000_000, d_g: 20_000, choice: menuOf('tenso-m', 0) },
  platform: { post: 2, max_g: 600_000, d_g: 100, choice: menuOf('massa-k', 1) },
} as const
const PERIOD_MS = 100
/** Zero is shown by then. */
const EMPTY_MS = 3000
const PATIENCE_MS = 90_000

/**
 * What the stability detector first accepts as a weight of a load that comes and swings out, beside the true one; undefined =
 * nothing.
 */
export function weighSettling(line: LineKind, seed: number): { taken_g?: number; true_g: number } {
  const random = seededRandom(`settling ${seed}`)
  const plate = { ...PLATES[line.kind], kind: line.kind }
  const post = createPost(plate, createJournal(), random)
  advancePost(post, EMPTY_MS)
  const guest =
    line.kind === 'truck' ? makeLorry({}, plate.d_g, random) : makeCargo({}, plate, random)
  admitGuest(post, guest)
  const { isStable: judge } = stabilityDetector({ e_g: plate.d_g, stab_ms: 2000, stab_frames: 10 })
  for (const { grams, stable, at } of framesOf(post, line, random))
    if (judge({ grams, stable, at }) && grams > 10 * plate.d_g)
      return { taken_g: grams, true_g: guest.mass_g }
  return { true_g: guest.mass_g }
}

/** Everything that the agent reads, with the moment of reading. */
function* framesOf(post: Post, line: LineKind, random: Random): Generator<Frame & { at: number }> {
  let now = post.now_ms
  while (now < PATIENCE_MS) {
    const begun = line.pauses.find(({ share }) => random.next() < share)
    const until = now + (begun ? random.between(...begun.ms) : 0)
    const read: Frame[] = []
    do {
      advancePost(post, now)
      if (!line.asked || read.length === 0) read.push(frameOf(post, line))
      now += PERIOD_MS
    } while (now <= until)
    for (const frame of read) yield { ...frame, at: Math.max(until, now - PERIOD_MS) }
    now = Math.max(now, until)
  }
}

function frameOf(post: Post, { flagged }: LineKind): Frame {
  const { value_g, stable } = displayOf(post)
  return { grams: value_g, stable: flagged ? stable : null }
}
