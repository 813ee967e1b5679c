import { createElement, lazy, Suspense } from 'react'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'

const SupplierCard = lazy(() => import('./head/supplier-card.tsx'))

/** Opens the card of a supplier over any screen, at the form of a method when one is named; its parts are loaded when first needed. */
export function openSupplierCard(id: string, method?: string | null): Promise<void> {
  return openDialog({ title: 'Поставщик', width: 960 }, () =>
    createElement(
      Suspense,
      { fallback: createElement(Waiting) },
      createElement(SupplierCard, {
        id,
        method: method ?? undefined,
        openCard: (other) => void openSupplierCard(other),
      }),
    ),
  )
}
