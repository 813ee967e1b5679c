import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { company } from '#contract/company/company.ts'
import { bankSetUp, type ConfigCard, type SignInState } from '#contract/bank/bank-set-up.ts'
import { useMay } from '#web/api/use-may.ts'
import { useSend } from '#web/api/use-send.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { dateTime } from '#web/ui/format.ts'
import styles from './setup.module.css'

interface BankSessionProps {
  card: ConfigCard
  session: SignInState
}

/** The session with a bank that asks for a one-time code: how it stands, and the sign-in of a person. */
export function BankSession({ card, session }: BankSessionProps) {
  const { config } = card
  const mayManage = useMay('company.manage')
  const [code, setCode] = useState('')
  const save = useSend(bankSetUp.signIn, { refreshes: [bankSetUp.getConfig, company.get] })
  const place = { companyId: config.company_id, bankConfigId: config.id }
  const run = async (typed?: string) => {
    const state = await save.send({ body: { ...place, ...(typed && { code: typed }) } })
    setCode('')
    if (state?.status === 'open') toast.success('Вход в банк выполнен')
  }
  const refusal = save.lastRefusal()
  const isAwaited = session.status === 'code'
  const waits = session.by_person && session.status === 'ended'
  return (
    <div className={styles['body']} role="group" aria-label="Сеанс с банком">
      <p className={styles['note']} data-tone={waits ? 'red' : undefined} role="status">
        {describeSession(session)}
      </p>
      {refusal && <p role="alert">{refusal.message}</p>}
      {mayManage && session.status !== 'open' && (
        <form
          className={styles['line']}
          onSubmit={(event) => {
            event.preventDefault()
            void run(code.trim())
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
              <Button type="submit" loading={save.sending} disabled={code.trim() === ''}>
                Подтвердить код
              </Button>
            </>
          )}
          <Button
            variant={isAwaited ? 'default' : 'filled'}
            loading={save.sending}
            disabled={card.bank_status === 'disabled'}
            onClick={() => void run()}
          >
            {isAwaited ? 'Прислать новый код' : 'Войти в банк'}
          </Button>
        </form>
      )}
    </div>
  )
}

/** What the state of the session means for payments, and what to do. */
function describeSession(session: SignInState): string {
  const { status, by_person: byPerson, phone_mask: phone, short_code: short, since } = session
  if (status === 'code')
    return `Банк прислал одноразовый код${phone ? ` на ${phone}` : ''}${short ? `, сеанс ${short}` : ''}. Введите его: до этого выплаты ждут и не теряются.`
  if (status === 'open') return `Сеанс с банком открыт ${dateTime(since)}.`
  if (status === 'ended' && byPerson)
    return `Банк закрыл сеанс ${dateTime(since)}. Выплаты ждут и не теряются: войдите и введите новый код, тогда они пойдут дальше.`
  return 'Сеанса с банком нет: он откроется сам, если банк не просит одноразовый код.'
}
