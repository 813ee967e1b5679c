import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { auth } from '#contract/user/auth.ts'
import { CallError } from '../state/call-error.ts'
import { send } from '../api/send.ts'
import { PlainButton, PlainField, PlainPassword } from '../ui/layout/plain.tsx'
import { destination, enter } from './enter.ts'
import { setDenied, setProblem as setSessionProblem } from './session.ts'
import styles from './sign-in.module.css'
import { storeToken } from '../state/token.ts'

const newRelease = () => import('./new-release.ts')

/** Login and password; a refusal is shown above the button, the login stays in its field. */
export function SignInForm() {
  const navigate = useNavigate()
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const signIn = async () => {
    if (busy) return
    if (!login.trim() || !password) return setProblem('Введите логин и пароль')
    setBusy(true)
    setProblem(undefined)
    const refusal = await signedIn(login.trim().toLowerCase(), password)
    setBusy(false)
    if (refusal === undefined) {
      const { takeRelease } = await newRelease()
      if (await takeRelease()) return undefined
      return void navigate(destination(new URL(location.href)) ?? '/', { replace: true })
    }
    setProblem(refusal)
    field.current?.select()
  }
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void signIn()
      }}
    >
      <PlainField
        label="Логин"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={login}
        onChange={(event) => setLogin(event.currentTarget.value)}
      />
      <PlainPassword
        ref={field}
        label="Пароль"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {problem && (
        <div role="alert" className={styles['problem']}>
          {problem}
        </div>
      )}
      <PlainButton type="submit" busy={busy}>
        Войти
      </PlainButton>
      <p className={styles['hint']}>Забыли пароль? Обратитесь к администратору.</p>
    </form>
  )
}

/** Signs in and enters; gives the sentence to show when that failed. */
async function signedIn(login: string, password: string): Promise<string | undefined> {
  try {
    const { token, user } = await send(auth.login, { body: { login, password } })
    storeToken(token)
    setDenied(null)
    setSessionProblem(null)
    await enter(user)
    return undefined
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const minutes = error.retryAfter && Math.ceil(error.retryAfter / 60)
    return minutes ? `${error.message} Повторите через ${minutes} мин.` : error.message
  }
}
