import { useState } from 'react'
import type { BankConfig } from '#contract/bank/bank-entities.ts'
import type { SignInState } from '#contract/bank/bank-set-up.ts'
import { ownCompany } from '#contract/company/own-company.ts'
import { bankMail } from '#contract/payment/bank-mail.ts'
import { payment } from '#contract/payment/payment.ts'
import { quote } from '#contract/words/quote.ts'
import { useMay } from '#web/api/use-may.ts'
import { useSend } from '#web/api/use-send.ts'
import { describeCode, SignInForm } from '#web/features/bank/sign-in-form.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import styles from '../payment.module.css'

/** Banks that wait for a one-time code, with the sign-in of those who send payments. */
export function SignInNotices({ configs }: { configs: readonly BankConfig[] }) {
  const maySignIn = useMay('payment.register')
  return configs
    .filter((config) => config.awaits_sign_in)
    .map((config) => <SignInNotice key={config.id} config={config} maySignIn={maySignIn} />)
}

function SignInNotice({ config, maySignIn }: { config: BankConfig; maySignIn: boolean }) {
  const [state, setState] = useState<SignInState>()
  const save = useSend(bankMail.signInToBank, { refreshes: [ownCompany.getOwn, payment.getAll] })
  const run = async (code?: string) => {
    const next = await save.send({ body: { bank_config_id: config.id, ...(code && { code }) } })
    if (!next) return
    setState(next)
    if (next.status === 'open') toast.success('Вход в банк выполнен: выплаты идут дальше')
  }
  return (
    <section
      className={styles['notice']}
      data-tone="red"
      aria-label={`Вход в банк: ${config.title}`}
    >
      <p>
        {state?.status === 'code'
          ? describeCode(state)
          : `Банк ${quote(config.title)} ждёт входа с одноразовым кодом. Выплаты через него ждут и не теряются.`}
        {!maySignIn && ' Войти может тот, кто отправляет выплаты.'}
      </p>
      {maySignIn && (
        <SignInForm
          isAwaited={state?.status === 'code'}
          sending={save.sending}
          problem={save.lastRefusal()?.message}
          run={run}
        />
      )}
    </section>
  )
}
