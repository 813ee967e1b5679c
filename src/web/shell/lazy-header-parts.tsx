// Parts of the header that most screens never show: a list of notices, a clock that is wrong, a new release.
import { serverNow } from '../ui/server-clock.ts'
import { Link } from '../router/link.tsx'
import type { Notice } from '#contract/user/user-preferences.ts'
import { dateTime, day, time, plural } from '../ui/format.ts'
import { useToasts } from '../ui/feedback/toast.ts'
import bell from './notices.module.css'
import { RefreshCw, ClockAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import styles from './header.module.css'
import { takeRelease, watchRelease } from '../session/new-release.ts'

/** What the bell opens, loaded apart from the header. What a notice leads to is not covered by the list. */
export function NoticesList({ notices, close }: { notices: Notice[]; close: () => void }) {
  return (
    <>
      {notices.length > 0 && (
        <>
          <h2>Требует внимания</h2>
          <ul>
            {notices.map((notice) => (
              <li key={notice.id} data-unread={notice.read_at ? undefined : ''}>
                <span title={dateTime(notice.at)}>{when(notice.at)}</span>
                <Link to={notice.href} onClick={close}>
                  {notice.title}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <LastToasts />
    </>
  )
}

/** Today's notices by the hour, older ones by their day: a week-old notice must not look like this morning's. */
function when(instant: string): string {
  return day(instant) === day(new Date(serverNow()).toISOString()) ? time(instant) : day(instant)
}

function LastToasts() {
  const keptToasts = useToasts((toasts) => toasts.history)
  return (
    <>
      <h2>Последние сообщения</h2>
      {keptToasts.length === 0 && <p className={bell['none']}>Сообщений ещё не было.</p>}
      <ul>
        {keptToasts.map((toast) => (
          <li key={toast.id}>
            <span>{time(toast.at)}</span>
            <span>{toast.text}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

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
