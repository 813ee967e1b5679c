import { Button } from '@mantine/core'
import type { CallResult } from '#contract/core/call.ts'
import type { User } from '#contract/user/user-entities.ts'
import { noticeChoices } from '#contract/user/notice-choices.ts'
import { user } from '#contract/user/user.ts'
import { send } from '#web/api/send.ts'
import { callOnce } from '#web/api/use-call.ts'
import { CallError } from '#web/state/call-error.ts'
import { isSuper, useStore } from '#web/state/store.ts'
import { ask, openDialog } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { dateTime } from '#web/ui/format.ts'
import styles from '../rights/rights.module.css'

type Link = CallResult<typeof user.sendTemporaryLinks>[number]

/** Makes a link for each person and shows the addresses once: only their digests are stored. */
export async function giveLinks(people: readonly User[]): Promise<void> {
  const channel = await askChannel(people.length)
  if (!channel) return
  const body = { user_ids: people.map(({ id }) => id), channel }
  const links = await send(user.sendTemporaryLinks, { body }).catch((error: unknown) => {
    if (error instanceof CallError) return undefined
    throw error
  })
  if (!links) return
  await openDialog({ title: 'Ссылки для входа', width: 960 }, () => (
    <Links links={links} people={people} />
  ))
}

const MEANING =
  'По ссылке человек сам задаёт пароль. Прежние ссылки этих людей перестанут действовать.'

// Of people of a company only super administrators see a link instead of the mailbox (security.md 4.4).
const POSTED = 'Она уйдёт письмом; у кого нет почты, будет показана.'

/** Letters are offered where the installation sends them. */
async function askChannel(count: number): Promise<'copy' | 'email' | undefined> {
  const title = count === 1 ? 'Ссылка для входа' : `Ссылки для входа: ${count}`
  const known = await callOnce(noticeChoices.getNoticeChoices, {}).catch(() => undefined)
  if (known && known.mail !== 'off' && !isSuper(useStore.getState()))
    return (await ask.confirm({ title, text: `${MEANING} ${POSTED}`, main: 'Создать' }))
      ? 'email'
      : undefined
  if (known && known.mail !== 'off')
    return ask.select({
      title,
      hint: MEANING,
      main: 'Создать',
      options: [
        {
          value: 'email',
          label: 'Отправить письмом',
          note: 'у кого нет почты, ссылка будет показана',
        },
        { value: 'copy', label: 'Показать, чтобы передать лично' },
      ],
    })
  const main = count === 1 ? 'Создать ссылку' : 'Создать ссылки'
  return (await ask.confirm({ title, text: MEANING, main })) ? 'copy' : undefined
}

function Links({ links, people }: { links: readonly Link[]; people: readonly User[] }) {
  const nameOf = (id: string) => people.find((person) => person.id === id)?.info.full_name ?? ''
  const made = links.filter(({ url }) => url !== undefined)
  const copy = (texts: string[]) => {
    void navigator.clipboard.writeText(texts.join('\n'))
    toast.success(texts.length === 1 ? 'Ссылка скопирована' : 'Ссылки скопированы')
  }
  return (
    <>
      <p className={styles['hint']}>
        {made.length > 0
          ? 'Ссылка показана один раз и действует до указанного времени. Передайте её лично.'
          : 'Ссылки действуют до указанного времени и открываются один раз.'}
      </p>
      <table className={styles['rows']}>
        <thead>
          <tr>
            <th scope="col">Сотрудник</th>
            <th scope="col">Ссылка</th>
            <th scope="col">Действует до</th>
            <th scope="col">Действие</th>
          </tr>
        </thead>
        <tbody>
          {links.map(({ user_id, url, expires_at, message }) => (
            <tr key={user_id}>
              <th scope="row">{nameOf(user_id)}</th>
              <td className={styles['address']}>{url ?? message}</td>
              <td>{dateTime(expires_at)}</td>
              <td>
                {url && (
                  <Button variant="default" onClick={() => copy([url])}>
                    Скопировать
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {made.length > 1 && (
        <Button
          variant="default"
          onClick={() => copy(made.map(({ user_id, url }) => `${nameOf(user_id)}\t${url}`))}
        >
          Скопировать все
        </Button>
      )}
    </>
  )
}
