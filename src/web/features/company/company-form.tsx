import { Select, TextInput } from '@mantine/core'
import { companyFields, type CompanyCard } from '#contract/company/company-entities.ts'
import { company } from '#contract/company/company.ts'
import { companyChange, updateCompanyBody } from '#contract/company/company-change.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { FieldGroup, Fields } from '#web/ui/form/form.tsx'
import { DateInput } from '#web/ui/inputs/date-input.tsx'
import { InnInput, PhoneInput } from '#web/ui/inputs/masked-inputs.tsx'
import { useRecordForm, type RecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { timeZones } from './time-zones.ts'

type Requisite = keyof typeof companyFields
export type Requisites = Record<Requisite, string | null>

/** Names of all requisites, in the contract's order. */
export const requisites = Object.keys(companyFields) as Requisite[]

/** What acts, payments and prints say of a company; SUPERVISOR alone changes it. */
export function showCompany(id: string): Promise<void> {
  return openDialog({ title: 'Реквизиты компании', width: 960 }, (close) => (
    <CompanyFields id={id} close={close} />
  ))
}

/** The form follows the record: requisites changed by another user are merged with what was typed. */
function CompanyFields({ id, close }: { id: string; close: () => void }) {
  const one = useCall(company.get, { query: { id } }, { quiet: true })
  if (one.error && !one.data) return <p>{one.error.message}</p>
  if (!one.data) return <Waiting />
  return <CompanyForm card={one.data} close={close} />
}

function CompanyForm({ card, close }: { card: CompanyCard; close: () => void }) {
  const save = useSend(companyChange.update, { refreshes: [company.get, company.getAll] })
  const { id, version } = card
  const initial = Object.fromEntries(
    requisites.map((name) => [name, card[name] ?? '']),
  ) as Requisites
  const form = useRecordForm({
    schema: updateCompanyBody,
    initial,
    version,
    // An emptied field is sent as null: if it were left out, the old value would silently remain.
    toBody: (values) => ({
      id,
      version,
      ...Object.fromEntries(requisites.map((name) => [name, values[name] ?? null])),
    }),
  })
  return (
    <SaveForm form={form} save={save} saved={close} said="Реквизиты сохранены">
      <Numbers form={form} />
      <Contacts form={form} zone={card.timezone} />
      <Licence form={form} />
    </SaveForm>
  )
}

export function Licence<V extends Requisites>({ form }: { form: RecordForm<V> }) {
  return (
    <FieldGroup title="Лицензия на заготовку лома">
      <Fields columns={3}>
        <TextInput label="Номер лицензии" {...form.field('licence_number')} />
        <DateInput label="Дата выдачи" {...form.field('licence_date')} />
        <TextInput label="Кем выдана" {...form.field('licence_authority')} />
      </Fields>
    </FieldGroup>
  )
}

export function Numbers<V extends Requisites>({ form }: { form: RecordForm<V> }) {
  const entrepreneur = form.values.inn?.length === 12
  return (
    <FieldGroup title="Компания">
      <Fields columns={2}>
        <TextInput label="Полное название" required {...form.field('name')} />
        <TextInput label="Краткое название" required {...form.field('short_name')} />
      </Fields>
      <Fields columns={4}>
        <InnInput label="ИНН" required {...form.field('inn')} />
        <TextInput
          label="КПП"
          inputMode="numeric"
          placeholder={entrepreneur ? 'У предпринимателя нет' : ''}
          {...form.field('kpp')}
        />
        <TextInput
          label={entrepreneur ? 'ОГРНИП' : 'ОГРН'}
          required
          inputMode="numeric"
          {...form.field('ogrn')}
        />
        <TextInput label="ОКПО" inputMode="numeric" {...form.field('okpo')} />
      </Fields>
    </FieldGroup>
  )
}

interface ContactsProps<V extends Requisites> {
  form: RecordForm<V>
  zone: string
}

export function Contacts<V extends Requisites>({ form, zone }: ContactsProps<V>) {
  const isListedZone = timeZones.some(({ value }) => value === zone)
  return (
    <FieldGroup title="Адрес и руководитель">
      <Fields columns={1}>
        <TextInput label="Юридический адрес" required {...form.field('legal_address')} />
      </Fields>
      <Fields columns={3}>
        <PhoneInput label="Телефон" required {...form.field('phone')} />
        <TextInput label="Эл. почта" type="email" autoComplete="off" {...form.field('email')} />
        <Select
          label="Часовой пояс"
          required
          allowDeselect={false}
          data={isListedZone ? timeZones : [{ value: zone, label: zone }, ...timeZones]}
          {...form.field('timezone')}
        />
      </Fields>
      <Fields columns={2}>
        <TextInput label="Должность руководителя" required {...form.field('director_position')} />
        <TextInput label="ФИО руководителя" required {...form.field('director_name')} />
      </Fields>
    </FieldGroup>
  )
}
