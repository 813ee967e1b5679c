import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { bank, type Bank } from '#contract/bank/bank.ts'
import { bankSetUp, type Provider } from '#contract/bank/bank-set-up.ts'
import { quote } from '#contract/words/quote.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { Fields } from '#web/ui/form/form.tsx'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { BikField } from '../bik-field.tsx'
import { kindTitles } from '../kind-titles.ts'

/** Adds a bank, or changes one: its code and its way of connection are fixed once it is made. */
export function openBank(made?: Bank): Promise<void> {
  return openDialog({ title: made ? made.name : 'Новый банк', width: 640 }, (close) => (
    <BankForm made={made} close={() => close()} />
  ))
}

/** Adds a bank that is paid through this way; gives it when it was saved. */
export function openNewBank(provider: Provider): Promise<Bank | undefined> {
  return openDialog<Bank>({ title: 'Новый банк', width: 640 }, (close) => (
    <NewBank providers={[provider]} saved={close} />
  ))
}

function BankForm({ made, close }: { made: Bank | undefined; close: () => void }) {
  const providers = useCall(bankSetUp.getProviders, {})
  if (providers.error) return <p role="alert">{providers.error.message}</p>
  if (!providers.data) return <Waiting />
  if (!made) return <NewBank providers={providers.data} saved={close} />
  const provider = providers.data.find(({ code }) => code === made.adapter)
  return provider ? <EditBank made={made} provider={provider} close={close} /> : null
}

interface NewBankProps {
  /** Of one alone there is nothing to choose. */
  providers: readonly Provider[]
  saved: (made: Bank) => void
}

function NewBank({ providers, saved }: NewBankProps) {
  const [clientId] = useState(() => crypto.randomUUID())
  const save = useSend(bank.create, { refreshes: [bank.getAll] })
  const form = useRecordForm({
    schema: bank.create.body,
    initial: {
      ...startingValues(providers.length === 1 ? providers[0] : undefined),
      legal_name: '',
      legal_address: '',
    },
    toBody: (values) => ({ client_id: clientId, ...values }),
  })
  const provider = providers.find(({ code }) => code === form.values.adapter)
  const choose = (code: string | null) => {
    const chosen = providers.find((one) => one.code === code)
    if (chosen) form.set(startingValues(chosen))
  }
  return (
    <SaveForm form={form} save={save} saved={saved} said="Банк добавлен">
      <Select
        label="Способ связи"
        required
        allowDeselect={false}
        placeholder="Выберите, через кого платить"
        description={provider && describe(provider)}
        data={providers.filter(isHere).map(({ code, title }) => ({ value: code, label: title }))}
        {...form.field('adapter')}
        onChange={choose}
      />
      {provider && (
        <>
          <Fields columns={2}>
            <TextInput label="Название" required {...form.field('name')} />
            <TextInput label="Код, потом не меняется" required {...form.field('code')} />
          </Fields>
          <Fields columns={2}>
            <BikField label="БИК" required {...form.field('bik')} />
            <AddressSelect provider={provider} {...form.field('base_url')} />
          </Fields>
          <LegalFields form={form} />
        </>
      )}
    </SaveForm>
  )
}

/** Many banks are paid through by a protocol or a file, and each has a name and a code of its own. */
function startingValues(provider: Provider | undefined) {
  return {
    adapter: provider?.code ?? ('' as const),
    name: provider?.title ?? '',
    code: provider?.code ?? '',
    bik: provider?.bik ?? '',
    base_url: provider?.addresses[0] ?? '',
  }
}

interface EditBankProps {
  made: Bank
  provider: Provider
  close: () => void
}

function EditBank({ made, provider, close }: EditBankProps) {
  const save = useSend(bank.update, { refreshes: [bank.getAll] })
  const { id, version } = made
  const form = useRecordForm({
    schema: bank.update.body,
    version,
    initial: {
      name: made.name,
      bik: made.bik,
      base_url: made.base_url ?? '',
      legal_name: made.legal_name ?? '',
      legal_address: made.legal_address ?? '',
    },
    toBody: (values) => ({
      id,
      version,
      ...values,
      base_url: values.base_url || null,
      legal_name: values.legal_name || null,
      legal_address: values.legal_address || null,
    }),
  })
  return (
    <SaveForm form={form} save={save} saved={() => close()} said="Банк сохранён">
      <p>
        {provider.title}, код {quote(made.code)}. {describe(provider)}
      </p>
      <TextInput label="Название" required {...form.field('name')} />
      <Fields columns={2}>
        <BikField label="БИК" required {...form.field('bik')} />
        <AddressSelect provider={provider} {...form.field('base_url')} />
      </Fields>
      <LegalFields form={form} />
    </SaveForm>
  )
}

interface LegalFieldsProps {
  form: { field(name: 'legal_name' | 'legal_address'): object }
}

/** A consent names who processes the data; the БИК directory answers for a bank that says nothing here. */
function LegalFields({ form }: LegalFieldsProps) {
  return (
    <Fields columns={2}>
      <TextInput
        label="Полное название для согласий"
        placeholder="Из справочника БИК"
        {...form.field('legal_name')}
      />
      <TextInput
        label="Адрес для согласий"
        placeholder="Из справочника БИК"
        {...form.field('legal_address')}
      />
    </Fields>
  )
}

/** Money goes to a built-in address only, so an address is chosen and not typed, unless each bank has its own. */
function AddressSelect({ provider, ...field }: { provider: Provider }) {
  if (provider.own_address)
    return (
      <TextInput
        label="Адрес сервера банка"
        required
        description="Стоит в файле настроек обмена, который банк выдаёт для 1С"
        placeholder="https://edi.bank.ru/directbank"
        {...field}
      />
    )
  if (provider.addresses.length === 0) return null
  return (
    <Select
      label="Адрес, один из разрешённых"
      allowDeselect={false}
      data={[...provider.addresses]}
      {...field}
    />
  )
}

/** The training bank exists only where it runs: in a demo. */
export const isHere = ({ training, addresses }: Provider) => !training || addresses.length > 0

function describe({ methods, by_file: byFile, training }: Provider): string {
  const pays = `Платит: ${kindTitles(methods)}`
  if (training) return `${pays}. Учебный: настоящие деньги не уходят`
  return byFile ? `${pays}. Поручения уходят файлом` : pays
}
