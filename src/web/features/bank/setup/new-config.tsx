import { useState } from 'react'
import { agreementFields } from '#contract/bank/agreement-record.ts'
import { bankOffers, type BankStep } from '#contract/bank/bank-offers.ts'
import { bank, type Bank } from '#contract/bank/bank.ts'
import type { Provider } from '#contract/bank/bank-set-up.ts'
import { company } from '#contract/company/company.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { formBody, formValues } from '#web/ui/form/record-values.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { readCompanyName } from '../../company/company-choice.ts'
import { BankChoice } from './bank-choice.tsx'
import drawing from './bank-preparation.module.css'
import { ConfigFields } from './config-fields.tsx'
import { changedKeys, initialKeys } from './key-values.ts'
import { ProviderFields } from './provider-fields.tsx'
import styles from './setup.module.css'

/**
 * Makes an agreement of a company with a bank, a draft through which nothing is paid yet: first the way to pay, then what its
 * bank gives for it. Checking and allowing it follow on its card.
 */
export async function openNewConfig(companyId: string): Promise<void> {
  const owner = await readCompanyName(companyId)
  const title = `Новый счёт в банке: ${owner}`
  return openDialog({ title, width: 640 }, (close) => (
    <BankChoice
      choose={(chosen, provider) =>
        void openConfigForm({ companyId, owner, chosen, provider }).then((made) => made && close())
      }
    />
  ))
}

/** True when it was saved; the way back leads to the choice. */
function openConfigForm({ owner, ...place }: ConfigPlace): Promise<true | undefined> {
  const title = `Новый счёт: ${place.chosen.name}, ${owner}`
  return openDialog<true>({ title, width: 960 }, (close) => (
    <NewConfigForm {...place} close={() => close(true)} />
  ))
}

interface ConfigPlace extends Omit<NewConfigFormProps, 'close'> {
  /** Whose account it will be. */
  owner: string
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
  const { code, fields } = provider
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
      <div className={styles['sides']}>
        <BankPreparation bankName={chosen.name} steps={bankOffers[code].preparation} />
        <div className={styles['body']}>
          <ProviderFields form={form} fields={fields} />
          <ConfigFields form={form} provider={provider} bik={chosen.bik} />
        </div>
      </div>
    </SaveForm>
  )
}

interface BankPreparationProps {
  bankName: string
  steps: readonly BankStep[]
}

/** What is done at the bank first, each step with a drawing of where its cabinet has it. */
function BankPreparation({ bankName, steps }: BankPreparationProps) {
  return (
    <section className={drawing['preparation']} aria-label="Сначала в банке">
      <h3>Сначала в банке</h3>
      <ol>
        {steps.map(({ text, place }) => (
          <li key={text}>
            <span>{text}</span>
            {place && <CabinetDrawing bankName={bankName} place={place} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The cabinet of a bank as it is remembered, not as it looks: where the menu is, what is chosen in it, and what is pressed. */
function CabinetDrawing({ bankName, place }: { bankName: string; place: readonly string[] }) {
  const [section, ...rest] = place
  const pressed = rest.at(-1)
  return (
    <span
      className={drawing['cabinet']}
      role="img"
      aria-label={`В кабинете: ${place.join(' → ')}`}
      title={place.join(' → ')}
    >
      <span className={drawing['bar']}>{bankName}</span>
      <span className={drawing['menu']}>
        <i />
        <i />
        <b>{section}</b>
        <i />
      </span>
      <span className={drawing['pane']}>
        {rest.slice(0, -1).map((part) => (
          <b key={part}>{part}</b>
        ))}
        <i />
        {pressed && <strong>{pressed}</strong>}
      </span>
    </span>
  )
}
