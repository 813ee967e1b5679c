import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { paperFields } from '#contract/visit/visit-record.ts'
import { DateInput } from '#web/ui/inputs/date-input.tsx'
import { PlateInput } from '#web/ui/inputs/plate-input.tsx'
import { time } from '#web/ui/format.ts'
import { noPapers, type Papers } from '../truck/station-draft.ts'
import type { Station } from '../truck/use-station.ts'
import styles from '../scale/capture.module.css'
import frame from '../station.module.css'

/** Driver, waybill and note: folded away, for most deliveries have none. */
export function VisitPapers({ station }: { station: Station }) {
  const { draft, visit } = station
  const filled = Object.values(draft.papers).filter(Boolean).length
  const [changed, setChanged] = useState<Partial<Papers>>({})
  const shown = { ...noPapers, ...draft.papers, ...changed }
  const savePapers = (part: Partial<Papers> = {}) => {
    const all = { ...draft.papers, ...changed, ...part }
    setChanged({})
    if (!samePapers(all, draft.papers)) station.choose({ papers: all })
  }
  const text = (name: 'driver_name' | 'waybill_number' | 'comment') => (
    <TextInput
      label={paperFields[name].label}
      maxLength={paperFields[name].max}
      autoComplete="off"
      value={shown[name]}
      onChange={(event) => setChanged({ ...changed, [name]: event.currentTarget.value })}
      onBlur={() => savePapers()}
    />
  )
  return (
    <details className={styles['papers']}>
      <summary>
        Водитель, накладная, примечание{filled > 0 && <small> заполнено: {filled}</small>}
      </summary>
      <div className={frame['pairs']}>
        {text('driver_name')}
        <PlateInput
          label={paperFields.trailer_number.label}
          value={shown.trailer_number}
          onChange={(plate) => setChanged((now) => ({ ...now, trailer_number: plate ?? '' }))}
          onBlur={() => savePapers()}
        />
        {text('waybill_number')}
        <DateInput
          label={paperFields.waybill_date.label}
          value={shown.waybill_date}
          onChange={(waybill_date) => {
            if (waybill_date === null || /^\d{4}-\d{2}-\d{2}$/.test(waybill_date))
              savePapers({ waybill_date })
          }}
        />
      </div>
      {text('comment')}
      {visit && <p className={frame['dimmed']}>Заезд начат в {time(visit.in_at)}</p>}
    </details>
  )
}

const samePapers = (one: Papers, other: Papers) => JSON.stringify(one) === JSON.stringify(other)
