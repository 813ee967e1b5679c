import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { findSheet } from './find-sheet.ts'
import type { Quad } from '../quad.ts'
import { straighten, type Pixels } from './page-pixels.ts'

const WIDTH = 480
const HEIGHT = 360
const SHEET: Quad = [
  { x: 120, y: 40 },
  { x: 330, y: 62 },
  { x: 390, y: 320 },
  { x: 80, y: 300 },
]
const path = SHEET.map(({ x, y }) => `${x},${y}`).join(' ')
/** Text in lines, and a darker ground with a bright thing beside the sheet. */
const LINES = Array.from(
  { length: 9 },
  (_, i) =>
    `<rect x="${150 - i * 3}" y="${90 + i * 20}" width="${170 + i * 8}" height="6" fill="#333"/>`,
).join('')
const drawn = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="#5a4a38"/>${body}</svg>`

async function pixels(svg: string, noise = 0): Promise<Pixels> {
  const picture = sharp(Buffer.from(svg)).flatten().blur(0.8)
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  // A fixed sequence: the same noise in every run.
  let seed = 7
  const grain = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648 - 0.5
  const noisy = Uint8ClampedArray.from(data, (value) => value + grain() * noise)
  return { data: noisy, width: info.width, height: info.height }
}

test('the corners of a printed sheet on a table are found within three pixels, with grain as well', async () => {
  const thing = '<circle cx="440" cy="60" r="24" fill="#fff"/>'
  const svg = drawn(`<polygon points="${path}" fill="#f4f2ec"/>${LINES}${thing}`)
  for (const noise of [0, 40]) {
    const found = findSheet(await pixels(svg, noise))
    assert.ok(found, `noise ${noise}`)
    for (const [i, { x, y }] of found.entries())
      assert.ok(
        Math.hypot(x - SHEET[i]!.x, y - SHEET[i]!.y) <= 3,
        `noise ${noise}, corner ${i}: ${x}, ${y}`,
      )
  }
})

test('no sheet is found where there is none: an even picture, a small label, a bent strip', async () => {
  const none = {
    even: drawn(''),
    label: drawn('<rect x="20" y="20" width="90" height="60" fill="#fff"/>'),
    strip: drawn('<path d="M40 40 H440 V320 H400 V80 H40 Z" fill="#fff"/>'),
  }
  for (const [name, svg] of Object.entries(none))
    assert.equal(findSheet(await pixels(svg)), undefined, name)
})

test('each part of a photographed sheet comes to its own corner of the page', async () => {
  const colours = ['#d02020', '#20a020', '#2040d0', '#c0a000']
  const towards = (i: number, share: number) => {
    const middle = { x: 230, y: 180 }
    return {
      x: SHEET[i]!.x + (middle.x - SHEET[i]!.x) * share,
      y: SHEET[i]!.y + (middle.y - SHEET[i]!.y) * share,
    }
  }
  const dots = colours.map((colour, i) => {
    const { x, y } = towards(i, 0.2)
    return `<circle cx="${x}" cy="${y}" r="9" fill="${colour}"/>`
  })
  const picture = await pixels(drawn(`<polygon points="${path}" fill="#fff"/>${dots.join('')}`))
  const page = straighten(picture, SHEET, { width: 300, height: 280 })
  const quarterOf = (place: number) => {
    const isRight = place % page.width >= page.width / 2
    const isLow = Math.floor(place / page.width) >= page.height / 2
    return isLow ? (isRight ? 2 : 3) : isRight ? 1 : 0
  }
  for (const [i, colour] of colours.entries()) {
    const wanted = [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16))
    const isDot = (place: number) =>
      wanted.every((value, channel) => Math.abs(page.data[place * 4 + channel]! - value) < 24)
    const places = Array.from({ length: page.width * page.height }, (_, place) => place)
    const dots = places.filter(isDot)
    assert.ok(dots.length > 80, `corner ${i}: ${dots.length} pixels`)
    assert.ok(
      dots.every((place) => quarterOf(place) === i),
      `corner ${i}`,
    )
  }
  const middle = (page.height / 2) * page.width + page.width / 2
  assert.ok(page.data[middle * 4]! > 240, 'the middle is paper')
})
