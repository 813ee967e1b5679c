import { useState } from 'react'
import { toast } from '#web/ui/feedback/toast.ts'
import { CallError } from '#web/state/call-error.ts'
import type { ScannedPage } from '../scanned-page.ts'
import type { StorePages } from '../scan-result.ts'
import { sizeOfPicture } from '../../as-jpeg.ts'
import { pagesToPdf } from './pages-to-pdf.ts'
import type { SheetWorker } from './sheet-worker.ts'

interface Sending {
  pages: readonly ScannedPage[]
  sheets: SheetWorker
  /** All pages in one PDF instead of a picture each. */
  isOnePdf: boolean
  /** False when pages came that the user has not seen. */
  endPhone: () => Promise<boolean>
  store: StorePages
}

/** Cuts and stores the pages; gives those that are stored, and keeps the reason why others are not. */
export function useSending() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const run = async (sending: Sending): Promise<readonly ScannedPage[]> => {
    const { pages, sheets, isOnePdf, endPhone, store } = sending
    const files = await cutPages(pages, sheets, isOnePdf)
    if (!(await endPhone())) {
      toast.warning('С телефона пришли ещё листы. Проверьте их и приложите все вместе')
      return []
    }
    const { unstored, problem } = await store(files)
    setProblem(problem)
    if (unstored.length === 0) return pages
    // One file of all pages is stored whole or not at all.
    return files.length < pages.length
      ? []
      : pages.filter((_, at) => !unstored.includes(files[at]!))
  }
  const send = async (what: Sending): Promise<readonly ScannedPage[]> => {
    setBusy(true)
    setProblem(undefined)
    const stored = await run(what).catch((error: unknown) => {
      const isCall = error instanceof CallError
      setProblem(isCall ? error.message : 'Листы не удалось обрезать. Попробуйте ещё раз')
      return []
    })
    setBusy(false)
    return stored
  }
  return { send, busy, problem }
}

/** A page that was not changed is sent again as the same file, so that what was stored already is known again. */
const cutFiles = new WeakMap<ScannedPage, File>()

/** Each page as a JPEG of its sheet alone, in the given order; or all of them in one PDF. */
async function cutPages(
  pages: readonly ScannedPage[],
  sheets: SheetWorker,
  isOnePdf: boolean,
): Promise<File[]> {
  const files = await Promise.all(pages.map((page, place) => cutPage(page, place, sheets)))
  return isOnePdf ? [await onePdf(files)] : files
}

async function cutPage(page: ScannedPage, place: number, sheets: SheetWorker): Promise<File> {
  const stored = cutFiles.get(page)
  if (stored) return stored
  const { picture, clean, quad, turns } = page
  const sheet = await sheets.cutSheet(clean ?? picture, quad, turns)
  const file = new File([sheet], `page-${place + 1}.jpg`, { type: 'image/jpeg' })
  cutFiles.set(page, file)
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
