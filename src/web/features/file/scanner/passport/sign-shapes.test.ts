import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import sharp from 'sharp'
import { CELL, CELL_HEIGHT, CELL_WIDTH, APPEARANCES, normalise, SIGNS } from './sign-shapes.ts'

const font = JSON.parse(
  readFileSync(new URL('../../../../../../test/fixtures/ocr-b.json', import.meta.url), 'utf8'),
) as { advance: number; glyphs: Record<string, string> }

/** Units of the outline above the line that a cell shows. */
const TOP = 870

test('the stored distances are those of the outlines of OCR-B: each sign is most like its own, and clearly so', async () => {
  const unit = font.advance / CELL_WIDTH
  for (const [sign, text] of [...SIGNS].entries()) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${CELL_WIDTH * 8}" height="${CELL_HEIGHT * 8}" viewBox="0 0 ${font.advance} ${CELL_HEIGHT * unit}"><rect width="100%" height="100%" fill="#fff"/><path transform="translate(0 ${TOP}) scale(1 -1)" d="${font.glyphs[text]!}"/></svg>`
    const drawn = await sharp(Buffer.from(svg))
      .flatten()
      .greyscale()
      .resize(CELL_WIDTH, CELL_HEIGHT)
      .raw()
      .toBuffer()
    const ink = normalise(Float32Array.from({ length: CELL }, (_, i) => 255 - drawn[i]!))
    const likeness = (shape: Float32Array) =>
      shape.reduce((sum, value, i) => sum + value * ink[i]!, 0)
    const all = APPEARANCES[4]!.map(likeness)
    assert.equal(all.indexOf(Math.max(...all)), sign, text)
    assert.ok(all[sign]! > 0.95, `${text}: ${all[sign]}`)
  }
})
