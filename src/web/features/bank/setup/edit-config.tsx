import { agreementFields } from '#contract/bank/agreement-record.ts'
import type { ConfigCard } from '#contract/bank/bank-set-up.ts'
import { bankSetUp } from '#contract/bank/bank-set-up.ts'
import { company } from '#contract/company/company.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { formBody, formValues } from '#web/ui/form/record-values.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { readCompanyName } from '../../company/company-choice.ts'
import { ConfigFields } from './config-fields.tsx'
import { changedKeys, initialKeys } from './key-values.ts'
import { ProviderFields } from './provider-fields.tsx'
import styles from './setup.module.css'

interface ConfigPlace {
  companyId: string
  bankConfigId: string
}

/** Changes an agreement; a secret is typed again only to replace it. */
export async function openEditConfig(place: ConfigPlace): Promise<void> {
  const title = `Счёт в банке: ${await readCompanyName(place.companyId)}`
  return openDialog({ title, width: 640 }, (close) => <EditConfig place={place} close={close} />)
}

function EditConfig({ place, close }: { place: ConfigPlace; close: () => void }) {
  const one = useCall(bankSetUp.getConfig, { query: place })
  if (one.error && !one.data) return <p role="alert">{one.error.message}</p>
  if (!one.data) return <Waiting />
  return <EditForm card={one.data} close={close} />
}

function EditForm({ card, close }: { card: ConfigCard; close: () => void }) {
  const save = useSend(company.updateBankConfig, { refreshes: [company.get, bankSetUp.getConfig] })
  const { config, provider, values } = card
  const { version } = config
  const form = useRecordForm({
    schema: company.updateBankConfig.body,
    version,
    initial: {
      ...formValues(agreementFields, { ...config, pci_certificate: card.pci_certificate }),
      credentials: initialKeys(provider.fields, values),
    },
    toBody: ({ credentials, ...typed }) => ({
      companyId: config.company_id,
      bankConfigId: config.id,
      version,
      ...formBody(agreementFields, typed),
      credentials: changedKeys(provider.fields, values, credentials),
    }),
  })
  const isWorking = config.status === 'active' || config.status === 'testing'
  return (
    <SaveForm
      form={form}
      save={save}
      saved={() => {
        form.clear()
        close()
      }}
      said="Изменения счёта сохранены"
    >
      {isWorking && (
        <p className={styles['note']}>
          С новыми ключами или номером счёт отключится до новой проверки
          {card.proof.needed && ' и нового проверочного платежа'}.
        </p>
      )}
      <ConfigFields form={form} provider={provider} bik={card.bank_bik} />
      <ProviderFields form={form} fields={provider.fields} values={values} />
    </SaveForm>
  )
}
