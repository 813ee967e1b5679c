import type { User } from '#contract/user/user-entities.ts'
import { userSessions, type PersonLink } from '#contract/user/user-sessions.ts'
import { useCall } from '#web/api/use-call.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { dateTime } from '#web/ui/format.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import rows from '../rows.module.css'
import { Section } from './section.tsx'

const PURPOSES = { set_password: 'Приглашение', reset_password: 'Новый пароль' } as const
const CHANNELS = { copy: 'Передана лично', email: 'Отправлена письмом' } as const

/** The links that were made for a person and what became of each; their addresses are not kept. */
export function PersonLinkList({ person }: { person: User }) {
  const read = useCall(userSessions.superGetLinks, { query: { id: person.id } }, { quiet: true })
  return (
    <Section read={read} empty="Ссылок этому человеку ещё не выдавали.">
      {(links) => (
        <table className={`${rows['table']} ${stacked['stacked']}`}>
          <thead>
            <tr>
              <th scope="col">Ссылка</th>
              <th scope="col">Состояние</th>
              <th scope="col">Создана</th>
              <th scope="col">Кем</th>
              <th scope="col">Как</th>
            </tr>
          </thead>
          <tbody>
            {links.map((link) => (
              <tr key={link.id}>
                <th scope="row">{PURPOSES[link.purpose]}</th>
                <td>
                  <State link={link} />
                </td>
                <td data-label="Создана:">{dateTime(link.created_at)}</td>
                <td data-label="Кем:">{link.created_by ?? '—'}</td>
                <td data-whole>{CHANNELS[link.channel]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

function State({ link }: { link: PersonLink }) {
  switch (link.state) {
    case 'active':
      return <Badge tone="green" icon="link" label={`Действует до ${dateTime(link.expires_at)}`} />
    case 'used':
      return <Badge tone="gray" icon="check" label={`Использована ${dateTime(link.used_at)}`} />
    case 'expired':
      return <Badge tone="orange" icon="clock" label={`Истекла ${dateTime(link.expires_at)}`} />
    case 'revoked':
      return <Badge tone="gray" icon="cross" label="Отозвана" struck />
  }
}
