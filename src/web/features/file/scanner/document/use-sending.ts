import { useState } from 'react'
import { toast } from '#web/ui/feedback/toast.ts'
import { CallError } from '#web/state/call-error.ts'
import type { ScannedPage } from '../scanned-page.ts'
import type { StorePages } from '../scan-result.ts'

interface Sending {
  pages: readonly ScannedPage[]
  cut: () => Promise<File[]>
  /** False when pages came that the user has not seen. */
  endPhone: () => Promise<boolean>
  store: StorePages
}

/** Cuts and stores the pages; gives those that are stored, and keeps the reason why others are not. */
export function useSending() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const run = async ({ pages, cut, endPhone, store }: Sending): Promise<readonly ScannedPage[]> => {
    const files = await cut()
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
