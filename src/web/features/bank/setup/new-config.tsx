import { Select } from '@mantine/core'
import { useState } from 'react'
import { Link } from '#web/router/link.tsx'
import { agreementFields } from '#contract/bank/agreement-record.ts'
import { bank, type Bank } from '#contract/bank/bank.ts'
import { bankSetUp, type Provider } from '#contract/bank/bank-set-up.ts'
import { company } from '#contract/company/company.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { paths } from '#contract/screen-paths.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { formBody, formValues } from '#web/ui/form/record-values.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { ConfigFields } from './config-fields.tsx'
import { changedKeys, initialKeys } from './key-values.ts'
import { ProviderFields } from './provider-fields.tsx'
import styles from './setup.module.css'

const MOST_BANKS = 200

/** Makes an agreement of a company with a bank: a draft, through which nothing is paid yet. */
export function openNewConfig(companyId: string): Promise<void> {
  return openDialog({ title: 'Новый счёт в банке', width: 640 }, (close) => (
    <NewConfig companyId={companyId} close={close} />
  ))
}

/** First the bank, then the form that its provider describes. */
function NewConfig({ companyId, close }: { companyId: string; close: () => void }) {
  const [chosenId, setChosenId] = useState<string | null>(null)
  const banks = useCall(bank.getAll, {
    query: { filter: { status: ['active'], sort: [['name', 'asc']], limit: MOST_BANKS } },
  })
  const providers = useCall(bankSetUp.getProviders, {})
  const error = banks.error ?? providers.error
  if (error) return <p role="alert">{error.message}</p>
  if (!banks.data || !providers.data) return <Waiting />
  const { items } = banks.data
  if (items.length === 0)
    return (
      <p>
        Ни один банк не включён. Добавьте его в разделе{' '}
        <Link to={paths.superBanks} onClick={() => close()}>
          «Банки»
        </Link>
        .
      </p>
    )
  const chosen = items.find(({ id }) => id === chosenId) ?? (items.length === 1 ? items[0] : null)
  const provider = providers.data.find(({ code }) => code === chosen?.adapter)
  return (
    <div className={styles['body']}>
      <Select
        label="Банк"
        required
        allowDeselect={false}
        placeholder="Выберите банк"
        data={items.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen?.id ?? null}
        onChange={setChosenId}
      />
      {chosen && provider && (
        <NewConfigForm
          key={chosen.id}
          companyId={companyId}
          chosen={chosen}
          provider={provider}
          close={close}
        />
      )}
    </div>
  )
}

interface NewConfigFormProps {
  companyId: string
  chosen: Bank
  provider: Provider
  close: () => void
}

function NewConfigForm({ companyId, chosen, provider, close }: NewConfigFormProps) {
  const [clientId] = useState(() => crypto.randomUUID())
  const save = useSend(company.addBankConfig, { refreshes: [company.get, bank.getAll] })
  const { fields } = provider
  const form = useRecordForm({
    schema: company.addBankConfig.body,
    initial: {
      ...formValues(agreementFields, undefined),
      title: chosen.name.slice(0, 60),
      credentials: initialKeys(fields),
    },
    toBody: ({ credentials, ...values }) => ({
      client_id: clientId,
      companyId,
      bank_id: chosen.id,
      ...formBody(agreementFields, values),
      credentials: changedKeys(fields, [], credentials),
    }),
  })
  return (
    <SaveForm
      form={form}
      save={save}
      saved={() => {
        form.clear()
        close()
      }}
      said="Счёт сохранён. Осталось проверить его и начать платить"
    >
      <ConfigFields form={form} provider={provider} bik={chosen.bik} />
      <ProviderFields form={form} fields={fields} />
    </SaveForm>
  )
}
