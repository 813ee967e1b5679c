import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import type { Random } from '#simulators/yard/random.ts'
import type { PassportKind } from './mrz-lines.ts'

/**
 * Outlines of the letters, digits and the filler of OCR-B by Norbert Schwarz and Matthew Skala, who allow any use of them; taken from
 * Debian's `fonts-ocr-b`. Units of a sign `advance` wide and `cap` high.
 */
const FONT = JSON.parse(
  readFileSync(new URL('../../fixtures/ocr-b.json', import.meta.url), 'utf8'),
) as { advance: number; cap: number; glyphs: Record<string, string> }

/** Millimetres of a sign and between lines (ICAO 9303-3, 4.4; ten signs an inch). */
const PITCH = 2.54
const LINES_APART = 6.35

/** Millimetres of a page, of its first line of signs from above, and of the lines' left edge. */
export const PAGES = {
  internal: { width: 125, height: 88, first: 74.5, left: 6.6 },
  foreign: { width: 125, height: 88, first: 74.5, left: 6.6 },
  card: { width: 85.6, height: 54, first: 35.5, left: 4.7 },
} as const

interface Print {
  readonly ink: string
  readonly spread: number
}

export interface Raster {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

/** A page with a net of fine curves, a photo, fields and the lines below them; so many pixels a millimetre, the ink spread by so many units of an outline. */
export async function drawPassport(
  random: Random,
  kind: PassportKind,
  lines: readonly string[],
  { scale, spread }: { scale: number; spread: number },
): Promise<Raster> {
  const { width, height, first, left } = PAGES[kind]
  const ground = random.pick(['#f1e4e1', '#e8eef0', '#f4efe0', '#e9f0e4'])
  const ink = random.pick(['#151515', '#1d1b22', '#2a2627'])
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="${width}" height="${height}" fill="${ground}"/>${drawNet(random, width, height)}` +
    `<rect x="5" y="12" width="${height * 0.32}" height="${height * 0.42}" fill="#b9b4ae"/>` +
    `<ellipse cx="${5 + height * 0.16}" cy="${12 + height * 0.2}" rx="8" ry="10" fill="#8f7f74"/>` +
    drawFields(random, height, ink) +
    lines
      .map((line, i) => drawLine(line, left, first + i * LINES_APART, { ink, spread }))
      .join('') +
    `</svg>`
  const { data, info } = await sharp(Buffer.from(svg))
    .flatten()
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const drawLine = (text: string, left: number, base: number, print: Print) =>
  drawSigns(text, left, base, PITCH / FONT.advance, print)

function drawSigns(
  text: string,
  left: number,
  base: number,
  unit: number,
  { ink, spread }: Print,
): string {
  const signs = [...text].map((sign, i) => {
    const x = (left + i * FONT.advance * unit).toFixed(3)
    return `<path transform="translate(${x} ${base}) scale(${unit} ${-unit})" d="${FONT.glyphs[sign]!}"/>`
  })
  return `<g fill="${ink}" stroke="${ink}" stroke-width="${spread}">${signs.join('')}</g>`
}

/** The net runs through the lines too, as on a real page. */
function drawNet(random: Random, width: number, height: number): string {
  const tints = ['#c99', '#9bc', '#bba', '#a9c']
  let net = ''
  for (let i = 0; i < 46; i++) {
    const y = (i / 45) * height
    const swing = random.between(1, 3)
    const wave = random.between(6, 14)
    let path = `M0 ${y.toFixed(1)}`
    for (let x = 0; x <= width; x += 2)
      path += `L${x} ${(y + swing * Math.sin(x / wave + i)).toFixed(2)}`
    net += `<path d="${path}" fill="none" stroke="${tints[i % 4]}" stroke-width="0.18"/>`
  }
  return net
}

/** Writing of the page that is no line of signs. */
function drawFields(random: Random, height: number, ink: string): string {
  const rows = Math.floor((height * 0.5) / 6)
  const words = ['FEDERATION', 'PASSPORT', '12345', 'NAME', 'MOSCOW', '01', 'DATE', '770', 'TYPE']
  const unit = PITCH / FONT.advance / 1.5
  return Array.from({ length: rows }, (_, row) =>
    [random.pick(words), random.pick(words)].map((word, i) =>
      drawSigns(word, 38 + i * 24, 12 + row * 6, unit, { ink, spread: 0 }),
    ),
  )
    .flat()
    .join('')
}
