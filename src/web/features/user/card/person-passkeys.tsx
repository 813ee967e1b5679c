import { Button } from '@mantine/core'
import { passkeys } from '#contract/user/passkeys.ts'
import type { User } from '#contract/user/user-entities.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { useStore, userId } from '#web/state/store.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { PasskeysTable } from '../passkey/passkeys-table.tsx'
import rows from '../rows.module.css'
import styles from './card.module.css'
import { Section } from './section.tsx'

/** The keys by which a person signs in; all of them can be removed when the devices are lost. */
export function PersonPasskeys({ person }: { person: User }) {
  const query = { id: person.id }
  const read = useCall(passkeys.superGetPasskeys, { query }, { quiet: true })
  const own = useStore((state) => userId(state) === person.id)
  const save = useSend(passkeys.superRemovePasskeys, { refreshes: [passkeys.superGetPasskeys] })
  const remove = async () => {
    const isSure = await ask.confirm({
      title: `Удалить ключи входа: ${person.info.full_name}`,
      text: 'Войти по ним больше будет нельзя, останется пароль. Сеансы человека завершатся, он получит уведомление. Сначала убедитесь, что просит он сам.',
      main: 'Удалить ключи',
      danger: true,
    })
    if (isSure && (await save.send({ body: query }))) toast.success('Ключи входа удалены')
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
