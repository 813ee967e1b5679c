import type { DeviceState } from '#contract/device/site-devices.ts'
import { day, kg, today } from '#web/ui/format.ts'

// devices.md 4.3: a zero that wanders further than this many divisions within a day is a matter for the service.
const DRIFT_DIVISIONS = 3

const LOST_TEXTS = {
  scale: 'Вес вернётся на экран сам, как только весы ответят.',
  camera: 'Взвешивать можно, снимка этой камеры не будет.',
  plate_camera: 'Номер машины впишите сами.',
}

const TOGETHER: [DeviceState['kind'], string][] = [
  ['scale', 'весы'],
  ['camera', 'камеры'],
  ['plate_camera', 'чтение номеров'],
  ['relay', 'светофор'],
]

/** What of a device's state says that something is lost or wrong. */
export type WatchedDevice = Pick<
  DeviceState,
  'kind' | 'title' | 'status' | 'status_detail' | 'verification_until' | 'zero_drift_g' | 'e_g'
>

/** What is lost or wrong at a post, a sentence each; devices that were lost together are reported once. */
export function troublesOf(devices: WatchedDevice[]): string[] {
  const lost = devices.filter(isLost)
  const why = lost.find(({ kind }) => kind === 'scale')?.status_detail
  const together = lost.filter(({ status_detail }) => why && status_detail === why)
  const apart = together.length > 1 ? lost.filter((one) => !together.includes(one)) : lost
  return [
    ...(together.length > 1 ? [togetherWords(why!, together)] : []),
    ...devices.flatMap(scaleTroubles),
    ...apart.map(lostWords),
  ]
}

/** A device that has not reported yet is starting, not lost; a silent scale is visible on its own display. */
function isLost({ status, status_detail, kind }: WatchedDevice): boolean {
  return status === 'offline' && (!!status_detail || kind === 'scale')
}

function togetherWords(why: string, lost: WatchedDevice[]): string {
  const names = TOGETHER.filter(([kind]) => lost.some((one) => one.kind === kind))
  return `${why}: молчат ${names.map(([, name]) => name).join(', ')}. Вес вернётся на экран сам; что весы запомнят тем временем, появится в «Без связи».`
}

function scaleTroubles({ kind, verification_until, zero_drift_g, e_g }: WatchedDevice): string[] {
  if (kind !== 'scale') return []
  const troubles: string[] = []
  if (verification_until && verification_until < today())
    troubles.push(
      `Поверка весов истекла ${day(verification_until)}: взвешивания помечаются, сообщите управляющему.`,
    )
  if (zero_drift_g !== null && e_g !== null && zero_drift_g > DRIFT_DIVISIONS * e_g)
    troubles.push(
      `Ноль весов уходит: ${kg(zero_drift_g)} за сутки. Очистите платформу и вызовите наладчика.`,
    )
  return troubles
}

function lostWords({ kind, title, status_detail }: WatchedDevice): string {
  const next = kind in LOST_TEXTS ? ` ${LOST_TEXTS[kind as keyof typeof LOST_TEXTS]}` : ''
  return `${title}: ${status_detail || 'нет связи'}.${next}`
}
