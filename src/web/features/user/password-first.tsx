import { useNavigate } from 'react-router'
import { auth } from '#contract/user/auth.ts'
import type { User } from '#contract/user/user-entities.ts'
import { send } from '#web/api/send.ts'
import { destination } from '#web/session/enter.ts'
import styles from '#web/session/sign-in.module.css'
import { signOut } from '#web/session/sign-out.ts'
import { CallError } from '#web/state/call-error.ts'
import { setAccount } from '#web/state/store.ts'
import { PlainButton } from '#web/ui/layout/plain.tsx'
import { NewPassword } from './new-password.tsx'

/** Whoever enters by a password that the console printed replaces it before anything else. */
export function PasswordFirst({ user }: { user: User }) {
  const navigate = useNavigate()
  const replace = async (new_password: string, old_password: string) => {
    try {
      await send(auth.changePassword, { body: { old_password, new_password } }, { quiet: true })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return Object.values(error.fields)[0] ?? error.message
    }
    const { password_needed: _done, ...rest } = user
    setAccount(rest)
    const next = destination(new URL(location.href))
    if (next) void navigate(next, { replace: true })
    return undefined
  }
  return (
    <div className={styles['links']}>
      <div className={styles['note']} role="status">
        Пароль был показан на экране сервера. Замените его своим, чтобы продолжить.
      </div>
      <NewPassword asksOld save={replace} />
      <PlainButton look="quiet" onClick={() => void signOut()}>
        Выйти
      </PlainButton>
    </div>
  )
}
