import { useLocation } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'
import { audit, type AuditEvent } from '#contract/audit/audit.ts'
import { EventSentence } from '#web/features/audit/event-sentence.tsx'
import { useCall } from '#web/api/use-call.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { dateTime } from '#web/ui/format.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import styles from './audit.module.css'

interface EventCardProps {
  seq: number
  companyId: string | undefined
}

/** One event: what happened, each changed field before and after; what proves it and where it came from is folded. */
export function EventCard({ seq, companyId }: EventCardProps) {
  const query = { seq, ...(companyId && { companyId }) }
  const { data, error } = useCall(audit.getEvent, { query }, { quiet: true })
  if (error && !data) return <p role="alert">{error.message}</p>
  if (!data) return <Waiting />
  return (
    <div className={styles['event']}>
      <h3>
        <EventSentence parts={data.sentence} />
      </h3>
      <Facts
        facts={[
          { label: 'Когда', value: dateTime(data.at) },
          { label: 'Кто', value: data.user ?? 'Система' },
          ...(data.approver && data.approver !== data.user
            ? [{ label: 'Подтвердил', value: data.approver }]
            : []),
        ]}
      />
      {data.changes.length > 0 && <Changes changes={data.changes} />}
      <RecordEvents event={data} />
      <details className={styles['details']}>
        <summary>Технические сведения</summary>
        <Facts
          facts={[
            { label: 'Запись журнала', value: `№ ${data.seq}` },
            { label: 'Событие', value: `${data.title} (${data.action})` },
            { label: 'Запись', value: `${data.record} ${data.entity_id ?? ''}` },
            { label: 'Адрес', value: data.ip ?? '—' },
            { label: 'Браузер', value: data.agent ?? '—' },
            { label: 'Отпечаток', value: <code className={styles['hash']}>{data.hash}</code> },
          ]}
        />
      </details>
    </div>
  )
}

interface ChangesProps {
  changes: { title: string; before: string; after: string }[]
}

/** What is new has no «Было»: the column would be dashes alone. */
function Changes({ changes }: ChangesProps) {
  const isNew = changes.every(({ before }) => before === '')
  return (
    <table className={styles['changes']}>
      <thead>
        <tr>
          <th scope="col">Поле</th>
          {!isNew && <th scope="col">Было</th>}
          <th scope="col">{isNew ? 'Значение' : 'Стало'}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.title}>
            <th scope="row">{change.title}</th>
            {!isNew && <td>{change.before || '—'}</td>}
            <td>{change.after || '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Narrows the journal to the events of the same record. */
function RecordEvents({ event }: { event: AuditEvent }) {
  const { pathname, search } = useLocation()
  if (event.entity_id === null) return null
  const company = new URLSearchParams(search).get('company')
  const params = new URLSearchParams({
    ...(company && { company }),
    q: event.entity_id,
    kind: 'all',
  })
  return <Link to={`${pathname}?${params}`}>Все события этой записи</Link>
}
