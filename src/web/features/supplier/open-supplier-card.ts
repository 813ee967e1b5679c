import { createElement, lazy, Suspense } from 'react'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'

const SupplierCard = lazy(() => import('./head/supplier-card.tsx'))

/** Opens the card of a supplier over any screen; its parts are loaded when first needed. */
export function openSupplierCard(id: string): Promise<void> {
  return openDialog({ title: 'Поставщик', width: 960 }, () =>
    createElement(
      Suspense,
      { fallback: createElement(Waiting) },
      createElement(SupplierCard, { id, openCard: (other) => void openSupplierCard(other) }),
    ),
  )
}
