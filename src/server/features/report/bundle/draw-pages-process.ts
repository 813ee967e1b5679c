import sharp from 'sharp'
import { serveReader } from '../../../unpack/serve-reader.ts'
import { drawPage, openPdf, type Raster } from '../../file/pdf/pdfium.ts'
import type { PagesQuestion } from './draw-pages.ts'

/** The longer side of a page in pixels: A4 at some 150 dots an inch. */
const SIDE = 1750

/** The process of `drawPdfPages`: one file, the pictures of its pages in base64. */
serveReader(async ({ pdf, most }: PagesQuestion): Promise<string[]> => {
  const document = await openPdf(Buffer.from(pdf, 'base64'))
  const drawn: string[] = []
  for (const page of document?.pages() ?? []) {
    if (drawn.length === most) break
    const raster = await drawPage(page, SIDE)
    if (raster) drawn.push((await pngOf(raster)).toString('base64'))
  }
  return drawn
})

function pngOf({ data, width, height }: Raster): Promise<Buffer> {
  const picture = sharp(data, { raw: { width, height, channels: 4 } })
  return picture.flatten({ background: '#fff' }).png().toBuffer()
}
