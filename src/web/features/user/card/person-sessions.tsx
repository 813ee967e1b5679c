import { Button } from '@mantine/core'
import type { Session } from '#contract/user/auth.ts'
import type { User } from '#contract/user/user-entities.ts'
import { userSessions } from '#contract/user/user-sessions.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { useStore, userId } from '#web/state/store.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { describeAgent } from '../sessions/agent-words.ts'
import { SessionsTable } from '../sessions/sessions-table.tsx'
import rows from '../rows.module.css'
import styles from './card.module.css'
import { Section } from './section.tsx'

const REASONS = ['Потеряно устройство', 'Забыл выйти на чужом компьютере', 'Подозрительный вход']

/** Where a person is signed in; each session and all of them can be ended without blocking. */
export function PersonSessions({ person }: { person: User }) {
  const read = useCall(userSessions.superGetSessions, { query: { id: person.id } }, { quiet: true })
  return (
    <Section read={read} empty="Сейчас человек нигде не вошёл.">
      {(sessions) => <Sessions person={person} sessions={sessions} />}
    </Section>
  )
}

function Sessions({ person, sessions }: { person: User; sessions: readonly Session[] }) {
  const own = useStore((state) => userId(state) === person.id)
  const end = useSend(userSessions.superEndSessions, { refreshes: [userSessions.superGetSessions] })
  const finish = async (title: string, ids?: string[]) => {
    const reason = await ask.textarea({
      title,
      label: 'Причина',
      hint: 'Открытые экраны закроются сразу. Причину увидят только суперадминистраторы в журнале.',
      min: 3,
      max: 300,
      reasons: REASONS,
      main: 'Завершить',
    })
    if (reason === undefined) return
    const body = { id: person.id, reason, ...(ids && { ids }) }
    const ended = await end.send({ body })
    if (ended?.ended === 0) toast.info('Сеанс уже завершён')
    else if (ended) toast.success(ids ? 'Сеанс завершён' : 'Все сеансы завершены')
  }
  if (own)
    return (
      <div className={styles['part']}>
        <SessionsTable sessions={sessions} />
        <p className={rows['hint']}>Свои сеансы завершают в учётной записи.</p>
      </div>
    )
  return (
    <div className={styles['part']}>
      <div className={rows['buttons']}>
        <Button
          variant="default"
          loading={end.sending}
          onClick={() => void finish(`Завершить все сеансы: ${person.info.full_name}`)}
        >
          Завершить все сеансы
        </Button>
      </div>
      <SessionsTable
        sessions={sessions}
        renderAction={(session) => (
          <Button
            variant="default"
            onClick={() =>
              void finish(`Завершить сеанс: ${describeAgent(session.agent)}`, [session.id])
            }
          >
            Завершить
          </Button>
        )}
      />
    </div>
  )
}
