import { serverNow } from '../ui/server-clock.ts'
import { Link } from 'react-router'
import type { Notice } from '#contract/user/user-preferences.ts'
import { dateTime, day, time } from '../ui/format.ts'
import { useToasts } from '../ui/feedback/toast.ts'
import styles from './notices.module.css'

/** What the bell opens; loaded when it is first pressed. What a notice leads to is not covered by the list. */
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
      {keptToasts.length === 0 && <p className={styles['none']}>Сообщений ещё не было.</p>}
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
