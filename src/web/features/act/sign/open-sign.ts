import { createElement } from 'react'
import { lazyComponent } from '#web/lazy-component.tsx'
import { files } from '#contract/file/file.ts'
import type { ActCard } from '#contract/act/act-entities.ts'
import { callOnce } from '#web/api/use-call.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'

const SignDialog = lazyComponent(
  async () => (await import('./sign-dialog.tsx')).default,
  createElement(Waiting),
)

/** Loads the dialog and its first picture before a person asks for them; what cannot be read yet, the dialog reads and tells. */
export async function prepareSign(file?: string): Promise<void> {
  const picture = file && callOnce(files.getPage, { query: { id: file, page: 1 } }, Infinity, true)
  await Promise.allSettled([import('./sign-dialog.tsx'), picture])
}

/** Shows each new page of a signed act, to be accepted or rejected; the act is signed by what is accepted. */
export function openSign({ id, number }: ActCard): Promise<void> {
  return openDialog({ title: `Проверка листов акта № ${number ?? '—'}`, width: 960 }, (close) =>
    createElement(SignDialog, { id, close }),
  )
}
