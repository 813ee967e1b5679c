import { useEffect, useState } from 'react'
import { supplier } from '#contract/supplier/supplier.ts'
import type { DuplicateSupplier } from '#contract/supplier/supplier-entities.ts'
import { useCall } from '#web/api/use-call.ts'
import { day } from '#web/ui/format.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import type { SupplierValues } from './supplier-values.ts'
import styles from '../supplier.module.css'
import { duplicateQuestion } from './duplicate-question.ts'

const REASONS: Record<DuplicateSupplier['reasons'][number], string> = {
  document: 'тот же документ',
  inn: 'тот же ИНН',
  name_and_birth: 'похожее имя, та же дата рождения',
  phone: 'тот же телефон',
  name: 'похожее имя',
}

/** The server refuses a second record with the same document or ИНН; a mere similarity gives a warning. */
export function forbids({ reasons }: DuplicateSupplier): boolean {
  return reasons.includes('document') || reasons.includes('inn')
}

// A pause between words: a name is not looked up letter by letter.
const PAUSE_MS = 250
const NOBODY: DuplicateSupplier[] = []

interface DuplicatesOptions {
  /** The record being changed: never a duplicate of itself. */
  own?: string
  /** Turns the search off: a supplier that is being saved would be found as its own duplicate. */
  rest?: boolean
}

/** Saved suppliers that match what is typed so far; only the latest request counts. */
export function useDuplicates(
  values: SupplierValues,
  options: DuplicatesOptions,
): DuplicateSupplier[] {
  const now = JSON.stringify(duplicateQuestion(values, options.own))
  const [asked, setAsked] = useState(now)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(now), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [now])
  const body = JSON.parse(asked) as ReturnType<typeof duplicateQuestion>
  const when = !options.rest
  const { data } = useCall(supplier.findTwins, { body }, { keepPrevious: true, quiet: true, when })
  return data ?? NOBODY
}

interface DuplicatesProps {
  duplicates: DuplicateSupplier[]
  openCard: (id: string) => void
  /** Takes the existing supplier instead of creating another. */
  take?: (duplicate: DuplicateSupplier) => void
}

const SHOWN_DUPLICATES = 3

/** Shown directly above the form's buttons, so that nothing above it moves. */
export function SupplierDuplicates({ duplicates, openCard, take }: DuplicatesProps) {
  if (duplicates.length === 0) return null
  return (
    <div
      className={styles['twins']}
      role="status"
      data-forbids={duplicates.some(forbids) || undefined}
    >
      <strong>
        {duplicates.some(forbids) ? 'Такой поставщик уже есть' : 'Похоже, он уже есть'}
      </strong>
      {duplicates.slice(0, SHOWN_DUPLICATES).map((duplicate) => (
        <div key={duplicate.id} className={styles['twin']}>
          <span>
            {duplicate.name}
            {duplicate.birth_date ? `, ${day(duplicate.birth_date)}` : ''}: {reasonsOf(duplicate)}
          </span>
          {duplicate.status !== 'active' && (
            <StatusBadge kind="supplier" status={duplicate.status} />
          )}
          <button type="button" onClick={() => openCard(duplicate.id)}>
            Карточка
          </button>
          {take && duplicate.status !== 'archived' && (
            <button type="button" onClick={() => take(duplicate)}>
              Взять его
            </button>
          )}
        </div>
      ))}
    </div>
  )
}

export function reasonsOf(duplicate: DuplicateSupplier): string {
  return duplicate.reasons.map((reason) => REASONS[reason]).join(', ')
}
