import sharp from 'sharp'
import { seededRandom, type Random } from '../random.ts'
import { drawIndicator, drawDigits, type DisplayAppearance } from './draw-indicator.ts'
import { drawLorryFront, drawLorryRear, type LorryAppearance } from './draw-lorry.ts'
import {
  drawScene,
  LIGHT_COUNT,
  PHOTO_HEIGHT,
  PHOTO_WIDTH,
  svgDocument,
  type Scene,
} from './draw-scene.ts'
import { drawText, textWidth } from './glyphs.ts'

/** Everything one picture depends on: the same shot gives the same bytes. */
export interface Shot {
  view: Scene
  /** Fixes place, tilt and dirt, so a vehicle keeps its look from frame to frame. */
  seed: number
  /** Fixes the grain of one frame. */
  frame: number
  /** Which light of the day, any whole number. */
  light: number
  /** Null shows the empty yard. */
  lorry: LorryAppearance | null
  /** 0 at the gate … 1 in its place on the scale. */
  near: number
  display: DisplayAppearance
  /** Share of the platform that is covered, 0…1; only the platform view shows it. */
  goods_share: number
  /**
   * Printed over the picture as a camera does, e.g. "21-11-2026 10:22:33"; empty prints nothing.
   */
  stamp: string
  /** What a broken camera makes of it. */
  spoilt?: 'black' | 'blurred' | undefined
}

const CHANNELS = 3
/** A lens out of focus: no plate survives it. */
const BLUR = 9
const NOISE_SIZE = 1 << 20
const scenes = new Map<string, Promise<Buffer>>()
/** The last view of the cameras, as long as nothing moves: a site has seven cameras, and a picture takes 2.8 MB. */
const drawings = new Map<string, Promise<Buffer>>()
const MOST_DRAWINGS = 8
/** Rows that hold the stamp. */
const TIMESTAMP_HEIGHT = 64
let noise: Int8Array | undefined
/** No picture was requested for so long: what is cached for the next one, up to 60 MB, is drawn again in time. */
const IDLE_MS = 30_000
let idle: NodeJS.Timeout | undefined
// Each drawing differs, so the library's own cache of them is useless.
sharp.cache(false)

/** JPEG 1280 × 720 of one shot; 10 ms of one core, three times as much when something in it has moved. */
export async function renderPhoto(shot: Shot): Promise<Buffer> {
  idle ??= setTimeout(forgetDrawings, IDLE_MS).unref()
  idle.refresh()
  const random = seededRandom(shot.seed)
  const grain = random.whole(1, 5)
  const quality = random.whole(68, 86)
  const light = Math.abs(shot.light) % LIGHT_COUNT
  const pixels = Buffer.from(await drawnPixels(shot.view, light, drawForeground(shot, random)))
  if (shot.stamp) await printTimestamp(pixels, shot.stamp)
  addGrain(pixels, grain, Math.imul(shot.frame + 1, 40_503) & (NOISE_SIZE - 1))
  const picture = sharp(pixels, { raw: rawSize() })
  if (shot.spoilt === 'black') picture.linear(0.02, 0)
  if (shot.spoilt === 'blurred') picture.blur(BLUR)
  // Standard Huffman tables: RFC 2435 carries no others.
  return picture.jpeg({ quality, chromaSubsampling: '4:2:0', optimiseCoding: false }).toBuffer()
}

function forgetDrawings(): void {
  scenes.clear()
  drawings.clear()
  noise = undefined
}

/** The scene with the present load in it. */
function drawnPixels(view: Scene, light: number, drawing: string) {
  const key = `${view} ${light} ${drawing}`
  const pixels = drawings.get(key) ?? drawOver(view, light, drawing)
  // The newest stand last, and the first gives way.
  drawings.delete(key)
  drawings.set(key, pixels)
  if (drawings.size > MOST_DRAWINGS) drawings.delete(drawings.keys().next().value!)
  return pixels
}

async function drawOver(view: Scene, light: number, drawing: string) {
  const scene = await scenePixels(view, light)
  if (!drawing) return scene
  return overlay(scene, PHOTO_HEIGHT, drawing)
}

/** Scenes are few (4 views in 3 lights), so each stays in memory: 2.8 MB apiece. */
export function scenePixels(view: Scene, light: number) {
  const key = `${view} ${light}`
  let pixels = scenes.get(key)
  if (!pixels) {
    pixels = sharp(Buffer.from(drawScene(view, light)))
      .removeAlpha()
      .raw()
      .toBuffer()
    scenes.set(key, pixels)
  }
  return pixels
}

/** Blending costs as many pixels as it covers, so only the rows of the stamp are touched. */
async function printTimestamp(pixels: Buffer, stamp: string) {
  const rows = pixels.subarray(0, TIMESTAMP_HEIGHT * PHOTO_WIDTH * CHANNELS)
  rows.set(await overlay(rows, TIMESTAMP_HEIGHT, drawTimestamp(stamp)))
}

function overlay(pixels: Buffer, height: number, drawing: string) {
  return sharp(pixels, { raw: { ...rawSize(), height } })
    .composite([{ input: Buffer.from(svgDocument(drawing, height)), left: 0, top: 0 }])
    .removeAlpha()
    .raw()
    .toBuffer()
}

function rawSize() {
  return { width: PHOTO_WIDTH, height: PHOTO_HEIGHT, channels: CHANNELS } as const
}

function drawForeground(shot: Shot, random: Random) {
  if (shot.view === 'indicator') return drawIndicator(shot.display)
  if (shot.view === 'platform') return drawCargo(shot.goods_share, shot.display, random)
  if (!shot.lorry) return ''
  const body =
    shot.view === 'front' ? drawLorryFront(shot.lorry, random) : drawLorryRear(shot.lorry, random)
  const scale = (0.45 + 0.55 * shot.near) * random.between(0.98, 1.1)
  const x = 640 + random.whole(-36, 36)
  const y = 400 + 270 * shot.near
  return `<g transform="translate(${x} ${y.toFixed(1)}) scale(${scale.toFixed(4)})">${body}</g>`
}

/** Products on a platform scale as big as `share` of its capacity (0…1), and its small display. */
function drawCargo(share: number, look: DisplayAppearance, random: Random) {
  const count = share <= 0 ? 0 : Math.min(26, 3 + Math.ceil(share * 23))
  let svg = ''
  for (let i = 0; i < count; i++) {
    const row = Math.floor(i / 9)
    const x = 400 + (i % 9) * 46 + random.whole(-14, 14)
    const y = 560 - row * 52 + random.whole(-10, 10)
    const width = random.whole(56, 104)
    const height = random.whole(38, 60)
    const fill = random.pick(['#b0713c', '#9b5b2c', '#a8aeb2', '#8c9296', '#c58a4d', '#6f767b'])
    svg +=
      `<rect x="${x}" y="${y}" width="${width}" height="${height}"` +
      ` rx="${random.whole(3, 20)}" fill="${fill}" stroke="#3a2c22" stroke-width="3"` +
      ` transform="rotate(${random.whole(-24, 24)} ${x} ${y})"/>`
  }
  return (
    svg +
    `<rect x="826" y="170" width="210" height="100" rx="12" fill="#3f474d" stroke="#22272b"` +
    ` stroke-width="5"/>` +
    `<rect x="840" y="184" width="182" height="56" rx="5" fill="#140d0c"/>` +
    `<g transform="translate(846 190) scale(.335)">${drawDigits(look.text)}</g>`
  )
}

function drawTimestamp(stamp: string) {
  const width = textWidth(stamp, 24, 4)
  const line = drawText(stamp, PHOTO_WIDTH - 24 - width, 44, 24, 4)
  return (
    `<g stroke="#101214" opacity=".7" transform="translate(2 2)">${line}</g>` +
    `<g stroke="#f4f6f7">${line}</g>`
  )
}

/** A camera's grain: normal noise of sigma `level`, taken from one table at a seeded place. */
function addGrain(pixels: Buffer, level: number, start: number) {
  noise ??= makeNoise()
  for (let i = 0, at = start; i < pixels.length; i++, at = (at + 1) & (NOISE_SIZE - 1)) {
    const value = pixels[i]! + ((noise[at]! * level) >> 4)
    pixels[i] = value < 0 ? 0 : value > 255 ? 255 : value
  }
}

function makeNoise() {
  const random = seededRandom('grain')
  return Int8Array.from({ length: NOISE_SIZE }, () =>
    Math.max(-127, Math.min(127, Math.round(random.normal() * 16))),
  )
}
