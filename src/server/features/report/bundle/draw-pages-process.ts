import { readFileSync } from 'node:fs'
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { serveReader } from '../../../unpack/serve-reader.ts'
import type { PagesQuestion } from './draw-pages.ts'

/** The longer side of a page in pixels: A4 at some 150 dots an inch. */
const SIDE = 1750

/** The process of `drawPdfPages`: one file, the pictures of its pages in base64. */
serveReader(async ({ pdf, most }: PagesQuestion): Promise<string[]> => {
  const wasm = readFileSync(new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')))
  const library = await PDFiumLibrary.init({ wasmBinary: new Uint8Array(wasm).buffer })
  const document = await library.loadDocument(Buffer.from(pdf, 'base64')).catch(() => undefined)
  if (!document) return []
  const drawn: string[] = []
  for (const page of document.pages()) {
    if (drawn.length === most) break
    const picture = await drawPage(page).catch(() => undefined)
    if (picture) drawn.push(picture.toString('base64'))
  }
  return drawn
})

/** Rejects for a page of no size, or one that its writer broke. */
async function drawPage(page: PDFiumPage): Promise<Buffer> {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const scale = SIDE / Math.max(originalWidth, originalHeight)
  const { data, width, height } = await page.render({ scale })
  const picture = sharp(data, { raw: { width, height, channels: 4 } })
  return picture.flatten({ background: '#fff' }).png().toBuffer()
}
