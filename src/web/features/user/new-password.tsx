import { useState } from 'react'
import styles from '#web/session/sign-in.module.css'
import { PlainButton, PlainPassword } from '#web/ui/layout/plain.tsx'

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
  const send = async () => {
    if (busy) return
    if (left > 0) return setProblem(`Пароль короток: не хватает ${left} зн.`)
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
        void send()
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
