import { Button, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { auth } from '#contract/user/auth.ts'
import { CallError } from '../state/call-error.ts'
import { send } from '../api/send.ts'
import { settleSignIn } from '../api/sign-in-again.ts'
import { useStore } from '../state/store.ts'
import { AppModal } from '../ui/dialogs/app-modal.tsx'
import styles from './sign-in.module.css'
import { forget } from './sign-out.ts'
import { storeToken } from '../state/token.ts'

/** The session ended while a form was open: the same user signs in over it and nothing typed is lost. */
export function ReLogin() {
  const user = useStore((state) => state.account?.user)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const enter = async () => {
    if (busy || !user) return
    setBusy(true)
    const outcome = await signedIn(user.login, password)
    setBusy(false)
    setProblem(outcome)
    if (!outcome) settleSignIn(true)
  }
  return (
    <AppModal title="Сеанс завершён" width={420} close={() => undefined} zIndex={400} sealed>
      <form
        className={styles['again']}
        onSubmit={(event) => {
          event.preventDefault()
          void enter()
        }}
      >
        <p>Войдите снова: введённое сохранено.</p>
        <p className={styles['login']}>{user?.login}</p>
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={user?.login ?? ''}
          readOnly
          hidden
        />
        <PasswordInput
          label="Пароль"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Показать пароль' }}
          data-autofocus
        />
        {problem && (
          <div role="alert" className={styles['problem']}>
            {problem}
          </div>
        )}
        <div className={styles['foot']}>
          <Button variant="default" onClick={() => void forget()}>
            Выйти
          </Button>
          <Button type="submit" loading={busy}>
            Войти
          </Button>
        </div>
      </form>
    </AppModal>
  )
}

async function signedIn(login: string, password: string): Promise<string | undefined> {
  try {
    const { token } = await send(auth.login, { body: { login, password } })
    storeToken(token)
    return undefined
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return error.message
  }
}
