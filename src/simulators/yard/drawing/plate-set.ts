import sharp from 'sharp'
import { drawForm } from './draw-forms.ts'
import { drawPlate, PLATE_HEIGHT, PLATE_WIDTH } from './draw-plate.ts'
import { svgDocument } from './draw-scene.ts'
import { renderPhoto, scenePixels } from './render-photo.ts'
import { COLOUR_NAMES } from './colours.ts'
import { seededRandom, type Random } from '../random.ts'

const LETTERS = [...'АВЕКМНОРСТУХ']
const LONG_REGIONS = ['116', '150', '154', '163', '177', '178', '196', '197', '199', '250', '252']
const LONG_REGIONS_LATE = ['716', '750', '761', '763', '774', '777', '790', '797', '799', '977']

/** A plate of a lorry with a region of two or three digits. */
export function randomPlate(random: Random): string {
  const letter = () => random.pick(LETTERS)
  const digit = () => String(random.whole(0, 9))
  const region =
    random.next() < 0.5
      ? String(random.whole(1, 99)).padStart(2, '0')
      : random.pick([...LONG_REGIONS, ...LONG_REGIONS_LATE])
  return letter() + digit() + digit() + digit() + letter() + letter() + region
}

/** The yard as its own camera shows it, with date and time printed in; no plate is an empty yard. */
export function yardPicture(seed: number, plate: string | null): Promise<Buffer> {
  const random = seededRandom(seed)
  const colour = random.pick(COLOUR_NAMES)
  return renderPhoto({
    view: 'front',
    seed,
    frame: seed,
    light: seed,
    lorry: plate === null ? null : { plate, colour, load_share: random.next() },
    near: 1,
    display: { text: '0', stable: true, zero: true },
    goods_share: 0,
    stamp: `2${seed % 10}-11-2026 1${seed % 10}:22:3${seed % 10}`,
  })
}

interface HardView {
  /** Of the plate in pixels after its squeeze. */
  width?: number
  own?: { width: number; height: number }
  /** The picture ends there, measured along the region's digits in the plate's own units. */
  end?: number | undefined
}

/** Harder than the yard: the whole range of devices.md 9 for turn, shear, squeeze, blur, noise and JPEG. */
export async function hardPicture(
  seed: number,
  inner: string,
  { width = 110 + (seed % 18) * 10, own = WHOLE_PLATE, end }: HardView = {},
) {
  const random = seededRandom(seed)
  const size = { width: 1280, height: 720, channels: 3 } as const
  const squeeze = random.between(0.78, 1)
  const scale = width / own.width / squeeze
  const [left, top] = [random.whole(120, 850), random.whole(250, 600)]
  const [turned, sheared] = [random.between(-7, 7), random.between(-6.8, 6.8)]
  const view = `translate(${left} ${top}) rotate(${turned}) skewX(${sheared})`
  const grow = `scale(${scale * squeeze} ${scale})`
  const frame = `<rect x="-12" y="-8" width="${own.width + 24}" height="${own.height + 16}" fill="#1d2023"/>`
  const plate = `<g transform="${view} ${grow}">${frame}${inner}</g>`
  const sharpened = await sharp(await scenePixels('front', seed % 3), { raw: size })
    .composite([{ input: Buffer.from(svgDocument(plate)), left: 0, top: 0 }])
    .removeAlpha()
    .raw()
    .toBuffer()
  const sigma = random.between(0.3, 1.6)
  const pixels = await sharp(sharpened, { raw: size }).blur(sigma).raw().toBuffer()
  addNoise(pixels, random.between(0, 12) * 1.7, random.whole(0, NOISE_SIZE - 1))
  const picture = sharp(pixels, { raw: size })
  if (end !== undefined) {
    const [turn, shear] = [turned, sheared].map((degrees) => (degrees * Math.PI) / 180) as [
      number,
      number,
    ]
    const down = DIGITS_MIDDLE * scale
    const along = end * scale * squeeze + down * Math.tan(shear)
    const cut = Math.round(left + along * Math.cos(turn) - down * Math.sin(turn))
    picture.extract({ left: 0, top: 0, width: cut, height: size.height })
  }
  return picture.jpeg({ quality: random.whole(55, 88) }).toBuffer()
}

const WHOLE_PLATE = { width: PLATE_WIDTH, height: PLATE_HEIGHT }
/** How far down a plate the digits of its region have their middle, in its own units. */
const DIGITS_MIDDLE = 41

/** A picture has nearly three million values: the table is drawn once and read from another place for each. */
const NOISE_SIZE = 1 << 20
let noise: Float32Array | undefined

/** Of a cheap sensor, so sums of two even numbers; `most` is the farthest that a value is moved. */
function addNoise(pixels: Buffer, most: number, start: number): void {
  const random = seededRandom('noise of plates')
  noise ??= Float32Array.from({ length: NOISE_SIZE }, () => random.next() + random.next() - 1)
  for (let i = 0; i < pixels.length; i++) {
    const value = pixels[i]! + noise[(start + i) & (NOISE_SIZE - 1)]! * most
    pixels[i] = Math.min(255, Math.max(0, value))
  }
}

export function hardPlate(seed: number, plate: string): Promise<Buffer> {
  return hardPicture(seed, drawPlate(plate, (seed % 5) / 20))
}

/** A plate of another form, as hard to read as the others; square ones keep their real height. */
export async function formPlate(seed: number, code: string) {
  const { plate, svg, ...size } = drawForm(code, seededRandom(`form ${code} ${seed}`))
  const width = Math.round((130 + (seed % 16) * 10) * (size.width / PLATE_WIDTH))
  return { plate, jpeg: await hardPicture(seed, svg, { width, own: size }) }
}

/** What befalls a picture: darkness of a camera at night, a vehicle that still rolls, a lens out of focus. */
export type Trouble = 'night' | 'motion' | 'blur'

export async function troubledPlate(seed: number, plate: string, trouble: Trouble) {
  const width = 150 + (seed % 12) * 10
  const clear = sharp(await hardPicture(seed, drawPlate(plate, (seed % 4) / 20), { width }))
  if (trouble === 'night') clear.linear(0.16, 4)
  if (trouble === 'blur') clear.blur(width / 130)
  if (trouble === 'motion') clear.convolve(rolling(3 + (seed % 3) * 2))
  return clear.jpeg({ quality: 80 }).toBuffer()
}

/** The mean of so many pixels along a line. */
function rolling(length: number) {
  const kernel = Array.from({ length: length * length }, (_, i) =>
    Math.floor(i / length) === length >> 1 ? 1 : 0,
  )
  return { width: length, height: length, kernel, scale: length }
}

/** A plate that Russia does not give out; its letters need a font of the machine. */
export function foreignPlate(seed: number): Promise<Buffer> {
  const random = seededRandom(`foreign ${seed}`)
  const latin = [...'DFGJLNQRSUVWZ']
  const two = () => random.pick(latin) + random.pick(latin)
  const text = `${two()} ${random.whole(10, 99)} ${two()}${random.pick(latin)}`
  const inner = `<rect width="520" height="112" rx="10" fill="#f4f4ee" stroke="#111" stroke-width="5"/><text x="260" y="92" font-size="96" font-family="sans-serif" font-weight="bold" text-anchor="middle" textLength="440" fill="#111">${text}</text>`
  return hardPicture(seed, inner)
}

/** Fonts of the machine, so pictures differ between machines; a list that none of them has gives its default. */
const FONTS = ['DejaVu Sans Mono', 'Liberation Mono', 'DejaVu Sans', 'Liberation Sans Narrow']

/** The usual plate in another typeface than the simulator's own glyphs: one the recogniser was never tuned to. */
export async function otherFontPlate(seed: number, plate: string): Promise<Buffer> {
  const font = FONTS[seed % FONTS.length]!
  const region = plate.slice(6)
  const split = region.length === 3 ? 378 : 392
  // Digits are as wide in a region of two as in one of three, and leave their place free.
  const words = await Promise.all([
    word(font, plate.slice(0, 6), { x: 30, y: 22, width: split - 50, height: 70 }),
    word(font, region, { x: split + 14, y: 16, width: 37 * region.length, height: 50 }),
    word(font, 'RUS', { x: split + 16, y: 78, width: 56, height: 18 }),
  ])
  const inner =
    `<rect x="1" y="1" width="518" height="110" rx="9" fill="#f4f4f1" stroke="#16181a"/>` +
    `<rect x="6" y="6" width="508" height="100" rx="6" fill="none" stroke="#16181a" stroke-width="4"/>` +
    `<path d="M${split} 6V106" stroke="#16181a" stroke-width="4"/>${words.join('')}`
  return hardPicture(seed, inner)
}

interface WordBox {
  x: number
  y: number
  width: number
  height: number
}

/** A word that fills its box in any font: the renderer knows no `textLength`, so it is drawn apart and fitted as a picture. */
async function word(font: string, text: string, { x, y, width, height }: WordBox): Promise<string> {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="300"><text x="40" y="220" ` +
    `font-size="200" font-family="${font}" font-weight="bold" fill="#121416">${text}</text></svg>`
  const drawn = await sharp(Buffer.from(svg)).trim().png().toBuffer()
  const place = `x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="none"`
  return `<image ${place} href="data:image/png;base64,${drawn.toString('base64')}"/>`
}
