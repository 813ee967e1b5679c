import { useEffect, useState } from 'react'
import { supplier } from '#contract/supplier.ts'
import type { TwinSupplier } from '#contract/supplier-entities.ts'
import { useCall } from '#web/api/use-call.ts'
import { day } from '#web/ui/format.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { openSupplierCard } from './open-supplier-card.ts'
import type { SupplierValues } from './supplier-values.ts'
import styles from './supplier.module.css'
import { twinQuestion } from './twin-question.ts'

const REASONS: Record<TwinSupplier['reasons'][number], string> = {
  document: 'тот же документ',
  inn: 'тот же ИНН',
  name_and_birth: 'похожее имя, та же дата рождения',
  phone: 'тот же телефон',
  name: 'похожее имя',
}

/** The server refuses a second record of one document or ИНН; what is only alike warns. */
export function forbids({ reasons }: TwinSupplier): boolean {
  return reasons.includes('document') || reasons.includes('inn')
}

// A pause between words: a name is not looked up letter by letter.
const PAUSE_MS = 250
const NOBODY: TwinSupplier[] = []

interface TwinsOptions {
  /** The record being changed: never a twin of itself. */
  own?: string
  /** Nobody is asked: the one who is being saved would be found as his own twin. */
  rest?: boolean
}

/** Who is kept already under what is typed so far; the latest question wins. */
export function useTwins(values: SupplierValues, options: TwinsOptions): TwinSupplier[] {
  const now = JSON.stringify(twinQuestion(values, options.own))
  const [asked, setAsked] = useState(now)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(now), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [now])
  const body = JSON.parse(asked) as ReturnType<typeof twinQuestion>
  const when = !options.rest
  const { data } = useCall(supplier.findTwins, { body }, { keep: true, quiet: true, when })
  return data ?? NOBODY
}

interface TwinsProps {
  twins: TwinSupplier[]
  /** Takes the one who is there instead of making another. */
  take?: (twin: TwinSupplier) => void
}

const SHOWN = 3

/** Stands over the buttons of the form, so that nothing above it moves. */
export function SupplierTwins({ twins, take }: TwinsProps) {
  if (twins.length === 0) return null
  return (
    <div className={styles['twins']} role="status" data-forbids={twins.some(forbids) || undefined}>
      <strong>{twins.some(forbids) ? 'Такой поставщик уже есть' : 'Похоже, он уже есть'}</strong>
      {twins.slice(0, SHOWN).map((twin) => (
        <div key={twin.id} className={styles['twin']}>
          <span>
            {twin.name}
            {twin.birth_date ? `, ${day(twin.birth_date)}` : ''}: {reasonsOf(twin)}
          </span>
          {twin.status !== 'active' && <StatusBadge kind="supplier" status={twin.status} />}
          <button type="button" onClick={() => void openSupplierCard(twin.id)}>
            Карточка
          </button>
          {take && twin.status !== 'archived' && (
            <button type="button" onClick={() => take(twin)}>
              Взять его
            </button>
          )}
        </div>
      ))}
    </div>
  )
}

export function reasonsOf(twin: TwinSupplier): string {
  return twin.reasons.map((reason) => REASONS[reason]).join(', ')
}
