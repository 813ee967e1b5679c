import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { cleanPage } from './page-pixels.ts'

const WIDTH = 600
const HEIGHT = 400
/** A page under a yellow lamp that falls from the left, with a grey word and a blue stamp in the dark and in the light. */
const PAGE = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
  <defs><linearGradient id="light">
    <stop offset="0" stop-color="#fff2c8"/><stop offset="1" stop-color="#8a7c58"/>
  </linearGradient></defs>
  <rect width="100%" height="100%" fill="url(#light)"/>
  <rect x="100" y="100" width="6" height="20" fill="#5a5040"/>
  <rect x="500" y="100" width="6" height="20" fill="#2c261c"/>
  <rect x="500" y="300" width="8" height="8" fill="#333f80"/>
</svg>`

test('paper becomes white in the light and in the shadow, ink dark, and a blue stamp stays blue', async () => {
  const { data } = await sharp(Buffer.from(PAGE))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const taken = { data: new Uint8ClampedArray(data), width: WIDTH, height: HEIGHT }
  const clean = cleanPage(taken)
  const at = (x: number, y: number) =>
    clean.data.slice((y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 3)
  for (const x of [60, 300, 560])
    assert.ok(Math.min(...at(x, 200)) > 240, `${x}: ${at(x, 200).join()}`)
  for (const x of [102, 502]) assert.ok(Math.max(...at(x, 110)) < 110, `${x}: ${at(x, 110).join()}`)
  const [red, green, blue] = at(504, 304)
  assert.ok(blue! > red! + 80 && blue! > green! + 40, `${red},${green},${blue}`)
  // What was taken stays as it was: the person may change her mind.
  assert.ok(taken.data.every((value, i) => value === data[i]))
})
