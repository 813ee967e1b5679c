import { drawPlate, PLATE_HEIGHT, signPlaces, type SignPlace } from './draw-plate.ts'
import { hardPicture, randomPlate } from './plate-set.ts'
import { seededRandom, type Random } from '../random.ts'

/** What stands over a part of a plate. */
export const HIDDEN_KINDS = ['mud', 'strap', 'bumper', 'sign'] as const
/** Tape as light as the plate is told by its border alone. */
export type HiddenKind = (typeof HIDDEN_KINDS)[number] | 'tape'

const MUD = ['#4a3b2a', '#5d4d39', '#6b5a43', '#3a332b']
const STRAP = ['#17181a', '#2b2d30', '#7a3f1c', '#8a8d92']
const TAPE = ['#dcdcd6', '#c9c9c2', '#f0efe9']
const SPLASHES = 14

/**
 * A plate with one sign out of sight: the last digit of its region under mud, a strap or tape, or behind a bumper, or any sign
 * under mud. What is left may spell another plate, so such a picture is never to be accepted as anything.
 */
export function hiddenPlate(seed: number, plate: string, kind: HiddenKind): Promise<Buffer> {
  const random = seededRandom(`hidden ${kind} ${seed}`)
  const places = signPlaces(plate)
  const last = places.at(-1)!
  const any = places[random.whole(0, places.length - 1)]!
  const cover = {
    mud: () => drawMud(random, last),
    strap: () => drawBand(random.pick(STRAP), last.x - 3, last.width + random.whole(4, 20)),
    tape: () => drawBand(random.pick(TAPE), last.x - 3, last.width + random.whole(4, 12)),
    bumper: () => drawBand('#1d2023', last.x - 4, 160),
    sign: () => drawMud(random, any),
  }[kind]()
  return hardPicture(seed, drawPlate(plate, (seed % 4) / 20) + cover)
}

/** A plate whose region has three digits, so that one of them can be out of sight. */
export function longPlate(seed: string): string {
  const random = seededRandom(seed)
  for (;;) {
    const plate = randomPlate(random)
    if (plate.length === 9) return plate
  }
}

function drawBand(fill: string, x: number, width: number): string {
  return `<rect x="${x}" y="-6" width="${width}" height="${PLATE_HEIGHT + 12}" fill="${fill}"/>`
}

/** A patch that hides the sign, with splashes around it. */
function drawMud(random: Random, { x, y, width, height }: SignPlace): string {
  const fill = random.pick(MUD)
  const patch = `<rect x="${x - 4}" y="${y - 5}" width="${width + 8}" height="${height + 10}" rx="12" fill="${fill}"/>`
  const splashes = Array.from({ length: SPLASHES }, () => {
    const cx = x + random.between(-0.3, 1.3) * width
    const cy = y + random.between(-0.1, 1.5) * height
    return `<circle cx="${cx}" cy="${cy}" r="${random.between(2, 10)}" fill="${fill}"/>`
  })
  return patch + splashes.join('')
}
