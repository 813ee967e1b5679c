import { RefreshCw, ClockAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import styles from './header.module.css'
import { takeRelease, watchRelease } from '../session/new-release.ts'
import { plural } from '../ui/format.ts'

/** A new release is activated only by the user, so that it never interrupts work (screens.md 13.6). */
export function NewRelease() {
  const [waiting, setWaiting] = useState(false)
  useEffect(() => watchRelease(setWaiting), [])
  if (!waiting) return null
  return (
    <button
      type="button"
      className={styles['release']}
      title="Вышла новая версия: экран откроется заново"
      onClick={() => void takeRelease()}
    >
      <RefreshCw size={14} aria-hidden />
      <span>Вышла новая версия · </span>Обновить
    </button>
  )
}

const MINUTE_MS = 60_000

/** A clock that somebody set wrongly: days and waiting times are the server's, and the computer's own programs still go by it. */
export function ClockGap({ gap }: { gap: number }) {
  const minutes = Math.round(Math.abs(gap) / MINUTE_MS)
  const [hours, days] = [Math.round(minutes / 60), Math.round(minutes / 1440)]
  const by =
    hours >= 48
      ? plural(days, 'день', 'дня', 'дней')
      : hours >= 2
        ? plural(hours, 'час', 'часа', 'часов')
        : plural(minutes, 'минуту', 'минуты', 'минут')
  const text = `Часы компьютера ${gap > 0 ? 'спешат' : 'отстают'} на ${by}`
  return (
    <span
      className={styles['lamp']}
      data-state="lost"
      role="status"
      aria-label={text}
      title={`${text}. Программа идёт по часам сервера`}
    >
      <ClockAlert size={14} aria-hidden />
      <span className={styles['lampText']}>{text}</span>
    </span>
  )
}
