import type { ReactNode } from 'react'
import type { Session } from '#contract/user/auth.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { dateTime } from '#web/ui/format.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import { describeAgent } from './agent-words.ts'
import rows from '../rows.module.css'
import styles from './sessions.module.css'

interface SessionsTableProps {
  sessions: readonly Session[]
  /** The action on one session; the present one has none. */
  renderAction?: (session: Session) => ReactNode
}

/** Living sessions: the device in words, where from and since when. */
export function SessionsTable({ sessions, renderAction }: SessionsTableProps) {
  return (
    <table className={`${rows['table']} ${styles['sessions']} ${stacked['stacked']}`}>
      <thead>
        <tr>
          <th scope="col">Устройство</th>
          <th scope="col">Адрес</th>
          <th scope="col">Вход</th>
          <th scope="col">Последнее действие</th>
          {renderAction && (
            <th scope="col">
              <span className="visually-hidden">Действие</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <tr key={session.id}>
            <th scope="row" data-whole title={session.agent}>
              {describeAgent(session.agent)}
            </th>
            <td data-label="Адрес:">{session.address}</td>
            <td data-label="Вход:">{dateTime(session.signed_in_at)}</td>
            <td data-label="Последнее действие:">{dateTime(session.last_used_at)}</td>
            {renderAction && (
              <td data-end data-whole>
                {session.current ? (
                  <Badge tone="green" label="Этот сеанс" icon="check" />
                ) : (
                  renderAction(session)
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
