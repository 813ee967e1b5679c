import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  webhookEventCodes,
  webhookEvents,
  type WebhookEvent,
} from '#contract/webhook/webhook-events.ts'
import { webhooks, type Webhook } from '#contract/webhook/webhooks.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { useRecordForm, type RecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import styles from '../service/service.module.css'
import { showSecretOnce } from './new-secret.tsx'

type Values = Record<string, unknown> & { title: string; url: string; events: WebhookEvent[] }

const REFRESHES = { refreshes: [webhooks.superGetWebhooks] }

/** A new address of the company, or the words, place and events of one that is there. */
export function openWebhookForm(of: string | Webhook): Promise<void> {
  const isNew = typeof of === 'string'
  const title = isNew ? 'Новый адрес для событий' : of.title
  return openDialog({ title, width: 640 }, (close) =>
    isNew ? (
      <NewWebhook companyId={of} close={close} />
    ) : (
      <WebhookChange webhook={of} close={close} />
    ),
  )
}

const newValues = (): Values => ({ title: '', url: '', events: [] })

const valuesOf = ({ title, url, events }: Webhook): Values => ({ title, url, events })

function NewWebhook({ companyId, close }: { companyId: string; close: () => void }) {
  const [clientId] = useState(() => crypto.randomUUID())
  const save = useSend(webhooks.superCreateWebhook, REFRESHES)
  const form = useRecordForm({
    schema: webhooks.superCreateWebhook.body,
    initial: newValues(),
    toBody: (values) => ({ client_id: clientId, company_id: companyId, ...values }),
  })
  const showSecret = ({ webhook, secret }: { webhook: Webhook; secret: string | null }) => {
    close()
    void showSecretOnce(webhook.title, secret)
  }
  return (
    <SaveForm form={form} save={save} saved={showSecret} said="Адрес добавлен">
      <WebhookFields form={form} />
    </SaveForm>
  )
}

function WebhookChange({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const { id, version } = webhook
  const save = useSend(webhooks.superUpdateWebhook, REFRESHES)
  const form = useRecordForm({
    schema: webhooks.superUpdateWebhook.body,
    initial: valuesOf(webhook),
    version,
    toBody: (values) => ({ id, version, ...values }),
  })
  return (
    <SaveForm form={form} save={save} saved={close} said="Адрес сохранён">
      <WebhookFields form={form} />
    </SaveForm>
  )
}

function WebhookFields({ form }: { form: Pick<RecordForm<Values>, 'field'> }) {
  return (
    <>
      <TextInput label="Название" placeholder="Обмен с 1С" required {...form.field('title')} />
      <TextInput
        label="Адрес"
        description="Сервер в интернете с https. События отправляются запросом POST и подписаны секретом. Что стоит после ?, хранится зашифрованным и больше не показывается"
        placeholder="https://erp.example.ru/priyomka"
        required
        {...form.field('url')}
      />
      <Checkbox.Group label="О чём сообщать" {...form.field('events')}>
        <div className={styles['permissions']}>
          {webhookEventCodes.map((code) => (
            <Checkbox
              key={code}
              value={code}
              label={webhookEvents[code].title}
              description={code}
            />
          ))}
        </div>
      </Checkbox.Group>
    </>
  )
}
