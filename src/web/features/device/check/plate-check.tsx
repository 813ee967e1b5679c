import { device } from '#contract/device/device.ts'
import { foreignOrigin } from '#contract/requisites/plate/plate-origin.ts'
import { send } from '#web/api/send.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import { dateTime, percent } from '#web/ui/format.ts'
import { BlobPicture } from '../../../ui/media/blob-picture.tsx'
import styles from '../device.module.css'
import { PollAgain } from './poll-again.tsx'

interface PlateCheckProps {
  companyId: string
  deviceId: string
  title: string
}

/** What a plate camera sees and what was read of it; a camera of events tells its last passage. */
export function PlateCheck(props: PlateCheckProps) {
  return (
    <PollAgain
      {...props}
      take={readPlate}
      repeatLabel="Прочитать ещё раз"
      Show={PlateCheckResult}
    />
  )
}

type PlateReadingResult = Awaited<ReturnType<typeof readPlate>>

function PlateCheckResult({
  seen: { reading, picture },
  title,
}: {
  seen: PlateReadingResult
  title: string
}) {
  const origin = reading.plate ? foreignOrigin(reading.plate) : undefined
  const others = reading.candidates.filter(({ plate }) => plate !== reading.plate)
  return (
    <>
      <Facts
        facts={[
          { label: 'Номер', value: reading.plate ?? 'не прочитан' },
          ...(origin ? [{ label: 'Страна', value: origin }] : []),
          { label: 'Как прочитано', value: reading.raw ?? '—' },
          { label: 'Уверенность', value: reading.plate ? percent(reading.confidence_bp) : '—' },
          { label: 'Время', value: dateTime(reading.ts) },
          ...(others.length > 0
            ? [{ label: 'Другие прочтения', value: others.map(describeReading).join(', ') }]
            : []),
        ]}
      />
      {picture ? (
        <div className={styles['picture']}>
          <BlobPicture blob={picture} alt={`Снимок: ${title}`} />
        </div>
      ) : (
        <p className={styles['quiet']}>Снимка нет: камера ещё не прислала событие со снимком.</p>
      )}
    </>
  )
}

function describeReading({
  plate,
  confidence_bp,
}: PlateReadingResult['reading']['candidates'][number]): string {
  return `${plate} (${percent(confidence_bp)})`
}

async function readPlate(companyId: string, device_id: string, signal: AbortSignal) {
  const body = { companyId, device_id }
  const { reading, picture } = await send(device.superReadPlate, { body }, { signal })
  return { reading, picture: picture && pictureOf(picture) }
}

function pictureOf(base64: string): Blob {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0)!)
  return new Blob([bytes], { type: 'image/jpeg' })
}
