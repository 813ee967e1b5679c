import { drawPlate, PLATE_HEIGHT, PLATE_WIDTH, signPlaces, type SignPlace } from './draw-plate.ts'
import { hardPicture, randomPlate } from './plate-set.ts'
import { seededRandom, type Random } from '../random.ts'

/** What keeps a sign of a plate out of sight. */
export const HIDDEN_KINDS = ['mud', 'strap', 'light strap', 'tape', 'cut', 'frame', 'sign'] as const
type HiddenKind = (typeof HIDDEN_KINDS)[number]

const MUD = ['#4a3b2a', '#5d4d39', '#6b5a43', '#3a332b']
const STRAP = ['#17181a', '#2b2d30', '#7a3f1c', '#5b5e63']
const LIGHT_STRAP = ['#8a8d92', '#a6a9ad', '#c2c4c7', '#d9dad8']
/** The first is the plate's own colour. */
const TAPE = ['#f4f4f1', '#f0efe9', '#dcdcd6', '#c9c9c2']
const FRAME = ['#1d2023', '#3c4045', '#b9bcc0']
/** Where the frame that stands around each drawn plate ends, in its units. */
const FRAME_END = PLATE_WIDTH + 12
const SPLASHES = 14

/**
 * A plate of a region of three digits with one sign out of sight: the last digit under mud, a strap or a frame, or outside the
 * picture; any digit of the region under tape, over the whole height or over the digit alone; any sign under mud. What is left
 * may spell another plate, so such a picture is never to be accepted as anything.
 */
export function hiddenPlate(seed: number, plate: string, kind: HiddenKind): Promise<Buffer> {
  const random = seededRandom(`hidden ${kind} ${seed}`)
  const places = signPlaces(plate)
  const last = places.at(-1)!
  const any = places[random.whole(0, places.length - 1)]!
  const cover = {
    mud: () => drawMud(random, last),
    strap: () => drawBand(random.pick(STRAP), last.x - 3, last.width + random.whole(4, 20)),
    'light strap': () => drawStrap(random, last),
    tape: () => drawTape(random, random.pick([last, last, ...places.slice(-3)])),
    cut: () => '',
    frame: () => drawFrame(random, last),
    sign: () => drawMud(random, any),
  }[kind]()
  const end = kind === 'cut' ? last.x + random.between(-0.1, 1) * last.width : undefined
  return hardPicture(seed, drawPlate(plate, (seed % 4) / 20) + cover, { end })
}

/** A plate whose region has three digits, so that one of them can be out of sight. */
export function longPlate(seed: string): string {
  const random = seededRandom(seed)
  for (;;) {
    const plate = randomPlate(random)
    if (plate.length === 9) return plate
  }
}

function drawStrap(random: Random, { x, width }: SignPlace): string {
  return drawBand(random.pick(LIGHT_STRAP), x - 3, width + random.whole(4, 20))
}

/** Over the digit alone, its borders in sight, or around the whole plate. */
function drawTape(random: Random, { x, y, width, height }: SignPlace): string {
  const fill = random.pick(TAPE)
  if (random.next() < 0.5) return drawBand(fill, x - 3, width + random.whole(4, 12))
  return `<rect x="${x - 3}" y="${y - 4}" width="${width + 6}" height="${height + 8}" fill="${fill}"/>`
}

/** The right side of a frame that is wider than the plate's margin. */
function drawFrame(random: Random, { x }: SignPlace): string {
  const left = x - random.whole(0, 6)
  return drawBand(random.pick(FRAME), left, FRAME_END - left)
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
