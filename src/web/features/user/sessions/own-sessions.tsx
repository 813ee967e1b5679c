import { Button } from '@mantine/core'
import { auth, type Session } from '#contract/user/auth.ts'
import { quote } from '#contract/words/quote.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { ActionButton } from '#web/ui/layout/action-button.tsx'
import { Section } from '../card/section.tsx'
import { describeAgent } from './agent-words.ts'
import { SessionsTable } from './sessions-table.tsx'
import rows from '../rows.module.css'

/** Where the user is signed in; every session but the present one can be ended here. */
export function OwnSessions() {
  const read = useCall(auth.getSessions, {}, { quiet: true })
  return (
    <Section read={read} empty="Сеансов нет.">
      {(sessions) => <Sessions sessions={sessions} />}
    </Section>
  )
}

function Sessions({ sessions }: { sessions: readonly Session[] }) {
  const end = useSend(auth.endSessions, { refreshes: [auth.getSessions] })
  const endOne = async (session: Session) => {
    const isSure = await ask.confirm({
      title: 'Завершить сеанс?',
      text: `На устройстве ${quote(describeAgent(session.agent))} понадобится войти заново.`,
      main: 'Завершить сеанс',
      danger: true,
    })
    if (isSure && (await end.send({ body: { ids: [session.id] } }))) toast.success('Сеанс завершён')
  }
  const endOthers = async () => {
    const isSure = await ask.confirm({
      title: 'Завершить все другие сеансы?',
      text: 'Вы останетесь в системе только здесь. Если вход был чужим, смените и пароль.',
      main: 'Завершить другие',
      danger: true,
    })
    if (isSure && (await end.send({ body: {} }))) toast.success('Другие сеансы завершены')
  }
  const others = sessions.filter(({ current }) => !current)
  return (
    <>
      <SessionsTable
        sessions={sessions}
        renderAction={(session) => (
          <Button variant="default" onClick={() => void endOne(session)}>
            Завершить
          </Button>
        )}
      />
      <div className={rows['buttons']}>
        <ActionButton
          variant="default"
          loading={end.sending}
          disabledReason={others.length === 0 ? 'Других сеансов нет' : undefined}
          onClick={() => void endOthers()}
        >
          Завершить все другие
        </ActionButton>
      </div>
    </>
  )
}
