import { company } from '#contract/company/company.ts'
import { bankSetUp, type ConfigCard, type SignInState } from '#contract/bank/bank-set-up.ts'
import { useMay } from '#web/api/use-may.ts'
import { useSend } from '#web/api/use-send.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { dateTime } from '#web/ui/format.ts'
import { describeCode, SignInForm } from '../sign-in-form.tsx'
import styles from './setup.module.css'

interface BankSessionProps {
  card: ConfigCard
  session: SignInState
}

/** The session with a bank that asks for a one-time code: how it stands, and the sign-in of a person. */
export function BankSession({ card, session }: BankSessionProps) {
  const { config } = card
  const mayManage = useMay('company.manage')
  const save = useSend(bankSetUp.signIn, { refreshes: [bankSetUp.getConfig, company.get] })
  const place = { companyId: config.company_id, bankConfigId: config.id }
  const run = async (code?: string) => {
    const state = await save.send({ body: { ...place, ...(code && { code }) } })
    if (state?.status === 'open') toast.success('Вход в банк выполнен')
  }
  const waits = session.by_person && session.status === 'ended'
  const isOffered = mayManage && session.status !== 'open' && card.bank_status === 'active'
  return (
    <div className={styles['body']} role="group" aria-label="Сеанс с банком">
      <p className={styles['note']} data-tone={waits ? 'red' : undefined} role="status">
        {describeSession(session)}
      </p>
      {config.training && card.provider.addresses[0] && (
        <p className={styles['note']}>
          Коды приходят и поручения подтверждаются в{' '}
          <a href={`${card.provider.addresses[0]}/cabinet`} target="_blank" rel="noreferrer">
            кабинете учебного банка
          </a>
          .
        </p>
      )}
      {isOffered && (
        <SignInForm
          isAwaited={session.status === 'code'}
          sending={save.sending}
          problem={save.lastRefusal()?.message}
          run={run}
        />
      )}
    </div>
  )
}

/** What the state of the session means for payments, and what to do. */
function describeSession(session: SignInState): string {
  const { status, by_person: byPerson, since } = session
  if (status === 'code') return describeCode(session)
  if (status === 'open') return `Сеанс с банком открыт ${dateTime(since)}.`
  if (status === 'ended' && byPerson)
    return `Банк закрыл сеанс ${dateTime(since)}. Выплаты ждут и не теряются: войдите и введите новый код, тогда они пойдут дальше.`
  return 'Сеанса с банком нет: он откроется сам, если банк не просит одноразовый код.'
}
