import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { prepareZXingModule } from 'zxing-wasm/reader'
import { drawBarcode } from '#test/builders/camera/barcodes.ts'
import { readCode } from './read-code.ts'

before(() => {
  const wasm = readFileSync(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })
})

async function pixelsOf(picture: Buffer) {
  const { data, info } = await sharp(picture)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height }
}

/** A code on a grey table, turned, blurred and as a messenger would send it. */
async function photo(code: Buffer): Promise<Buffer> {
  const framed = sharp(code).extend({
    top: 40,
    bottom: 40,
    left: 40,
    right: 40,
    background: '#fff',
  })
  return sharp(await framed.png().toBuffer())
    .rotate(11, { background: '#8a8478' })
    .blur(1)
    .jpeg({ quality: 60 })
    .toBuffer()
}

const CODES = [
  ['QRCode', 'Пропуск № 17: лом чёрных металлов'],
  ['DataMatrix', '010460043993125621JgXJ5.T'],
  ['Code128', '2026-000182'],
  ['EAN13', '4600439931256'],
] as const

test('codes that were turned, blurred and badly stored are read as they were written', async () => {
  for (const [format, text] of CODES) {
    const taken = await photo(await drawBarcode(text, format))
    assert.equal((await readCode(await pixelsOf(taken), true))?.text, text, format)
  }
})

test('the corners of a code are those of its place in the picture; a picture without one has none', async () => {
  const code = await sharp(await drawBarcode('corner', 'QRCode'))
    .resize(200, 200)
    .png()
    .toBuffer()
  const table = sharp({ create: { width: 800, height: 400, channels: 3, background: '#fff' } })
  const scene = await table
    .composite([{ input: code, left: 400, top: 100 }])
    .png()
    .toBuffer()
  const found = await readCode(await pixelsOf(scene), false)
  const [corner] = found!.corners
  assert.ok(corner!.x >= 0.5 && corner!.x < 0.56, `${corner!.x}`)
  assert.ok(corner!.y >= 0.25 && corner!.y < 0.36, `${corner!.y}`)
  const empty = sharp({ create: { width: 300, height: 300, channels: 3, background: '#ccc' } })
  assert.equal(await readCode(await pixelsOf(await empty.png().toBuffer()), true), undefined)
})
