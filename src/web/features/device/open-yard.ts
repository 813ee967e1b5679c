import { createElement } from 'react'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'

const YardSetUp = lazyPart(async () => (await import('./yard-set-up.tsx')).YardSetUp)

/** Sites, posts and devices of a company, over the screen from which they are set up. */
export function openYard(companyId: string): Promise<void> {
  return openDialog({ title: 'Площадки и оборудование', width: 960 }, () =>
    createElement(YardSetUp, { companyId }),
  )
}
