import type { PlateGround } from '#contract/requisites/plate/plate-forms.ts'
import { STRIP_HEIGHT, type Strip } from './cut-strip.ts'
import type { Picture } from './decode-picture.ts'
import type { Quad } from './text-areas.ts'

/** Signs cover about a third of their line, so the ground is what most of its pixels are. */
const MOST = 0.56
/** Of the 2 that a strip's values span: without contrast nothing can be told. */
const CONTRAST = 0.25
/** By how much blue stays behind red and green on a yellow plate, in its brightest half. */
const YELLOW = 0.35
/** Steps of brightness that are told apart. */
const LEVELS = 1024

/** What the signs of a strip stand on; undefined where that cannot be told. */
export function groundOf({ data, width }: Strip): PlateGround | undefined {
  const plane = width * STRIP_HEIGHT
  const from = Math.round(STRIP_HEIGHT * 0.2) * width
  const to = Math.round(STRIP_HEIGHT * 0.8) * width
  const light = (i: number) => (data[i]! + 2 * data[plane + i]! + data[2 * plane + i]!) / 4
  const levels = new Uint32Array(LEVELS)
  for (let i = from; i < to; i++) levels[Math.floor(((light(i) + 1) / 2) * (LEVELS - 1))]!++
  const dark = levelOf(levels, (to - from) * 0.05)
  const bright = levelOf(levels, (to - from) * 0.95)
  if (bright - dark < CONTRAST) return undefined
  const middle = (dark + bright) / 2
  let above = 0
  let yellow = 0
  for (let i = from; i < to; i++) {
    if (light(i) <= middle) continue
    above++
    yellow += (data[plane + i]! + data[2 * plane + i]!) / 2 - data[i]!
  }
  const share = above / (to - from)
  if (share > MOST) return yellow / above > YELLOW ? 'yellow' : 'light'
  return share < 1 - MOST ? 'dark' : undefined
}

/** The value, -1…1, that so many of the counted ones are below. */
function levelOf(levels: Uint32Array, count: number): number {
  let below = 0
  const level = levels.findIndex((here) => (below += here) > count)
  return (level / (LEVELS - 1)) * 2 - 1
}

/** Of the samples around the left edge of the writing, and of those behind its signs. */
const FLAG_SHARE = 0.12
const NO_FLAG_SHARE = 0.04
const SAMPLES = 24

/** Whether sky blue stands around the left edge of the writing, but not behind its signs, as in a picture that is all blue. */
export function hasSkyFlag(picture: Picture, area: Quad): boolean {
  return (
    skyShare(picture, area, -0.66, -0.36) > FLAG_SHARE &&
    skyShare(picture, area, -0.15, 0.45) < NO_FLAG_SHARE
  )
}

/** From and to are shares of the area's width beside its middle. */
function skyShare(picture: Picture, area: Quad, from: number, to: number): number {
  const cos = Math.cos(area.angle)
  const sin = Math.sin(area.angle)
  let sky = 0
  for (let i = 0; i < SAMPLES; i++)
    for (let j = 0; j < SAMPLES; j++) {
      const u = (from + ((to - from) * i) / SAMPLES) * area.width
      const v = (j / SAMPLES - 0.5) * area.height
      const x = Math.round(area.cx + u * cos - v * sin)
      const y = Math.round(area.cy + u * sin + v * cos)
      if (x < 0 || y < 0 || x >= picture.width || y >= picture.height) continue
      const at = (y * picture.width + x) * 3
      const [r, g, b] = [picture.data[at]!, picture.data[at + 1]!, picture.data[at + 2]!]
      if (b - r > 45 && g - r > 25) sky++
    }
  return sky / SAMPLES ** 2
}
