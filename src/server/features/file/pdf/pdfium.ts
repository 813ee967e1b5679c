import { PDFiumLibrary, type PDFiumDocument, type PDFiumPage } from '@hyzyla/pdfium'
import { wasmOf } from '../../../unpack/wasm-of.ts'

/** Points of a picture or of a drawn page. */
export interface Raster {
  /** RGBA. */
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

/** Only for a process of its own: a file decides how long its drawing takes. Nothing for what is no sound PDF. */
export async function openPdf(bytes: Uint8Array): Promise<PDFiumDocument | undefined> {
  const library = await PDFiumLibrary.init({ wasmBinary: wasmOf('@hyzyla/pdfium/pdfium.wasm') })
  return library.loadDocument(bytes).catch(() => undefined)
}

/** A page with so many points along its longer side; nothing for one of no size, or one that its writer broke. */
export async function drawPage(page: PDFiumPage, side: number): Promise<Raster | undefined> {
  try {
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const scale = side / Math.max(originalWidth, originalHeight)
    // The library rounds a side down, that of a narrow strip to nothing, and answers a raster without points.
    const pointsOf = (length: number) => Math.max(1, Math.floor(Math.floor(length) * scale))
    const sides = { width: pointsOf(originalWidth), height: pointsOf(originalHeight) }
    const raster = await page.render({ scale: 1, ...sides })
    return raster.data.length > 0 ? raster : undefined
  } catch {
    return undefined
  }
}
