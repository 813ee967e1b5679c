import { sizeOfPicture } from '../../as-jpeg.ts'
import type { ScannedPage } from '../scanned-page.ts'
import { pagesToPdf } from './pages-to-pdf.ts'
import type { SheetWorker } from './sheet-worker.ts'

/** A page that was not changed is sent again as the same file, so that what was stored already is known again. */
const cut = new WeakMap<ScannedPage, File>()

/** Each page as a JPEG of its sheet alone, in the given order; or all of them in one PDF. */
export async function cutPages(
  pages: readonly ScannedPage[],
  sheets: SheetWorker,
  isOnePdf: boolean,
): Promise<File[]> {
  const files = await Promise.all(pages.map((page, place) => cutPage(page, place, sheets)))
  return isOnePdf ? [await onePdf(files)] : files
}

async function cutPage(page: ScannedPage, place: number, sheets: SheetWorker): Promise<File> {
  const before = cut.get(page)
  if (before) return before
  const { picture, clean, quad, turns } = page
  const sheet = await sheets.cutSheet(clean ?? picture, quad, turns)
  const file = new File([sheet], `page-${place + 1}.jpg`, { type: 'image/jpeg' })
  cut.set(page, file)
  return file
}

async function onePdf(sheets: readonly File[]): Promise<File> {
  const pages = await Promise.all(
    sheets.map(async (sheet) => {
      const { width, height } = await sizeOfPicture(sheet)
      return { jpeg: new Uint8Array(await sheet.arrayBuffer()), width, height }
    }),
  )
  return new File([pagesToPdf(pages)], 'pages.pdf', { type: 'application/pdf' })
}
