import { Select } from '@mantine/core'
import type { CompanyCard } from '#contract/company/company-entities.ts'
import { companyFields } from '#contract/company/company-record.ts'
import { company } from '#contract/company/company.ts'
import { companyChange, updateCompanyBody } from '#contract/company/company-change.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { FieldGroup, Fields } from '#web/ui/form/form.tsx'
import { RecordInputs } from '#web/ui/form/record-fields.tsx'
import { formBody, formValues, type FormValues } from '#web/ui/form/record-values.ts'
import { ownerInputs } from '#web/ui/inputs/owner-inputs.tsx'
import { useRecordForm, type RecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { RegistryFill } from './registry-fill.tsx'
import { timeZones } from './time-zones.ts'

export type Requisites = FormValues<typeof companyFields>

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
  const form = useRecordForm({
    schema: updateCompanyBody,
    initial: formValues(companyFields, card),
    version,
    toBody: (values) => ({ id, version, ...formBody(companyFields, values) }),
  })
  return (
    <SaveForm form={form} save={save} saved={close} said="Реквизиты сохранены">
      <Numbers form={form} />
      <Contacts form={form} zone={card.timezone} />
      <Licence form={form} />
    </SaveForm>
  )
}

interface PartProps<V extends Requisites> {
  form: RecordForm<V>
}

export function Licence<V extends Requisites>({ form }: PartProps<V>) {
  return (
    <FieldGroup title="Лицензия на заготовку лома">
      <Fields columns={3}>
        <PlainFields form={form} part="licence" />
      </Fields>
    </FieldGroup>
  )
}

export function Numbers<V extends Requisites>({ form }: PartProps<V>) {
  return (
    <FieldGroup title="Компания">
      <Fields columns={2}>
        <PlainFields form={form} part="names" />
      </Fields>
      <Fields columns={4}>
        <PlainFields form={form} part="numbers" />
      </Fields>
      <RegistryFill
        form={form}
        inn={form.values.inn}
        fields={companyFields}
        proposed={(party) => ({
          name: party.full_name,
          short_name: party.short_name,
          kpp: party.kpp,
          ogrn: party.ogrn,
          okpo: party.okpo,
          legal_address: party.address,
          director_position: party.director_position,
          director_name: party.director_name,
        })}
      />
    </FieldGroup>
  )
}

export function Contacts<V extends Requisites>({ form, zone }: PartProps<V> & { zone: string }) {
  const isListedZone = timeZones.some(({ value }) => value === zone)
  return (
    <FieldGroup title="Адрес и руководитель">
      <Fields columns={1}>
        <PlainFields form={form} part="address" />
      </Fields>
      <Fields columns={3}>
        <PlainFields form={form} part="contact" />
        <Select
          label={companyFields.timezone.label}
          required
          allowDeselect={false}
          data={isListedZone ? timeZones : [{ value: zone, label: zone }, ...timeZones]}
          {...form.field('timezone')}
        />
      </Fields>
      <Fields columns={2}>
        <PlainFields form={form} part="director" />
      </Fields>
    </FieldGroup>
  )
}

const entrepreneurFields = {
  ...companyFields,
  kpp: { ...companyFields.kpp, placeholder: 'У предпринимателя нет' },
  ogrn: { ...companyFields.ogrn, label: 'ОГРНИП' },
}

/** The inputs of one part, in the words of a firm or of an entrepreneur. */
function PlainFields<V extends Requisites>({ form, part }: PartProps<V> & { part: string }) {
  const fields = form.values.inn?.length === 12 ? entrepreneurFields : companyFields
  return <RecordInputs form={form} fields={fields} part={part} inputs={ownerInputs} />
}
