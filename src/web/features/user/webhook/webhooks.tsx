import { Button } from '@mantine/core'
import type { Company } from '#contract/company/company-entities.ts'
import { webhookEvents } from '#contract/webhook/webhook-events.ts'
import { PREVIOUS_SECRET_HOURS, webhooks, type Webhook } from '#contract/webhook/webhooks.ts'
import { useCall } from '#web/api/use-call.ts'
import { useMay } from '#web/api/use-may.ts'
import { useSend } from '#web/api/use-send.ts'
import { paths } from '#contract/screen-paths.ts'
import { quote } from '#contract/words/quote.ts'
import { ask, openDialog } from '#web/ui/dialogs/ask.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { dateTime } from '#web/ui/format.ts'
import { Section } from '../card/section.tsx'
import rows from '../rows.module.css'
import styles from '../service/service.module.css'
import { healthText } from './delivery-words.ts'
import { openDeliveries } from './deliveries.tsx'
import { showSecretOnce } from './new-secret.tsx'
import { openWebhookForm } from './webhook-form.tsx'

// The state of an address changes without an event of the journal: while the window is open it is asked again.
const POLL_MS = 5000
const REFRESHES = { refreshes: [webhooks.superGetWebhooks] }

export function showWebhooks(company: Company): Promise<void> {
  const title = `События для программ: ${company.short_name}`
  return openDialog({ title, width: 960 }, () => <Webhooks company={company} />)
}

/** Addresses that hear of events of a company: what each hears, how it answers, and what was sent. */
function Webhooks({ company }: { company: Company }) {
  const read = useCall(
    webhooks.superGetWebhooks,
    { query: { companyId: company.id } },
    { quiet: true, every: POLL_MS },
  )
  const mayManage = useMay('user.manage')
  return (
    <div className={styles['accounts']}>
      <p className={rows['hint']}>
        О выписанном акте, дошедшей выплате или закрытом заезде программа узнаёт сама: сервер
        отправляет подписанный запрос на её адрес. В нём номера, суммы и состояния, но не личные
        данные.{' '}
        <a href={`${paths.account}?page=api#webhooks`} target="_blank" rel="noreferrer">
          Как проверить подпись
        </a>
      </p>
      {mayManage && (
        <div className={rows['buttons']}>
          <Button onClick={() => void openWebhookForm(company.id)}>Новый адрес</Button>
        </div>
      )}
      <Section read={read} empty="Адресов для событий ещё нет.">
        {(rows) =>
          rows.map((webhook) => (
            <Address key={webhook.id} webhook={webhook} mayManage={mayManage} />
          ))
        }
      </Section>
    </div>
  )
}

interface AddressProps {
  webhook: Webhook
  mayManage: boolean
}

function Address({ webhook, mayManage }: AddressProps) {
  const { title, url, events, status, failing_since, failed, previous_until } = webhook
  const health = healthText(webhook)
  return (
    <section className={styles['account']} aria-label={title}>
      <header className={styles['head']}>
        <h3>{title}</h3>
        <Health isActive={status === 'active'} isFailing={failing_since !== null} />
        <AddressButtons webhook={webhook} mayManage={mayManage} />
      </header>
      <code className={styles['address']}>{url}</code>
      <p className={rows['hint']}>{events.map((code) => webhookEvents[code].title).join(' · ')}</p>
      {health && <p role="status">{health}</p>}
      {failed > 0 && <p role="status">Не доставлено за 30 дней: {failed}.</p>}
      {previous_until !== null && (
        <p className={rows['hint']}>
          Прежний секрет подписывает рядом с новым до {dateTime(previous_until)}.
        </p>
      )}
    </section>
  )
}

function Health({ isActive, isFailing }: { isActive: boolean; isFailing: boolean }) {
  if (!isActive) return <Badge tone="gray" label="Остановлен" icon="stop" />
  if (isFailing) return <Badge tone="orange" label="Не отвечает" icon="question" />
  return <Badge tone="green" label="Действует" icon="check" />
}

function AddressButtons({ webhook, mayManage }: AddressProps) {
  const { id, version, title, status } = webhook
  const update = useSend(webhooks.superUpdateWebhook, REFRESHES)
  const rotate = useSend(webhooks.superRotateWebhookSecret, REFRESHES)
  const isActive = status === 'active'
  const move = async () => {
    const main = isActive ? 'Остановить' : 'Возобновить'
    const text = isActive
      ? 'Новые события для этого адреса записываться не будут. То, что уже ждёт, уйдёт после возобновления.'
      : 'Ждущие события уйдут сразу, новые снова начнут записываться.'
    if (!(await ask.confirm({ title: `${main} ${quote(title)}?`, text, main, danger: isActive })))
      return
    const body = { id, version, status: isActive ? ('stopped' as const) : ('active' as const) }
    if (await update.send({ body })) toast.success(isActive ? 'Остановлено' : 'Возобновлено')
  }
  const renew = async () => {
    const confirmed = await ask.confirm({
      title: `Новый секрет для ${quote(title)}?`,
      text: `Прежний секрет подписывает рядом с новым ещё ${PREVIOUS_SECRET_HOURS} часа: успейте заменить его в программе.`,
      main: 'Выпустить',
    })
    if (!confirmed) return
    const made = await rotate.send({ body: { id, version } })
    if (made) await showSecretOnce(title, made.secret)
  }
  return (
    <span className={`${rows['buttons']} ${styles['ends']}`}>
      <Button variant="default" onClick={() => void openDeliveries(webhook)}>
        Доставки
      </Button>
      {mayManage && (
        <>
          <Button variant="default" onClick={() => void openWebhookForm(webhook)}>
            Изменить
          </Button>
          <Button variant="default" loading={rotate.sending} onClick={() => void renew()}>
            Новый секрет
          </Button>
          <Button variant="default" loading={update.sending} onClick={() => void move()}>
            {isActive ? 'Остановить' : 'Возобновить'}
          </Button>
        </>
      )}
    </span>
  )
}
