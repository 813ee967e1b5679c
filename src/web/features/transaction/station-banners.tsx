import type { DeviceState } from '#contract/device-set-up.ts'
import { useConnection } from '#web/api/connection.ts'
import { day, kg, today } from '#web/ui/format.ts'
import styles from './station.module.css'

// devices.md 4.3: a zero that wanders further than this many divisions within a day is a matter for the service.
const DRIFT_DIVISIONS = 3

interface StationBannersProps {
  devices: DeviceState[]
  /** The computer at the scale does not answer this browser itself. */
  relayed: boolean
}

/** What is lost or wrong at this post, in red and in words; the rest of the screen goes on working. */
export function StationBanners({ devices, relayed }: StationBannersProps) {
  const lost = useConnection(({ state }) => state === 'lost')
  const words = lost
    ? [
        'Нет связи с сервером. Весы запоминают взвешивания сами: после восстановления они появятся в «Без связи».',
      ]
    : [...(relayed ? [RELAYED] : []), ...devices.flatMap(troubleOf)]
  if (words.length === 0) return null
  return (
    <div role="alert">
      <ul className={styles['banners']}>
        {words.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}

const RELAYED =
  'Компьютер у весов не отвечает напрямую: показания идут через сервер. Прямая связь вернётся сама.'

function troubleOf(one: DeviceState): string[] {
  const troubles: string[] = []
  if (one.kind === 'scale') {
    const { verification_until, zero_drift_g, e_g } = one
    if (verification_until && verification_until < today())
      troubles.push(
        `Поверка весов истекла ${day(verification_until)}: взвешивания помечаются, сообщите управляющему.`,
      )
    if (zero_drift_g !== null && e_g !== null && zero_drift_g > DRIFT_DIVISIONS * e_g)
      troubles.push(
        `Ноль весов уходит: ${kg(zero_drift_g)} за сутки. Очистите платформу и вызовите наладчика.`,
      )
  }
  // A device that has not told anything yet is starting, not lost; the scale is seen to be silent.
  if (one.status === 'offline' && (one.status_detail || one.kind === 'scale'))
    troubles.push(lostWords(one))
  return troubles
}

const LOST = {
  scale: 'Вес вернётся на экран сам, как только весы ответят.',
  camera: 'Взвешивать можно, снимка этой камеры не будет.',
  plate_camera: 'Номер машины впишите сами.',
}

function lostWords({ kind, title, status_detail }: DeviceState): string {
  const next = kind in LOST ? ` ${LOST[kind as keyof typeof LOST]}` : ''
  return `${title}: ${status_detail || 'нет связи'}.${next}`
}
