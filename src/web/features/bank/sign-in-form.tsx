import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { SignInState } from '#contract/bank/bank-set-up.ts'
import styles from './sign-in-form.module.css'

interface SignInFormProps {
  /** Whether the bank waits for a code that it has sent. */
  isAwaited: boolean
  sending: boolean
  /** The bank's refusal, in words. */
  problem: string | undefined
  /** Begins without a code, ends with one. */
  run: (code?: string) => Promise<unknown>
}

/** The sign-in of a person at a bank that sends one-time codes: begin, type the code, or ask for another one. */
export function SignInForm({ isAwaited, sending, problem, run }: SignInFormProps) {
  const [code, setCode] = useState('')
  const send = async (typed?: string) => {
    await run(typed)
    setCode('')
  }
  return (
    <>
      {problem && <p role="alert">{problem}</p>}
      <form
        className={styles['line']}
        onSubmit={(event) => {
          event.preventDefault()
          if (code.trim() !== '') void send(code.trim())
        }}
      >
        {isAwaited && (
          <>
            <TextInput
              label="Одноразовый код"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={8}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
            <Button type="submit" loading={sending} disabled={code.trim() === ''}>
              Подтвердить код
            </Button>
          </>
        )}
        <Button
          variant={isAwaited ? 'default' : 'filled'}
          loading={sending}
          onClick={() => void send()}
        >
          {isAwaited ? 'Прислать новый код' : 'Войти в банк'}
        </Button>
      </form>
    </>
  )
}

/** Where the bank has sent its code. */
export function describeCode({ phone_mask: phone, short_code: short }: SignInState): string {
  const to = phone ? ` на ${phone}` : ''
  return `Банк прислал одноразовый код${to}${short ? `, сеанс ${short}` : ''}. Введите его: до этого выплаты ждут и не теряются.`
}
