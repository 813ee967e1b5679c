import sharp, { type Sharp } from 'sharp'
import type { Box } from '../plate-reader.ts'

/** Interleaved RGB, one byte a channel. */
export interface Picture {
  data: Uint8Array
  width: number
  height: number
}

/** A picture smaller than that is made larger, but never so much that it is only blurred. */
const MOST_GROWTH = 1.6
/** The mean of a picture at dusk or night. */
const DARK = 75
/** Every channel comes in its turn. */
const SAMPLE_STEP = 97
const BRIGHTER = Uint8Array.from({ length: 256 }, (_, value) => Math.sqrt(value / 255) * 255)
/** A larger picture is shrunk before cutting: 2560 keeps a far plate and bounds the memory to 20 MB. */
const CUT_SIDE = 2560
const MAX_INPUT_PIXELS = 30_000_000
/** The detector halves its map five times. */
const DETECT_STEP = 32

/**
 * Decodes a JPEG once into what plates are cut from. A pixel of it is `pixel` pixels of the JPEG wide. Throws when the bytes
 * are not a picture.
 */
export async function decodePicture(jpeg: Uint8Array, roi?: Box) {
  const source = sharp(jpeg, { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'error' })
  const { width, height } = await source.metadata()
  const area = roi && insideOf(roi, width, height)
  if (area) source.extract({ left: area.x, top: area.y, width: area.width, height: area.height })
  source.removeAlpha().toColourspace('srgb')
  source.resize(CUT_SIDE, CUT_SIDE, { fit: 'inside', withoutEnlargement: true, kernel: 'linear' })
  const full = await raw(source)
  const pixel = (area?.width ?? width) / full.width
  return { full, left: area?.x ?? 0, top: area?.y ?? 0, pixel }
}

/** By how much a picture of this size is shrunk or grown for its long side to be about `side`. */
export function scaleFor({ width, height }: Pick<Picture, 'width' | 'height'>, side: number) {
  return Math.min(MOST_GROWTH, side / Math.max(width, height))
}

/** A part of a picture for the detector, both sides multiples of 32. */
export function scalePart(picture: Picture, part: Box, scale: number): Promise<Picture> {
  const { data, width, height } = picture
  const source = sharp(data, { raw: { width, height, channels: 3 } })
  if (part.width < width || part.height < height)
    source.extract({ left: part.x, top: part.y, width: part.width, height: part.height })
  const size = [toStep(part.width * scale), toStep(part.height * scale)] as const
  return raw(source.resize(...size, { fit: 'fill', kernel: 'linear' }))
}

/** The part moved and grown so that the detector's steps of 32 leave its scale as it is. */
export function inSteps({ x, y, width, height }: Box, picture: Picture, scale: number): Box {
  const grown = (side: number, most: number) =>
    Math.min(most, Math.round((Math.ceil((side * scale) / DETECT_STEP) * DETECT_STEP) / scale))
  const wide = grown(width, picture.width)
  const high = grown(height, picture.height)
  return {
    x: Math.min(x, picture.width - wide),
    y: Math.min(y, picture.height - high),
    width: wide,
    height: high,
  }
}

/** Whether so much of a picture is dark that brightening it may show a plate. */
export function isDark({ data }: Picture): boolean {
  let sum = 0
  for (let i = 0; i < data.length; i += SAMPLE_STEP) sum += data[i]!
  return sum / (data.length / SAMPLE_STEP) < DARK
}

/** The same picture with its dark parts made clear, for a second search where the first found no plate. */
export function brighten({ data, width, height }: Picture): Picture {
  return { data: data.map((value) => BRIGHTER[value]!), width, height }
}

/** The roi cut to the picture; undefined (the whole picture) when nothing usable is left of it. */
function insideOf(roi: Box, width: number, height: number): Box | undefined {
  const x = Math.min(roi.x, width)
  const y = Math.min(roi.y, height)
  const area = {
    x,
    y,
    width: Math.min(roi.width, width - x),
    height: Math.min(roi.height, height - y),
  }
  return area.width >= DETECT_STEP && area.height >= DETECT_STEP ? area : undefined
}

async function raw(image: Sharp): Promise<Picture> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function toStep(side: number): number {
  return Math.max(DETECT_STEP, Math.round(side / DETECT_STEP) * DETECT_STEP)
}
