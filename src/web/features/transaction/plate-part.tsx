import { percent } from '#web/ui/format.ts'
import { PlateInput } from '#web/ui/inputs/plate-input.tsx'
import type { Station } from './use-station.ts'
import styles from './station.module.css'

/** The plate with what the camera read; leaving the field finds the open visit. */
export function PlatePart({ station }: { station: Station }) {
  const { draft } = station
  const { seen } = draft
  const differs = seen?.plate && seen.plate !== draft.plate
  const take = (plate: string) => {
    station.type(plate)
    void station.lookUp(plate)
  }
  return (
    <div>
      <PlateInput
        label="Номер машины (F2)"
        id="station-plate"
        value={draft.plate}
        onChange={(plate) => {
          if ((plate ?? '') !== draft.plate) station.type(plate ?? '')
        }}
        onBlur={() => {
          if (draft.plateFrom === 'typed' && !draft.visitId) void station.lookUp(draft.plate)
        }}
      />
      <p className={styles['read']} role="status">
        {seen && !differs && `✓ камера ${percent(seen.confidence_bp)}`}
        {seen?.plate && differs && (
          <>
            Камера видит{' '}
            <button type="button" onClick={() => take(seen.plate ?? '')}>
              {seen.plate}
            </button>
            , {percent(seen.confidence_bp)}
          </>
        )}
        {draft.similar.map((visit) => (
          <span key={visit.id}>
            {' '}
            Похож:{' '}
            <button type="button" onClick={() => station.pick(visit)}>
              {visit.carnumber}
            </button>
          </span>
        ))}
      </p>
    </div>
  )
}
