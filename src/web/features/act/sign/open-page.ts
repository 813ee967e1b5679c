import { createElement, lazy, Suspense } from 'react'
import type { Scan } from '#contract/file/file-entities.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { scanKindTitles } from '../../supplier/head/supplier-papers.tsx'

const PageDialog = lazy(() => import('./page-dialog.tsx'))

/** Shows one page of an act, a picture or every page of a PDF, without a decision. */
export function openPage(scan: Scan): Promise<void> {
  const title = `${scanKindTitles[scan.kind] ?? scan.kind}, лист ${scan.page}`
  return openDialog({ title, width: 960 }, () =>
    createElement(
      Suspense,
      { fallback: createElement(Waiting) },
      createElement(PageDialog, { scan, title }),
    ),
  )
}
