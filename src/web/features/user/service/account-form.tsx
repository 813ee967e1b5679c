import { serverNow } from '#web/ui/server-clock.ts'
import { Checkbox, TextInput, Button } from '@mantine/core'
import { useState } from 'react'
import { serviceAccounts, type ServiceAccount } from '#contract/user/service-accounts.ts'
import {
  servicePermissionCodes,
  servicePermissions,
  type ServicePermissionCode,
} from '#contract/user/service-permissions.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog, ask } from '#web/ui/dialogs/ask.ts'
import { Fields } from '#web/ui/form/form.tsx'
import { useRecordForm, type RecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { DateInput } from '#web/ui/inputs/date-input.tsx'
import rows from '../rows.module.css'
import styles from './service.module.css'
import { toast } from '#web/ui/feedback/toast.ts'

type Values = Record<string, unknown> & { title: string; permissions: ServicePermissionCode[] }
type NewValues = Values & { expires_on: string }

const REFRESHES = { refreshes: [serviceAccounts.superGetServiceAccounts] }
// Long enough for a quarter's work, short enough to be looked at again.
const USUAL_DAYS = 90

/** A new program of the company, or the rights and name of one that is there. */
export function openAccountForm(of: string | ServiceAccount): Promise<void> {
  const isNew = typeof of === 'string'
  const title = isNew ? 'Новое подключение' : of.title
  return openDialog({ title, width: 640 }, (close) =>
    isNew ? (
      <NewAccount companyId={of} close={close} />
    ) : (
      <AccountChange account={of} close={close} />
    ),
  )
}

export function openKeyForm(account: ServiceAccount): Promise<void> {
  return openDialog({ title: `Новый ключ: ${account.title}`, width: 420 }, (close) => (
    <NewKey account={account} close={close} />
  ))
}

function usualTerm(): string {
  return new Date(serverNow() + USUAL_DAYS * 86_400_000).toISOString().slice(0, 10)
}

const newValues = (): NewValues => ({ title: '', permissions: [], expires_on: usualTerm() })

const valuesOf = ({ title, permissions }: ServiceAccount): Values => ({ title, permissions })

function NewAccount({ companyId, close }: { companyId: string; close: () => void }) {
  const [clientId] = useState(() => crypto.randomUUID())
  const save = useSend(serviceAccounts.superCreateServiceAccount, REFRESHES)
  const form = useRecordForm({
    schema: serviceAccounts.superCreateServiceAccount.body,
    initial: newValues(),
    toBody: (values) => ({ client_id: clientId, company_id: companyId, ...values }),
  })
  const showKey = ({ account, key }: { account: ServiceAccount; key: string | null }) => {
    close()
    void showKeyOnce(account.title, key)
  }
  return (
    <SaveForm form={form} save={save} saved={showKey} said="Подключение создано">
      <AccountFields form={form} />
      <Fields columns={2}>
        <DateInput label="Ключ действует до" required {...form.field('expires_on')} />
      </Fields>
    </SaveForm>
  )
}

/** Shows a key that was just made: the server keeps its digest alone and cannot show it again. */
async function showKeyOnce(title: string, key: string | null): Promise<void> {
  if (key === null) {
    await ask.confirm({
      title: 'Ключ уже был показан',
      text: 'Ответ пришёл повторно, и ключа в нём нет. Отзовите этот ключ и выпустите новый.',
      main: 'Понятно',
    })
    return
  }
  await openDialog({ title: `Ключ: ${title}`, width: 640 }, () => <NewKeyText value={key} />)
}

function NewKeyText({ value }: { value: string }) {
  const example = `curl -H 'Authorization: Bearer ${value}' ${location.origin}/api/v1/company/getCompany`
  const copy = (text: string, said: string) => {
    void navigator.clipboard.writeText(text)
    toast.success(said)
  }
  return (
    <div className={styles['once']}>
      <p>
        Ключ показан один раз: скопируйте его сейчас. Сервер хранит только отпечаток и показать ключ
        ещё раз не сможет.
      </p>
      <code className={styles['key']} aria-label="Ключ">
        {value}
      </code>
      <div className={rows['buttons']}>
        <Button onClick={() => copy(value, 'Ключ скопирован')}>Скопировать ключ</Button>
        <Button variant="default" onClick={() => copy(example, 'Команда скопирована')}>
          Скопировать пробную команду
        </Button>
      </div>
    </div>
  )
}

function AccountChange({ account, close }: { account: ServiceAccount; close: () => void }) {
  const { id, version } = account
  const save = useSend(serviceAccounts.superUpdateServiceAccount, REFRESHES)
  const form = useRecordForm({
    schema: serviceAccounts.superUpdateServiceAccount.body,
    initial: valuesOf(account),
    version,
    toBody: (values) => ({ id, version, ...values }),
  })
  return (
    <SaveForm form={form} save={save} saved={close} said="Подключение сохранено">
      <AccountFields form={form} />
    </SaveForm>
  )
}

function NewKey({ account, close }: { account: ServiceAccount; close: () => void }) {
  const [clientId] = useState(() => crypto.randomUUID())
  const save = useSend(serviceAccounts.superAddServiceKey, REFRESHES)
  const form = useRecordForm({
    schema: serviceAccounts.superAddServiceKey.body,
    initial: { expires_on: usualTerm() },
    toBody: (values) => ({ client_id: clientId, id: account.id, ...values }),
  })
  const showKey = ({ key }: { key: string | null }) => {
    close()
    void showKeyOnce(account.title, key)
  }
  return (
    <SaveForm form={form} save={save} saved={showKey} said="Ключ выпущен">
      <p className={rows['hint']}>
        Прежние ключи действуют дальше: переведите программу на новый и отзовите старый.
      </p>
      <DateInput label="Ключ действует до" required {...form.field('expires_on')} />
    </SaveForm>
  )
}

function AccountFields({ form }: { form: Pick<RecordForm<Values>, 'field'> }) {
  return (
    <>
      <TextInput
        label="Название"
        description="Этим именем программа подписана в журнале изменений"
        placeholder="Обмен с 1С"
        required
        {...form.field('title')}
      />
      <Checkbox.Group label="Что программе можно" {...form.field('permissions')}>
        <div className={styles['permissions']}>
          {servicePermissionCodes.map((code) => (
            <Checkbox
              key={code}
              value={code}
              label={servicePermissions[code].title}
              description={servicePermissions[code].hint}
            />
          ))}
        </div>
      </Checkbox.Group>
    </>
  )
}
