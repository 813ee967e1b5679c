import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import {
  webhooks,
  type DeliveryStatus,
  type Webhook,
  type WebhookDelivery,
} from '#contract/webhook/webhooks.ts'
import { useCall } from '#web/api/use-call.ts'
import { useMay } from '#web/api/use-may.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { dateTime } from '#web/ui/format.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import { Section } from '../card/section.tsx'
import rows from '../rows.module.css'
import styles from '../service/service.module.css'
import { openDelivery } from './delivery-card.tsx'
import { answerText, DELIVERY_STATUSES, eventTitle } from './delivery-words.ts'

// Attempts write no event of the journal: while the log is open it is asked again.
const POLL_MS = 3000

const FILTERS = [
  { value: 'all', label: 'Все' },
  { value: 'waiting', label: 'Ждут' },
  { value: 'failed', label: 'Не доставлены' },
  { value: 'delivered', label: 'Доставлены' },
]

/** The log of an address: what was sent in the last 30 days, and how it was answered. */
export function openDeliveries(webhook: Webhook): Promise<void> {
  const title = `Доставки: ${webhook.title}`
  return openDialog({ title, width: 960 }, () => <Deliveries webhook={webhook} />)
}

function Deliveries({ webhook }: { webhook: Webhook }) {
  const [filter, setFilter] = useState('all')
  const test = useSend(webhooks.superTestWebhook, {
    refreshes: [webhooks.superGetWebhookDeliveries],
  })
  const mayManage = useMay('user.manage')
  const sendTest = async () => {
    if (await test.send({ body: { id: webhook.id } })) toast.success('Пробное событие отправляется')
  }
  return (
    <div className={styles['accounts']}>
      <div className={styles['head']}>
        <SegmentedControl
          aria-label="Какие доставки"
          data={FILTERS}
          value={filter}
          onChange={setFilter}
        />
        {mayManage && (
          <span className={`${rows['buttons']} ${styles['ends']}`}>
            <Button variant="default" loading={test.sending} onClick={() => void sendTest()}>
              Отправить пробное
            </Button>
          </span>
        )}
      </div>
      <DeliveryPages key={filter} webhookId={webhook.id} filter={filter} />
    </div>
  )
}

/** Pages below each other, so that what is read does not move away. */
function DeliveryPages({ webhookId, filter }: { webhookId: string; filter: string }) {
  const [starts, setStarts] = useState<readonly (string | undefined)[]>([undefined])
  const status = filter === 'all' ? undefined : (filter as DeliveryStatus)
  return starts.map((after, index) => (
    <DeliveryPage
      key={after ?? 'first'}
      query={{ id: webhookId, ...(status && { status }), ...(after && { after }) }}
      isLast={index === starts.length - 1}
      goOn={(next) => setStarts([...starts, next])}
    />
  ))
}

interface DeliveryPageProps {
  query: { id: string; status?: DeliveryStatus; after?: string }
  isLast: boolean
  goOn: (next: string) => void
}

function DeliveryPage({ query, isLast, goOn }: DeliveryPageProps) {
  const read = useCall(
    webhooks.superGetWebhookDeliveries,
    { query },
    { quiet: true, every: query.after === undefined ? POLL_MS : false },
  )
  const next = read.data?.next
  return (
    <>
      <Section
        read={{ ...read, data: read.data?.items }}
        empty="Здесь появятся отправленные события. Проверьте адрес пробным."
      >
        {(rows) => <DeliveryTable deliveries={rows} />}
      </Section>
      {isLast && next && (
        <div className={rows['buttons']}>
          <Button variant="default" onClick={() => goOn(next)}>
            Показать ещё
          </Button>
        </div>
      )}
    </>
  )
}

function DeliveryTable({ deliveries }: { deliveries: readonly WebhookDelivery[] }) {
  return (
    <table className={`${rows['table']} ${stacked['stacked']}`}>
      <thead>
        <tr>
          <th scope="col">Когда</th>
          <th scope="col">Событие</th>
          <th scope="col">Состояние</th>
          <th scope="col">Ответ</th>
          <th scope="col">Попыток</th>
          <th scope="col">
            <span className="visually-hidden">Действие</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((row) => (
          <tr key={row.id}>
            <th scope="row">{dateTime(row.created_at)}</th>
            <td>{eventTitle(row.type)}</td>
            <td>
              <Badge {...DELIVERY_STATUSES[row.status]} />
            </td>
            <td data-label="Ответ:">{answerText(row)}</td>
            <td data-label="Попыток:">{attemptsText(row)}</td>
            <td data-end data-whole>
              <Button variant="default" onClick={() => void openDelivery(row.id)}>
                Подробнее
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function attemptsText({ attempts, next_at }: WebhookDelivery): string {
  return next_at !== null && attempts > 0
    ? `${attempts}, следующая ${dateTime(next_at)}`
    : String(attempts)
}
