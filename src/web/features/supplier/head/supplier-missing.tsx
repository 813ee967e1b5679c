import type { SupplierCard } from '#contract/supplier/supplier-entities.ts'
import styles from '../supplier.module.css'

interface MissingProps {
  card: SupplierCard
  /** Goes to where the field is filled in. */
  lead: (field: string) => void
}

/** What a draft still lacks to become an active supplier; each item leads to its field. */
export function Missing({ card, lead }: MissingProps) {
  const missing = card.missing ?? []
  if (missing.length === 0) return null
  return (
    <div className={styles['missing']} role="status">
      <strong>Чтобы выписывать акты, не хватает:</strong>
      <ul>
        {missing.map(({ field, message }) => (
          <li key={field + message}>
            <button type="button" onClick={() => lead(field)}>
              {message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The signed sheet is no field of the data: a guardian signs the same one. */
export function isPaper(field: string): boolean {
  return field === 'consent' || field === 'scans'
}
