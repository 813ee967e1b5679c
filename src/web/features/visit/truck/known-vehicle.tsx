import { Button } from '@mantine/core'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { day, kg } from '#web/ui/format.ts'
import styles from '../scale/capture.module.css'

/** A vehicle that came before: one press says the same supplier and product as then. */
export default function KnownVehicle({ last, take }: { last: VisitCard; take: () => void }) {
  const tares = last.last_tares.map(({ tare_g }) => kg(tare_g)).join(', ')
  return (
    <div className={styles['known']} role="note" aria-label="Знакомая машина">
      <p>
        <strong>Была {day(last.in_at)}:</strong>{' '}
        {[last.supplier_name ?? 'без поставщика', last.product_name, kg(last.net_g)]
          .filter(Boolean)
          .join(' · ')}
        {tares && <small>Тара прошлых: {tares}</small>}
      </p>
      {(last.supplier_id ?? last.product_id) && (
        <Button variant="default" title="Enter в поле номера" onClick={take}>
          Как тогда
        </Button>
      )}
    </div>
  )
}
