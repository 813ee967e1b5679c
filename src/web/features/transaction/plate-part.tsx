import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { TransactionCard } from '#contract/transaction-entities.ts'
import { day, kg, percent } from '#web/ui/format.ts'
import { PlateInput } from '#web/ui/inputs/plate-input.tsx'
import { focusOn } from './focus-on.ts'
import type { Station } from './use-station.ts'
import styles from './capture.module.css'

// Names of countries would weigh on every start of a station; without a link they may be missing.
const PlateOrigin = lazy(() => import('./plate-origin.tsx').catch(() => ({ default: () => null })))

/** The plate with what the camera read; leaving the field finds the open visit. */
export function PlatePart({ station }: { station: Station }) {
  const { draft } = station
  const { seen } = draft
  const offered = seen?.plate && seen.plate !== draft.plate ? seen.plate : undefined
  const take = (plate: string) => {
    station.type(plate)
    void station.lookUp(plate)
  }
  const enter = () => {
    if (offered && !draft.plate) return take(offered)
    if (draft.last && !draft.visitId) station.asBefore()
    return focusOn(
      (draft.supplier ?? draft.last?.supplier_id) ? 'station-main' : 'station-supplier',
    )
  }
  return (
    <div className={styles['plate']}>
      <PlateInput
        label="Номер машины (F2)"
        id="station-plate"
        value={draft.plate}
        placeholder={offered && !draft.plate ? `Enter: ${offered}` : 'А123ВС77'}
        onEnter={enter}
        onChange={(plate) => {
          if ((plate ?? '') !== draft.plate) station.type(plate ?? '')
        }}
        onBlur={() => {
          if (draft.plateFrom === 'typed' && !draft.visitId) void station.lookUp(draft.plate)
        }}
      />
      <p className={styles['read']} role="status">
        {seen?.plate && !offered && `✓ камера ${percent(seen.confidence_bp)}`}
        {offered && (
          <>
            Камера видит{' '}
            <button type="button" onClick={() => take(offered)}>
              {offered}
            </button>
            , {percent(seen?.confidence_bp)}
          </>
        )}
        <Suspense>
          <PlateOrigin plate={seen?.plate} />
        </Suspense>
        {draft.similar.map((visit) => (
          <span key={visit.id}>
            {' '}
            На территории похожий:{' '}
            <button type="button" onClick={() => station.pick(visit)}>
              {visit.carnumber}
            </button>
          </span>
        ))}
      </p>
      {draft.last && !draft.visitId && <Known last={draft.last} take={station.asBefore} />}
    </div>
  )
}

/** A vehicle that came before: one press says the same supplier and product as then. */
function Known({ last, take }: { last: TransactionCard; take: () => void }) {
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
