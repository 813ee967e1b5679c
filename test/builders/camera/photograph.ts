import sharp from 'sharp'
import { seededRandom, type Random } from '#simulators/yard/random.ts'
import { drawPassport, PAGES, type Raster } from './draw-passport.ts'
import { makeLines, passportKinds, type PassportKind } from './mrz-lines.ts'

interface Point {
  readonly x: number
  readonly y: number
}

/** How a page came to its picture. */
export interface Taking {
  /** Pixels of the picture's long side. */
  readonly side: number
  /** Of the picture's width that the page takes. */
  readonly share: number
  readonly degrees: number
  /** How far each corner may lie from where it belongs, in shares of the page. */
  readonly perspective: number
  /** In shares of a sign's width. */
  readonly blur: number
  readonly noise: number
  readonly quality: number
  /** How dark the darkest place is, beside 1. */
  readonly shadow: number
  /** Of the ink, in units of an outline whose strokes are 100 wide. */
  readonly spread?: number
  /** Quarters to the right by which the whole picture lies. */
  readonly quarters?: number
}

export interface PassportPicture {
  readonly jpeg: Buffer
  readonly lines: readonly string[]
  readonly kind: PassportKind
}

/** A photo of a page by a telephone, of nobody; one seed always gives the same. */
export async function passportPicture(
  seed: number | string,
  fixed: Partial<Taking> & { kind?: PassportKind; lines?: readonly string[] } = {},
): Promise<PassportPicture> {
  const random = seededRandom(`passport ${seed}`)
  const kind = fixed.kind ?? random.pick(passportKinds)
  const made = makeLines(random, kind)
  const lines = fixed.lines ?? made
  const taking = { ...randomTaking(random), ...fixed }
  return { jpeg: await photograph(random, kind, lines, taking), lines, kind }
}

function randomTaking(random: Random): Taking {
  return {
    side: random.pick([1600, 2000, 2400, 3000, 4000]),
    share: random.between(0.7, 0.92),
    degrees: random.between(-8, 8),
    perspective: random.between(0, 0.04),
    blur: random.between(0, 0.07),
    noise: random.between(0, 12),
    quality: random.pick([60, 60, 75, 88]),
    shadow: random.between(0.45, 1),
  }
}

async function photograph(
  random: Random,
  kind: PassportKind,
  lines: readonly string[],
  taking: Taking,
): Promise<Buffer> {
  const page = PAGES[kind]
  const width = taking.side
  const height = Math.round(width * 0.75)
  const scale = Math.min((width * taking.share) / page.width, (height * 0.8) / page.height)
  // Drawn a little finer than it is taken, so that sampling loses nothing and shows no steps.
  const drawn = await drawPassport(random, kind, lines, {
    scale: scale * 1.3,
    spread: taking.spread ?? 0,
  })
  const corners = cornersOf(random, page, scale, { width, height }, taking)
  const scene = place(random, drawn, corners, { width, height }, taking.shadow)
  const blur = taking.blur * 2.54 * scale
  const raw = { raw: { width, height, channels: 3 as const } }
  const soft = blur >= 0.3 ? await sharp(scene, raw).blur(blur).raw().toBuffer() : scene
  addNoise(random, soft, taking.noise)
  const picture = sharp(soft, raw).rotate(90 * (taking.quarters ?? 0))
  return picture.jpeg({ quality: taking.quality }).toBuffer()
}

function cornersOf(
  random: Random,
  page: { width: number; height: number },
  scale: number,
  scene: { width: number; height: number },
  { degrees, perspective }: Taking,
): Point[] {
  const angle = (degrees * Math.PI) / 180
  const middle = {
    x: scene.width / 2 + random.between(-0.02, 0.02) * scene.width,
    y: scene.height / 2 + random.between(-0.02, 0.02) * scene.height,
  }
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([right, down]) => {
    const moved = () => random.between(-perspective, perspective)
    const x = (right! / 2 + moved()) * page.width * scale
    const y = (down! / 2 + moved()) * page.height * scale
    return {
      x: middle.x + x * Math.cos(angle) - y * Math.sin(angle),
      y: middle.y + x * Math.sin(angle) + y * Math.cos(angle),
    }
  })
}

/** The page on a table, with light that falls off to one side and the edge of a shadow across it. */
function place(
  random: Random,
  page: Raster,
  corners: readonly Point[],
  { width, height }: { width: number; height: number },
  shadow: number,
): Buffer {
  const [a, b, c, d, e, f, g, h] = mapTo(corners, page)
  const data = Buffer.alloc(width * height * 3)
  const slope = random.between(0, Math.PI * 2)
  const edge = random.between(-0.3, 0.3)
  const table = [random.whole(60, 130), random.whole(60, 120), random.whole(50, 110)]
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const along =
        (x / width - 0.5) * Math.cos(slope) + (y / height - 0.5) * Math.sin(slope) - edge
      const light = shadow + (1 - shadow) / (1 + Math.exp(-along * 14))
      const w = g! * x + h! * y + 1
      const px = (a! * x + b! * y + c!) / w
      const py = (d! * x + e! * y + f!) / w
      const isOn = px >= 0 && py >= 0 && px < page.width - 1 && py < page.height - 1
      const x0 = Math.trunc(px)
      const y0 = Math.trunc(py)
      const from = (y0 * page.width + x0) * 3
      for (let channel = 0; channel < 3; channel++) {
        const value = isOn
          ? mix(page, from + channel, px - x0, py - y0)
          : table[channel]! + ((x * 7 + y * 13) % 17)
        data[at + channel] = value * light
      }
    }
  return data
}

function mix({ data, width }: Raster, at: number, fx: number, fy: number): number {
  const upper = data[at]! + (data[at + 3]! - data[at]!) * fx
  const below = at + width * 3
  const lower = data[below]! + (data[below + 3]! - data[below]!) * fx
  return upper + (lower - upper) * fy
}

function addNoise(random: Random, data: Buffer, sigma: number): void {
  if (sigma === 0) return
  const noise = Float32Array.from({ length: 8191 }, () => random.normal() * sigma)
  for (let i = 0, at = random.whole(0, 8190); i < data.length; i++) {
    data[i] = Math.min(255, Math.max(0, data[i]! + noise[at]!))
    // A step that varies: a plain repetition would be stripes.
    at = (at + 1 + (i % 7)) % 8191
  }
}

/** The eight numbers of the perspective that leads from a place of the scene to one of the page. */
function mapTo(corners: readonly Point[], page: Raster): number[] {
  const goals = [
    [0, 0],
    [page.width, 0],
    [page.width, page.height],
    [0, page.height],
  ]
  const rows = corners.flatMap(({ x, y }, i) => {
    const [u, v] = goals[i]! as [number, number]
    return [
      [x, y, 1, 0, 0, 0, -x * u, -y * u, u],
      [0, 0, 0, x, y, 1, -x * v, -y * v, v],
    ]
  })
  return solve(rows)
}

/** Gauss and Jordan, with the largest pivot. */
function solve(rows: number[][]): number[] {
  const count = rows.length
  for (let i = 0; i < count; i++) {
    const pivot = rows.findIndex(
      (row, at) =>
        at >= i && Math.abs(row[i]!) === Math.max(...rows.slice(i).map((r) => Math.abs(r[i]!))),
    )
    ;[rows[i], rows[pivot]] = [rows[pivot]!, rows[i]!]
    const own = rows[i]!.map((value) => value / rows[i]![i]!)
    rows[i] = own
    for (let j = 0; j < count; j++)
      if (j !== i) rows[j] = rows[j]!.map((value, k) => value - rows[j]![i]! * own[k]!)
  }
  return rows.map((row) => row[count]!)
}
