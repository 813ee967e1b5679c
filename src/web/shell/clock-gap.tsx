import { ClockAlert } from 'lucide-react'
import { plural } from '../ui/format.ts'
import styles from './header.module.css'

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
