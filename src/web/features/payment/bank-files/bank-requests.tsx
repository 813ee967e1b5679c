import { serverNow } from '#web/ui/server-clock.ts'
import { Button } from '@mantine/core'
import type { BankConfig } from '#contract/bank/bank-entities.ts'
import { describeProvider } from '#contract/bank/bank-providers.ts'
import { ownCompany } from '#contract/company/own-company.ts'
import { bankMail } from '#contract/payment/bank-mail.ts'
import { paymentStatement } from '#contract/payment/statement.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { today } from '#web/ui/format.ts'
import styles from './bank-files.module.css'

const DAYS = 7
const DAY_MS = 86_400_000
const dayBefore = (days: number) => today(serverNow() - days * DAY_MS)

/** Banks that send their statements themselves; the days up to yesterday are asked for without a person. */
export function BankRequests() {
  const own = useCall(ownCompany.getOwn, {}, { quiet: true })
  const asked = (own.data?.bank_configs ?? []).filter(
    ({ adapter, status }) => describeProvider(adapter).mailbox && status === 'active',
  )
  if (asked.length === 0) return null
  return (
    <div className={styles['buttons']}>
      {asked.map((config) => (
        <RequestButton key={config.id} config={config} />
      ))}
    </div>
  )
}

function RequestButton({ config }: { config: BankConfig }) {
  const save = useSend(bankMail.requestStatement, { refreshes: [paymentStatement.getStatements] })
  const run = async () => {
    const body = { bank_config_id: config.id, from: dayBefore(DAYS - 1), to: today() }
    if (await save.send({ body }))
      return toast.success('Выписка запрошена. Она появится здесь, когда банк её пришлёт')
    const refusal = save.lastRefusal()
    return refusal && ask.error({ title: 'Выписка не запрошена', error: refusal })
  }
  return (
    <Button variant="default" loading={save.sending} onClick={() => void run()}>
      Запросить выписку за {DAYS} дней: {config.title}
    </Button>
  )
}
