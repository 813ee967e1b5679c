import { Link } from '#web/router/link.tsx'
import { audit } from '#contract/audit/audit.ts'
import type { User } from '#contract/user/user-entities.ts'
import { EventSentence } from '#web/features/audit/event-sentence.tsx'
import { useCall } from '#web/api/use-call.ts'
import { paths } from '#contract/screen-paths.ts'
import { dateTime } from '#web/ui/format.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import rows from '../rows.module.css'
import styles from './card.module.css'
import { Section } from './section.tsx'

/** The journal has the rest. */
const SHOWN = 30

/** What a person did last, from the journal of the person's company. */
export function PersonEvents({ person }: { person: User }) {
  const { company_id, full_name } = person.info
  const { data, error, refetch } = useCall(
    audit.getEvents,
    {
      query: {
        filter: {
          ...(company_id && { company_id }),
          user_id: [person.id],
          limit: SHOWN,
          with: ['rows'],
        },
      },
    },
    { quiet: true },
  )
  const search = new URLSearchParams({
    company: company_id ?? 'platform',
    q: full_name,
    kind: 'all',
  })
  return (
    <div className={styles['part']}>
      <Section
        read={{ data: data?.items, error, refetch }}
        empty="В журнале ещё нет действий этого человека."
      >
        {(events) => (
          <table className={`${rows['table']} ${stacked['stacked']}`}>
            <thead>
              <tr>
                <th scope="col">Когда</th>
                <th scope="col">Что сделано</th>
              </tr>
            </thead>
            <tbody>
              {events.map(({ seq, at, sentence }) => (
                <tr key={seq}>
                  <th scope="row">{dateTime(at)}</th>
                  <td>
                    <EventSentence parts={sentence} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
      {company_id === null && (
        <p className={rows['hint']}>
          Здесь действия на платформе; сделанное для компаний записано в их журналах.
        </p>
      )}
      <Link to={`${paths.superAudit}?${search}`}>Все действия в журнале</Link>
    </div>
  )
}
