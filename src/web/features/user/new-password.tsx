import { useState } from 'react'
import { useNavigate } from '#web/router/hooks.ts'
import { auth } from '#contract/user/auth.ts'
import type { User } from '#contract/user/user-entities.ts'
import { pluralForm } from '#contract/words/plural.ts'
import { send } from '#web/api/send.ts'
import { destination } from '#web/session/enter.ts'
import styles from '#web/session/sign-in.module.css'
import { signOut } from '#web/session/sign-out.ts'
import { CallError } from '#web/state/call-error.ts'
import { setAccount } from '#web/state/store.ts'
import { PlainButton, PlainPassword } from '#web/ui/layout/plain.tsx'

/** A user who signs in with a password that the server's console printed replaces it before anything else. */
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
    if (next) navigate(next, { replace: true })
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

/** security.md 2.2. */
const MIN_LENGTH = 15

interface NewPasswordProps {
  /** Asks for the present password too. */
  asksOld?: boolean
  /** Why it was not taken; undefined when it was. */
  save: (password: string, old: string) => Promise<string | undefined>
}

/** A new password, typed twice, on the pages that have no layout. */
export function NewPassword({ asksOld = false, save }: NewPasswordProps) {
  const [old, setOld] = useState('')
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const left = MIN_LENGTH - password.length
  const submit = async () => {
    if (busy) return
    if (left > 0)
      return setProblem(
        `Пароль короток: нужно ещё ${left} ${pluralForm(left, ['знак', 'знака', 'знаков'])}`,
      )
    if (password !== repeated) return setProblem('Пароли не совпадают')
    setBusy(true)
    const told = await save(password, old)
    setBusy(false)
    setProblem(told)
  }
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p className={styles['hint']}>
        Не короче {MIN_LENGTH} знаков: придумайте фразу из трёх-четырёх слов.
        {left > 0 && password !== '' && ` Осталось ${left}.`}
      </p>
      {asksOld && (
        <PlainPassword
          label="Напечатанный пароль"
          autoComplete="current-password"
          autoFocus
          value={old}
          onChange={(event) => setOld(event.currentTarget.value)}
        />
      )}
      <PlainPassword
        label="Пароль"
        autoComplete="new-password"
        autoFocus={!asksOld}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <PlainPassword
        label="Пароль ещё раз"
        autoComplete="new-password"
        value={repeated}
        onChange={(event) => setRepeated(event.currentTarget.value)}
      />
      {problem && (
        <div role="alert" className={styles['problem']}>
          {problem}
        </div>
      )}
      <PlainButton type="submit" busy={busy}>
        Сохранить пароль
      </PlainButton>
    </form>
  )
}
