import { useLayoutEffect } from 'react'
import { lazyComponent } from '#web/lazy-component.tsx'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { percent } from '#web/ui/format.ts'
import { PlateInput } from '#web/ui/inputs/plate-input.tsx'
import { focusOn } from '../scale/focus-on.ts'
import type { Station } from './use-station.ts'
import styles from '../scale/capture.module.css'

// Names of countries and a vehicle's past visits would slow down every start of a station.
const KnownVehicle = lazyComponent(async () => (await import('./known-vehicle.tsx')).default)
const PlateOrigin = lazyComponent(
  async () => (await import('#web/ui/inputs/plate-origin.tsx')).default,
)

/** The plate with what the camera read; leaving the field finds the open visit. */
export function PlatePart({ station }: { station: Station }) {
  const { draft } = station
  const keyOf = useHotkeyNames()
  const { cameraReading, plate: filled, stage } = draft
  const byCamera = stage === 'read' || stage === 'queued' || stage === 'recorded'
  // What is typed next replaces a plate that a camera put under the cursor, as any text that is filled in.
  useLayoutEffect(() => {
    const field = document.getElementById('station-plate')
    if (filled && byCamera && field === document.activeElement) (field as HTMLInputElement).select()
  }, [filled, byCamera])
  const offered = cameraReading?.plate === draft.plate ? undefined : cameraReading?.plate
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
        label={`Номер машины (${keyOf('plate')})`}
        id="station-plate"
        value={draft.plate}
        placeholder={offered && !draft.plate ? `Enter: ${offered}` : 'А123ВС77'}
        onEnter={enter}
        onChange={(plate) => {
          if ((plate ?? '') !== draft.plate) station.type(plate ?? '')
        }}
        onBlur={() => {
          if (stage === 'typed') void station.lookUp(draft.plate)
        }}
      />
      <p className={styles['read']} role="status">
        {cameraReading?.plate && !offered && `✓ камера ${percent(cameraReading.confidence_bp)}`}
        {offered && (
          <>
            Камера видит{' '}
            <button type="button" onClick={() => take(offered)}>
              {offered}
            </button>
            , {percent(cameraReading?.confidence_bp)}
          </>
        )}
        <PlateOrigin plate={cameraReading?.plate} />
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
      {draft.last && !draft.visitId && <KnownVehicle last={draft.last} take={station.asBefore} />}
    </div>
  )
}
