import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { auth } from '#contract/user/auth.ts'
import { CallError } from '../state/call-error.ts'
import { send } from '../api/send.ts'
import { settleSignIn, useSignInAgain } from '../api/sign-in-again.ts'
import { useStore } from '../state/store.ts'
import { AppModal } from '../ui/dialogs/app-modal.tsx'
import { CODE_FIELD, CODE_HINT } from './code-field.ts'
import styles from './sign-in.module.css'
import { forget } from './sign-out.ts'
import { storeToken } from '../state/token.ts'

const keys = () => import('./passkey/ask-browser.ts')

const ENDED = { title: 'Сеанс завершён', text: 'Войдите снова: введённое сохранено.' }
const FRESH = {
  title: 'Подтвердите вход',
  text: 'Войдите ещё раз, чтобы продолжить.',
}

/** The session ended while a form was open: the same user signs in over it and nothing typed is lost. */
export function ReLogin() {
  const user = useStore((state) => state.account?.user)
  const isFresh = useSignInAgain((state) => state.isFresh)
  const { title, text } = isFresh ? FRESH : ENDED
  const [password, setPassword] = useState('')
  const [otp, setOtp] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const enter = async () => {
    if (busy || !user) return
    setBusy(true)
    const outcome = await signedIn({ login: user.login, password, otp })
    setBusy(false)
    if (outcome?.code === 'auth.otp-required') {
      setOtp('')
      return setProblem(undefined)
    }
    setProblem(outcome?.message)
    if (!outcome) settleSignIn(true)
  }
  const enterByKey = async () => {
    if (busy || !user) return
    setBusy(true)
    const { signInByKey } = await keys()
    const entered = await signInByKey(user.login)
    setBusy(false)
    if (typeof entered === 'string') return setProblem(entered)
    settleSignIn(true)
  }
  return (
    <AppModal title={title} width={420} close={() => undefined} zIndex={400} sealed>
      <form
        className={styles['again']}
        onSubmit={(event) => {
          event.preventDefault()
          void enter()
        }}
      >
        <p>{text}</p>
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
        {otp !== undefined && (
          <TextInput
            {...CODE_FIELD}
            description={CODE_HINT}
            value={otp}
            onChange={(event) => setOtp(event.currentTarget.value)}
            autoFocus
          />
        )}
        {problem && (
          <div role="alert" className={styles['problem']}>
            {problem}
          </div>
        )}
        <div className={styles['foot']}>
          {isFresh ? (
            <Button variant="default" onClick={() => settleSignIn(false)}>
              Отмена
            </Button>
          ) : (
            <Button variant="default" onClick={() => void forget()}>
              Выйти
            </Button>
          )}
          <Button variant="subtle" disabled={busy} onClick={() => void enterByKey()}>
            Войти по ключу
          </Button>
          <Button type="submit" loading={busy}>
            Войти
          </Button>
        </div>
      </form>
    </AppModal>
  )
}

async function signedIn(body: {
  login: string
  password: string
  otp: string | undefined
}): Promise<CallError | undefined> {
  try {
    const { token } = await send(auth.login, { body })
    storeToken(token)
    return undefined
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return error
  }
}
