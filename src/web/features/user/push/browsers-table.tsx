import type { ReactNode } from 'react'
import type { PushBrowser } from '#contract/user/push-browsers.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { dateTime } from '#web/ui/format.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import { describeAgent } from '../sessions/agent-words.ts'
import rows from '../rows.module.css'

interface BrowsersTableProps {
  browsers: readonly PushBrowser[]
  currentId: string | undefined
  renderActions: (browser: PushBrowser) => ReactNode
}

/** Browsers that show notices: which they are and when the last one went to them. */
export function BrowsersTable({ browsers, currentId, renderActions }: BrowsersTableProps) {
  return (
    <table className={`${rows['table']} ${stacked['stacked']}`}>
      <thead>
        <tr>
          <th scope="col">Браузер</th>
          <th scope="col">Включён</th>
          <th scope="col">Последнее уведомление</th>
          <th scope="col">
            <span className="visually-hidden">Действия</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {browsers.map((browser) => (
          <tr key={browser.id}>
            <th scope="row" data-whole title={browser.agent}>
              {describeAgent(browser.agent)}{' '}
              {browser.id === currentId && <Badge tone="green" label="Этот браузер" icon="check" />}
            </th>
            <td data-label="Включён:">{dateTime(browser.created_at)}</td>
            <td data-label="Последнее уведомление:">
              {browser.last_sent_at ? dateTime(browser.last_sent_at) : 'Ещё не было'}
            </td>
            <td data-end data-whole>
              {renderActions(browser)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
