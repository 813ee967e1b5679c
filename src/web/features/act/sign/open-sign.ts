import { createElement, lazy, Suspense } from 'react'
import type { ActCard } from '#contract/act/act-entities.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'

const SignDialog = lazy(() => import('./sign-dialog.tsx'))

/** Shows each new page of a signed act, to be accepted or rejected; the act is signed by what is accepted. */
export function openSign({ id, number }: ActCard): Promise<void> {
  return openDialog({ title: `Проверка листов акта № ${number ?? '—'}`, width: 960 }, (close) =>
    createElement(
      Suspense,
      { fallback: createElement(Waiting) },
      createElement(SignDialog, { id, close }),
    ),
  )
}
