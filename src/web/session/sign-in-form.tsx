import { useRef, useState } from 'react'
import { useLocation, useNavigate } from '../router/hooks.ts'
import { auth } from '#contract/user/auth.ts'
import { CallError } from '../state/call-error.ts'
import { send } from '../api/send.ts'
import { PlainButton, PlainField, PlainPassword } from '../ui/layout/plain.tsx'
import { destination, enter } from './enter.ts'
import { setDenied, setProblem as setSessionProblem } from './session.ts'
import { CODE_FIELD, CODE_HINT } from './code-field.ts'
import styles from './sign-in.module.css'
import { storeToken } from '../state/token.ts'

const newRelease = () => import('./new-release.ts')
const keys = () => import('./passkey/ask-browser.ts')

/** Login and password, then the code of those who have one; a refusal is shown above the button, the login stays in its field. */
export function SignInForm() {
  const navigate = useNavigate()
  const given = givenLogin(useLocation().state)
  const [login, setLogin] = useState(given)
  const [password, setPassword] = useState('')
  const [otp, setOtp] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const signIn = async () => {
    if (busy) return
    if (!login.trim() || !password) return setProblem('Введите логин и пароль')
    if (otp !== undefined && !otp.trim()) return setProblem('Введите код')
    setBusy(true)
    setProblem(undefined)
    const refusal = await signedIn({ login: login.trim().toLowerCase(), password, otp })
    setBusy(false)
    if (refusal === undefined) return goOn()
    if (refusal.code === 'auth.otp-required') return setOtp('')
    if (refusal.code === 'auth.bad-credentials') setOtp(undefined)
    setProblem(describeRefusal(refusal))
    field.current?.select()
  }
  const enterByKey = async () => {
    if (busy) return undefined
    setBusy(true)
    setProblem(undefined)
    // After the password it must be the key of this very person.
    const told = await (await keys()).enterByKey(otp === undefined ? otp : login)
    setBusy(false)
    return told === undefined ? goOn() : setProblem(told)
  }
  const goOn = async () => {
    const { takeRelease } = await newRelease()
    if (!(await takeRelease()))
      navigate(destination(new URL(location.href)) ?? '/', { replace: true })
  }
  const goBack = () => {
    setOtp(undefined)
    setPassword('')
    setProblem(undefined)
  }
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void signIn()
      }}
    >
      {otp === undefined ? (
        <>
          <PlainField
            label="Логин"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus={!given}
            value={login}
            onChange={(event) => setLogin(event.currentTarget.value)}
          />
          <PlainPassword
            ref={field}
            label="Пароль"
            name="password"
            autoComplete="current-password"
            autoFocus={!!given}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        </>
      ) : (
        <PlainField
          {...CODE_FIELD}
          key="code"
          ref={field}
          autoFocus
          value={otp}
          onChange={(event) => setOtp(event.currentTarget.value)}
          hint={<span className={styles['hint']}>{CODE_HINT}</span>}
        />
      )}
      {problem && (
        <div role="alert" className={styles['problem']}>
          {problem}
        </div>
      )}
      <PlainButton type="submit" busy={busy}>
        Войти
      </PlainButton>
      {/* Most have no key, and before the sign-in nothing may say who has: a way beside the usual one, never hidden or shown by login. */}
      <PlainButton look="quiet" onClick={() => void enterByKey()}>
        Войти по ключу
      </PlainButton>
      {otp === undefined ? (
        <p className={styles['hint']}>Забыли пароль? Обратитесь к администратору.</p>
      ) : (
        <PlainButton look="quiet" onClick={goBack}>
          Войти под другим логином
        </PlainButton>
      )}
    </form>
  )
}

/** From the screen where the password was just set. */
function givenLogin(state: unknown): string {
  const { login } = (state ?? {}) as { login?: unknown }
  return typeof login === 'string' ? login : ''
}

/** Signs in and enters; gives the refusal when that failed. */
async function signedIn(body: {
  login: string
  password: string
  otp: string | undefined
}): Promise<CallError | undefined> {
  try {
    const { token, user } = await send(auth.login, { body })
    storeToken(token)
    setDenied(null)
    setSessionProblem(null)
    await enter(user)
    return undefined
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return error
  }
}

function describeRefusal(refusal: CallError): string {
  const minutes = refusal.retryAfter && Math.ceil(refusal.retryAfter / 60)
  return minutes ? `${refusal.message} Повторите через ${minutes} мин.` : refusal.message
}
