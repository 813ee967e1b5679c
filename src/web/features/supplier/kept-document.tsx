import { Button } from '@mantine/core'
import { useState } from 'react'
import { supplier } from '#contract/supplier.ts'
import type { SupplierCard } from '#contract/supplier-entities.ts'
import { CallError } from '#web/api/call-error.ts'
import { callOnce } from '#web/api/use-call.ts'
import { Facts } from '#web/ui/facts.tsx'
import { day } from '#web/ui/format.ts'
import { docTypeOptions } from './supplier-values.ts'
import styles from './supplier.module.css'

/** The kept document masked; the whole is asked for by itself, needs its right and is written down. */
export function KeptDocument({ card }: { card: SupplierCard }) {
  const [whole, setWhole] = useState<SupplierCard>()
  const [asking, setAsking] = useState(false)
  const show = async () => {
    setAsking(true)
    const answer = await callOnce(supplier.get, { query: { id: card.id, personal: '1' } }).catch(
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error
      },
    )
    setAsking(false)
    if (answer) setWhole(answer)
  }
  // A look at one version: after a change it is asked for again.
  if (whole && whole.version === card.version) return <Facts facts={factsOf(whole)} />
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
  const { type, series, number, issued_by, issued_at, dept_code } = card.doc!
  const title = docTypeOptions.find(({ value }) => value === type)?.label ?? 'Документ'
  return [
    { label: title, value: [series, number].filter(Boolean).join(' ') },
    {
      label: 'Выдан',
      value: [day(issued_at ?? null), issued_by, dept_code].filter(Boolean).join(', '),
    },
    { label: 'Действует до', value: card.doc_expires_on ? day(card.doc_expires_on) : 'бессрочно' },
    ...(card.snils ? [{ label: 'СНИЛС', value: card.snils }] : []),
  ]
}
