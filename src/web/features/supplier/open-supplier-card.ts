import { createElement } from 'react'
import { lazyComponent } from '#web/lazy-component.tsx'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'

const SupplierCard = lazyComponent(
  async () => (await import('./head/supplier-card.tsx')).default,
  createElement(Waiting),
)

/** Opens the card of a supplier over any screen, at the form of a method when one is named; its parts are loaded when first needed. */
export function openSupplierCard(id: string, method?: string | null): Promise<void> {
  return openDialog({ title: 'Поставщик', width: 960 }, () =>
    createElement(SupplierCard, {
      id,
      method: method ?? undefined,
      openCard: (other) => void openSupplierCard(other),
    }),
  )
}
