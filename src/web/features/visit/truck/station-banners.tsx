import type { DeviceState } from '#contract/device/site-devices.ts'
import { useConnection } from '#web/state/connection.ts'
import { troublesOf } from '../scale/trouble-messages.ts'
import styles from '../station.module.css'

interface StationBannersProps {
  devices: DeviceState[]
  /** The computer at the scale does not answer this browser directly. */
  relayed: boolean
}

/** What is lost or wrong at this post, in red and in words; the rest of the screen goes on working. */
export function StationBanners({ devices, relayed }: StationBannersProps) {
  const lost = useConnection(({ state }) => state === 'lost')
  const words = lost
    ? [
        'Нет связи с сервером. Весы запоминают взвешивания сами: после восстановления они появятся в «Без связи».',
      ]
    : [...(relayed ? [RELAYED_TEXT] : []), ...troublesOf(devices)]
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

const RELAYED_TEXT =
  'Компьютер у весов не отвечает напрямую: показания идут через сервер. Прямая связь вернётся сама.'
