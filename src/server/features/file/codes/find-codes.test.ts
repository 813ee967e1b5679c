import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp, { type Sharp } from 'sharp'
import { printedRecord } from './printed-record.ts'
import { readCodes } from './read-codes.ts'

// The acceptance act of act-forms.test.ts as the print page gave it to Chromium's printer.
const print = await readFile(new URL('../../../../../test/fixtures/act-print.pdf', import.meta.url))
const ID = '0190a3b2-7f00-7abc-8def-0123456789ab'

/** The first page of the print in so many dots an inch. */
async function scanned(dpi: number): Promise<Buffer> {
  const wasm = await readFile(new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')))
  const library = await PDFiumLibrary.init({ wasmBinary: new Uint8Array(wasm).buffer })
  const [page] = [...(await library.loadDocument(print)).pages()]
  const { data, width, height } = await page!.render({ scale: dpi / 72 })
  return sharp(data, { raw: { width, height, channels: 4 } })
    .flatten()
    .png()
    .toBuffer()
}

const paper = await scanned(200)
const table = { background: '#8a8478' }

/** How a sheet comes back: through a scanner, by a phone held askew, by fax of a messenger. */
const TAKEN: Record<string, () => Sharp> = {
  'straight from a scanner': () => sharp(paper),
  'upside down': () => sharp(paper).rotate(180),
  'lying across and a little askew': () => sharp(paper).rotate(93, table).blur(0.8),
  'at an angle, as a phone is held': () =>
    sharp(paper).affine(
      [
        [0.92, 0.14],
        [-0.06, 0.8],
      ],
      table,
    ),
  'shrunk to 100 dots an inch': () => sharp(paper).resize(827),
  'dark and blurred': () => sharp(paper).linear(0.5, 10).rotate(5, table).blur(1),
}

const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-sheets-'))
after(() => rm(dir, { recursive: true, force: true }))

let written = 0

/** The bytes where an upload would lie. */
async function laid(bytes: Buffer, mime: string) {
  const file = path.join(dir, `${written++}`)
  await writeFile(file, bytes)
  return { path: file, mime }
}

const record = (codes: string[]) => codes.map(printedRecord)

test('the code of a printed act is read from its PDF and from pictures of it', async () => {
  const pictures = await Promise.all(
    Object.values(TAKEN).map(async (take) =>
      laid(await take().jpeg({ quality: 65 }).toBuffer(), 'image/jpeg'),
    ),
  )
  const found = await readCodes([await laid(print, 'application/pdf'), ...pictures])
  const names = ['the PDF', ...Object.keys(TAKEN)]
  const expected = names.map((name) => [name, [{ form: 'act', id: ID }]])
  assert.deepEqual(
    found.map((codes, i) => [names[i], record(codes)]),
    expected,
  )
})

test('a file that cannot be drawn has no code, and the other files of its upload keep theirs', async () => {
  const broken = Buffer.concat([Buffer.from('%PDF-1.4\n'), print.subarray(2000, 9000)])
  const found = await readCodes([
    await laid(broken, 'application/pdf'),
    await laid(print, 'application/pdf'),
  ])
  assert.deepEqual(found.map(record), [[], [{ form: 'act', id: ID }]])
})
