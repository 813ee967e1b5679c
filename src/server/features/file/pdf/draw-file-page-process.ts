import sharp from 'sharp'
import { MOST_FILE_PAGES } from '#contract/file/file.ts'
import { serveReader } from '../../../unpack/serve-reader.ts'
import type { DrawnPage, PageQuestion } from './draw-file-page.ts'
import { drawPage, openPdf, type Raster } from './pdfium.ts'

/** Points along the longer side: text of a printed form is read on a screen without effort, a page is about 200 KB. */
const SIDE = 2000
const QUALITY = 80

/** The process of `drawFilePage`: one page of one file. */
serveReader(async ({ bytes, page }: PageQuestion): Promise<DrawnPage> => {
  const document = await openPdf(bytes)
  if (!document) return { pages: 0 }
  const pages = Math.min(document.getPageCount(), MOST_FILE_PAGES)
  if (page > pages) return { pages }
  const raster = await drawPage(document.getPage(page - 1), SIDE)
  return raster ? { pages, jpeg: await jpegOf(raster) } : { pages }
})

function jpegOf({ data, width, height }: Raster): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: QUALITY })
    .toBuffer()
}
