import { drawText, hasGlyph, LATIN_LOOKALIKES, textWidth } from './glyphs.ts'

/** Millimetres of the usual Russian plate; every drawing of a plate uses them as its units. */
export const PLATE_WIDTH = 520
export const PLATE_HEIGHT = 112

/** Forms whose last two or three digits stand in the region box (domain.md 6.4). */
const WITH_REGION =
  /^(\D\d{3}\D{2}|\D{2}\d{3,4}|\d{4}\D{2}|\D\d{4}|\d{3}\D|\D{2}\d{3}\D{2})(\d{2,3})$/

/** Upper case Cyrillic without blanks; characters no Russian plate has are left as they are. */
export function plateText(plate: string) {
  return [...plate.toUpperCase().replaceAll(/[\s\-_.|]/g, '')]
    .map((char) => LATIN_LOOKALIKES[char] ?? char)
    .join('')
}

/** A plate that can be drawn: 1 to 10 characters, each with an outline. */
export function isDrawablePlate(plate: string) {
  const text = plateText(plate)
  return text.length > 0 && text.length <= 10 && [...text].every(hasGlyph)
}

/** The plate as an SVG group 520 × 112: digits 76 high, letters and region 58 (GOST R 50577). */
export function drawPlate(plate: string, dirt: number) {
  const text = plateText(plate)
  const region = WITH_REGION.exec(text)
  const main = region?.[1] ?? text
  const split = splitOf(region?.[2] ?? '')
  const box = region ? drawRegion(region[2]!, split) : ''
  return (
    `<rect x="1" y="1" width="518" height="110" rx="9" fill="#f4f4f1" stroke="#16181a"` +
    ` stroke-width="2"/>` +
    `<rect x="6" y="6" width="508" height="100" rx="6" fill="none" stroke="#16181a"` +
    ` stroke-width="4"/>` +
    `<g stroke="#121416">${drawMain(main, split)}${box}</g>` +
    `<g fill="#8d9096"><circle cx="18" cy="56" r="4.5"/><circle cx="503" cy="91" r="4.5"/></g>` +
    `<rect x="3" y="62" width="514" height="47" rx="7" fill="#6b5a43"` +
    ` opacity="${dirt.toFixed(3)}"/>`
  )
}

/** Where each sign of a plate with a region is drawn, in the order of its text. */
export function signPlaces(plate: string): SignPlace[] {
  const text = plateText(plate)
  const [, main = text, region = ''] = WITH_REGION.exec(text) ?? []
  const split = splitOf(region)
  const { x, gap } = regionLine(region, split)
  let left = x
  const digits = [...region].map((char) => {
    const width = textWidth(char, REGION_HEIGHT, 0)
    const place = { x: left, y: 70 - REGION_HEIGHT, width, height: REGION_HEIGHT }
    left += width + gap
    return place
  })
  return [...mainPlaces(main, split), ...digits]
}

export interface SignPlace {
  x: number
  y: number
  width: number
  height: number
}

const REGION_HEIGHT = 58

/** The line before the region, or the end of a plate without one. */
function splitOf(region: string): number {
  return region === '' ? PLATE_WIDTH : region.length === 3 ? 378 : 392
}

function drawMain(main: string, right: number) {
  const places = mainPlaces(main, right)
  return [...main].map((char, i) => drawText(char, places[i]!.x, 94, places[i]!.height, 0)).join('')
}

function mainPlaces(main: string, right: number): SignPlace[] {
  const heights = [...main].map((char) => (/\d/.test(char) ? 76 : 58))
  const widths = [...main].map((char, i) => textWidth(char, heights[i]!, 0))
  const left = 30
  const room = right - left - 12 - widths.reduce((sum, width) => sum + width, 0)
  const gap = Math.min(15, room / Math.max(1, main.length - 1))
  let x = left + (room - gap * (main.length - 1)) / 2
  return [...main].map((_, i) => {
    const [width, height] = [widths[i]!, heights[i]!]
    const place = { x, y: 94 - height, width, height }
    x += width + gap
    return place
  })
}

function regionLine(region: string, split: number) {
  const gap = region.length === 3 ? 7 : 11
  const middle = (split + 512) / 2
  return { x: middle - textWidth(region, REGION_HEIGHT, gap) / 2, gap, middle }
}

function drawRegion(region: string, split: number) {
  const { x, gap, middle } = regionLine(region, split)
  const flag = [
    ['#ffffff', 82],
    ['#2f5fb5', 87],
    ['#c8302f', 92],
  ].map(
    ([fill, y]) =>
      `<rect x="${middle + 16}" y="${y}" width="28" height="5" fill="${fill}" stroke="none"/>`,
  )
  return (
    `<path d="M${split} 6 V106" stroke-width="4"/>` +
    drawText(region, x, 70, REGION_HEIGHT, gap) +
    drawText('RUS', middle - 44, 98, 20, 4) +
    flag.join('')
  )
}
