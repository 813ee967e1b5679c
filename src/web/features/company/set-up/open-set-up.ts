import { createElement } from 'react'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'

const SetUpList = lazyPart(async () => (await import('./set-up-list.tsx')).SetUpList)

/** What a company still needs for its first purchase, each step with the place where it is done. */
export function openSetUp(companyId: string): Promise<void> {
  return openDialog({ title: 'Подготовка к работе', width: 640 }, (close) =>
    createElement(SetUpList, { companyId, close: () => close() }),
  )
}
