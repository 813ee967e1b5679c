import { Button } from '@mantine/core'
import { passkeys } from '#contract/user/passkeys.ts'
import type { User } from '#contract/user/user-entities.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { useStore, userId } from '#web/state/store.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { PasskeysTable } from '../passkey/passkeys-table.tsx'
import rows from '../rows.module.css'
import { askProof } from './ask-proof.ts'
import styles from './card.module.css'
import { Section } from './section.tsx'
import { userSessions, type PersonLink } from '#contract/user/user-sessions.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { dateTime } from '#web/ui/format.ts'
import stacked from '#web/ui/layout/stacked.module.css'

/** The keys by which a person signs in; all of them can be removed when the devices are lost. */
export function PersonPasskeys({ person }: { person: User }) {
  const query = { id: person.id }
  const read = useCall(passkeys.superGetPasskeys, { query }, { quiet: true })
  const own = useStore((state) => userId(state) === person.id)
  const save = useSend(passkeys.superRemovePasskeys, { refreshes: [passkeys.superGetPasskeys] })
  const remove = async () => {
    const proof = await askProof({
      title: `Удалить ключи входа: ${person.info.full_name}`,
      hint: 'Войти по ним больше будет нельзя, останется пароль. Сеансы человека завершатся, он получит уведомление.',
      main: 'Удалить ключи',
    })
    if (proof !== undefined && (await save.send({ body: { ...query, proof } })))
      toast.success('Ключи входа удалены')
  }
  return (
    <Section read={read} empty="Ключей входа нет.">
      {(keys) => (
        <div className={styles['part']}>
          <PasskeysTable keys={keys} />
          {own ? (
            <p className={rows['hint']}>Свои ключи удаляют в учётной записи.</p>
          ) : (
            <div className={rows['buttons']}>
              <Button variant="default" loading={save.sending} onClick={() => void remove()}>
                Удалить ключи входа
              </Button>
            </div>
          )}
        </div>
      )}
    </Section>
  )
}

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
