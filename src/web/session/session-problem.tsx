import { PlugZap } from 'lucide-react'
import { MessagePage } from '../ui/layout/message-page.tsx'
import { useSession, type Problem } from './session.ts'
import { signOut } from './sign-out.ts'
import { PlainButton } from '../ui/layout/plain.tsx'

/** Shown instead of the whole product while its data cannot be shown correctly. */
export function SessionProblem({ problem }: { problem: Problem }) {
  const reason = useSession((session) => session.reason)
  if (problem === 'other-user')
    return (
      <main>
        <MessagePage
          title="В другой вкладке другая учётная запись"
          icon={<PlugZap size={20} />}
          text="Чтобы данные не смешались, вкладка откроется заново."
        >
          <PlainButton onClick={() => location.reload()}>Открыть заново</PlainButton>
        </MessagePage>
      </main>
    )
  return (
    <main>
      <MessagePage
        title="Работа не начата"
        icon={<PlugZap size={20} />}
        text={`${reason}. Вы остаётесь в системе: повторите чуть позже.`}
      >
        <PlainButton onClick={() => location.reload()}>Повторить</PlainButton>
        <PlainButton look="second" onClick={() => void signOut()}>
          Выйти
        </PlainButton>
      </MessagePage>
    </main>
  )
}
