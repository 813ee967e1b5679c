import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { pagesToPdf } from './pages-to-pdf.ts'

const sheet = async (width: number, height: number, background: string) => ({
  jpeg: new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  ),
  width,
  height,
})

test('another program reads each sheet in its order, proportions and colours', async () => {
  const upright = await sheet(1000, 1414, '#c01010')
  const lying = await sheet(1414, 1000, '#1010c0')
  const pdf = pagesToPdf([upright, lying])
  const wasm = await readFile(new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')))
  const library = await PDFiumLibrary.init({ wasmBinary: new Uint8Array(wasm).buffer })
  const document = await library.loadDocument(pdf)
  const seen = []
  for (const page of document.pages()) {
    const { width, height, data } = await page.render({ scale: 1, render: 'bitmap' })
    const middle = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 4
    seen.push([width, height, data[middle]! > data[middle + 2]! ? 'red' : 'blue'])
  }
  document.destroy()
  library.destroy()
  assert.deepEqual(seen, [
    [595, 841, 'red'],
    [595, 421, 'blue'],
  ])
  // The sheet is within the file as it was: nothing is compressed a second time.
  assert.ok(Buffer.from(pdf).includes(Buffer.from(upright.jpeg)))
})
