import { PlugZap, UserRoundX } from 'lucide-react'
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
          title="В другой вкладке вошёл другой пользователь"
          icon={<UserRoundX size={20} />}
          text="Чтобы данные двух людей не смешались, эта вкладка откроется заново под новым пользователем."
        >
          <PlainButton onClick={() => location.reload()}>Открыть заново</PlainButton>
        </MessagePage>
      </main>
    )
  return (
    <main>
      <MessagePage
        title="Не удалось загрузить разделы компании"
        icon={<PlugZap size={20} />}
        text={
          reason
            ? `${reason}. Вы остаётесь в системе: повторите чуть позже.`
            : 'Сервер не ответил на первый запрос. Проверьте связь и повторите.'
        }
      >
        <PlainButton onClick={() => location.reload()}>Повторить</PlainButton>
        <PlainButton look="second" onClick={() => void signOut()}>
          Выйти
        </PlainButton>
      </MessagePage>
    </main>
  )
}
