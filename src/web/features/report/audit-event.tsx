import { audit } from '#contract/audit/audit.ts'
import { useCall } from '#web/api/use-call.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { dateTime } from '#web/ui/format.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import styles from './audit.module.css'

interface EventCardProps {
  seq: number
  companyId: string | undefined
}

/** One event: who and where from, and each changed field before and after. */
export function EventCard({ seq, companyId }: EventCardProps) {
  const query = { seq, ...(companyId && { companyId }) }
  const { data, error } = useCall(audit.getEvent, { query }, { quiet: true })
  if (error && !data) return <p role="alert">{error.message}</p>
  if (!data) return <Waiting />
  return (
    <div className={styles['event']}>
      <h3>{data.title}</h3>
      <Facts
        facts={[
          { label: 'Когда', value: dateTime(data.at) },
          { label: 'Кто', value: data.user ?? 'Система' },
          ...(data.approver ? [{ label: 'Подтвердил', value: data.approver }] : []),
          { label: 'Запись', value: `${data.record} ${data.entity_id ?? ''}` },
          { label: 'Адрес', value: data.ip ?? '—' },
          { label: 'Браузер', value: data.agent ?? '—' },
          { label: 'Отпечаток', value: <code className={styles['hash']}>{data.hash}</code> },
        ]}
      />
      {data.changes.length > 0 && (
        <table className={styles['changes']}>
          <thead>
            <tr>
              <th scope="col">Поле</th>
              <th scope="col">Было</th>
              <th scope="col">Стало</th>
            </tr>
          </thead>
          <tbody>
            {data.changes.map((change) => (
              <tr key={change.title}>
                <th scope="row">{change.title}</th>
                <td>{change.before || '—'}</td>
                <td>{change.after || '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
