import { supplier } from '#contract/supplier.ts'
import type { FoundSupplier } from '#contract/supplier-entities.ts'
import { useCall } from '#web/api/use-call.ts'
import { normalizePhone } from '#contract/requisites/phone.ts'
import { openSupplierCard } from './open-supplier-card.ts'
import type { SupplierValues } from './supplier-values.ts'
import styles from './supplier.module.css'

/** Warns while typing: somebody with the same document, ИНН or phone is already kept. */
export function SupplierTwins({ values, own }: { values: SupplierValues; own?: string }) {
  const { series, number } = values.doc
  const passport = useTwin(values.type === 'company' ? '' : series + number, [10])
  const inn = useTwin(values.inn, values.type === 'company' ? [10] : [12])
  const phone = useTwin(normalizePhone(values.phone ?? '') ?? '', [12])
  const found = [...passport, ...inn, ...phone].filter((one) => one.id !== own)
  const twins = [...new Map(found.map((one) => [one.id, one])).values()].slice(0, 3)
  if (twins.length === 0) return null
  return (
    <div className={styles['twins']} role="status">
      {twins.map((twin) => (
        <div key={twin.id}>
          Уже есть: {twin.name}
          {twin.doc_masked ? `, ${twin.doc_masked}` : ''}{' '}
          <button type="button" onClick={() => void openSupplierCard(twin.id)}>
            открыть
          </button>
        </div>
      ))}
    </div>
  )
}

const NOBODY: FoundSupplier[] = []

/** Asks only about a whole requisite: half of a number is nobody's. */
function useTwin(mask: string, lengths: number[]): FoundSupplier[] {
  const when = lengths.includes(mask.length)
  const { data } = useCall(supplier.find, { query: { mask } }, { when, quiet: true })
  return (when && data) || NOBODY
}
