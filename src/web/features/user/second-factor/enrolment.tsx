import { useState } from 'react'
import type { CallResult } from '#contract/core/call.ts'
import { secondFactor } from '#contract/user/second-factor.ts'
import { useSend } from '#web/api/use-send.ts'
import { PlainButton, PlainField, PlainPassword } from '#web/ui/layout/plain.tsx'
import styles from './second-factor.module.css'

type Begun = CallResult<typeof secondFactor.beginTotp>

/** Password, then the secret as picture and text, then its first code; `done` gets the recovery codes. */
export function Enrolment({ done }: { done: (codes: string[]) => void }) {
  const [begun, setBegun] = useState<Begun>()
  return begun ? (
    <Confirm begun={begun} done={done} back={() => setBegun(undefined)} />
  ) : (
    <Begin done={setBegun} />
  )
}

function Begin({ done }: { done: (begun: Begun) => void }) {
  const [password, setPassword] = useState('')
  const begin = useSend(secondFactor.beginTotp)
  const ask = async () => {
    const begun = await begin.send({ body: { password } })
    if (begun) done(begun)
  }
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (password) void ask()
      }}
    >
      <p>
        Кроме пароля вход спросит код из приложения на вашем телефоне: подойдёт любое
        приложение-аутентификатор. Узнав один пароль, чужой не войдёт.
      </p>
      <PlainPassword
        label="Пароль для входа"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Problem text={begin.refusal?.message} />
      <PlainButton type="submit" busy={begin.sending} disabled={!password}>
        Получить QR-код
      </PlainButton>
    </form>
  )
}

interface ConfirmProps {
  begun: Begun
  done: (codes: string[]) => void
  back: () => void
}

function Confirm({ begun, done, back }: ConfirmProps) {
  const [otp, setOtp] = useState('')
  const confirm = useSend(secondFactor.confirmTotp)
  const save = async () => {
    const made = await confirm.send({ body: { otp } })
    if (made) done(made.recovery_codes)
  }
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (otp.trim()) void save()
      }}
    >
      <p>
        Снимите QR-код приложением или введите в него ключ руками. Потом введите код, который оно
        покажет.
      </p>
      <div className={styles['key']}>
        <img
          alt="QR-код ключа для приложения"
          src={`data:image/svg+xml,${encodeURIComponent(begun.qr_svg)}`}
        />
        <div>
          <span className={styles['label']}>Ключ</span>
          <output className={styles['secret']} aria-label="Ключ">
            {begun.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </output>
        </div>
      </div>
      <PlainField
        label="Код из приложения"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={7}
        autoFocus
        value={otp}
        onChange={(event) => setOtp(event.currentTarget.value)}
      />
      <Problem text={confirm.refusal?.message} />
      <div className={styles['buttons']}>
        <PlainButton type="submit" busy={confirm.sending} disabled={!otp.trim()}>
          Включить
        </PlainButton>
        <PlainButton look="second" onClick={back}>
          Получить другой QR-код
        </PlainButton>
      </div>
    </form>
  )
}

function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p className={styles['problem']} role="alert">
      {text}
    </p>
  )
}
