import { useEffect, useState } from 'react'
import { useNavigate } from '#web/router/hooks.ts'
import { auth } from '#contract/user/auth.ts'
import { CallError } from '#web/state/call-error.ts'
import { send } from '#web/api/send.ts'
import { NewPassword } from './new-password.tsx'
import icon from '#web/icon.svg'
import { paths } from '#contract/screen-paths.ts'
import styles from '#web/session/sign-in.module.css'
import { PlainButton } from '#web/ui/layout/plain.tsx'

/** The token is in the fragment, which no server sees; it is read once and removed at once. */
export function Component() {
  const [token] = useState(() => location.hash.slice(1))
  const [login, setLogin] = useState<string>()
  useEffect(() => {
    document.title = 'Новый пароль — Приёмка'
    if (location.hash) history.replaceState(history.state, '', location.pathname)
  }, [])
  return (
    <div className={styles['page']}>
      <section className={styles['card']}>
        <div className={styles['brand']}>
          <img src={icon} width={36} height={36} alt="" />
          <h1>Новый пароль</h1>
        </div>
        {login ? (
          <PasswordChanged login={login} />
        ) : (
          <PasswordByLink token={token} done={setLogin} />
        )}
      </section>
    </div>
  )
}

function PasswordByLink({ token, done }: { token: string; done: (login: string) => void }) {
  const save = async (password: string) => {
    const outcome = await changePassword(token, password)
    if ('problem' in outcome) return outcome.problem
    done(outcome.login)
    return undefined
  }
  return <NewPassword save={save} />
}

function PasswordChanged({ login }: { login: string }) {
  const navigate = useNavigate()
  return (
    <div className={styles['links']}>
      <p role="status">
        Пароль сохранён. Ваш логин — <strong>{login}</strong>.
      </p>
      <PlainButton onClick={() => navigate(paths.home, { state: { login } })}>Войти</PlainButton>
    </div>
  )
}

async function changePassword(
  token: string,
  password: string,
): Promise<{ login: string } | { problem: string }> {
  try {
    const body = { token, password }
    const { login } = await send(auth.updatePasswordWithTempLink, { body }, { quiet: true })
    return { login }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    // Only the reason: the sentence above it advises something that this user may have done already.
    return { problem: error.fields['password'] ?? error.explanation }
  }
}
