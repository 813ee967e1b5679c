import { Button } from '@mantine/core'
import type * as z from 'zod/mini'
import type { MaskedDoc } from '#contract/supplier/identity-doc.ts'
import type { SupplierCard } from '#contract/supplier/supplier-entities.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import { day } from '#web/ui/format.ts'
import { docTypeOptions } from './supplier-values.ts'
import { useWholeCard } from '../merge/use-whole-card.ts'
import styles from '../supplier.module.css'

/** The saved document, masked; showing it in full is a separate call that needs its own right and is written to the audit. */
export function KeptDocument({ card }: { card: SupplierCard }) {
  const { whole, asking, show } = useWholeCard(card)
  if (whole) return <Facts facts={factsOf(whole)} />
  return (
    <p className={styles['kept']}>
      <span>
        Записан {card.doc!.masked}
        {card.snils_masked ? `, СНИЛС ${card.snils_masked}` : ''}.
      </span>
      <Button variant="default" size="compact-sm" loading={asking} onClick={() => void show()}>
        Показать
      </Button>
      <span>Чтобы заменить документ, заполните поля ниже.</span>
    </p>
  )
}

function factsOf(card: SupplierCard) {
  return [
    ...docFacts(card.doc!),
    { label: 'Действует до', value: card.doc_expires_on ? day(card.doc_expires_on) : 'бессрочно' },
    ...(card.snils ? [{ label: 'СНИЛС', value: card.snils }] : []),
  ]
}

/** Words for a document that is shown in full. */
export function docFacts(doc: z.output<typeof MaskedDoc>) {
  const { type, series, number, issued_by, issued_at, dept_code } = doc
  const title = docTypeOptions.find(({ value }) => value === type)?.label ?? 'Документ'
  return [
    { label: title, value: [series, number].filter(Boolean).join(' ') },
    {
      label: 'Выдан',
      value: [day(issued_at ?? null), issued_by, dept_code].filter(Boolean).join(', '),
    },
  ]
}
