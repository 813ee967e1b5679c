import { Select, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { price } from '#contract/price/price.ts'
import type { SupplierCard } from '#contract/supplier/supplier-entities.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { FieldGroup, Fields } from '#web/ui/form/form.tsx'
import { DateInput } from '#web/ui/inputs/date-input.tsx'
import { InnInput, PhoneInput, SnilsInput } from '#web/ui/inputs/masked-inputs.tsx'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'
import type { RecordForm } from '#web/ui/form/record-form.ts'
import { countryOptions } from './countries.ts'
import { DocFields } from './doc-fields.tsx'
import { PassportScan } from './passport-scan.tsx'
import { Representatives } from './representatives.tsx'
import { hasRepresentatives, type SupplierValues } from './supplier-values.ts'

type Props = { form: RecordForm<SupplierValues>; card?: SupplierCard | undefined }

/** The fields of one kind of supplier: an organisation's requisites, or a person with an identity document. */
export function SupplierFields({ form, card, document }: Props & { document?: ReactNode }) {
  const { type } = form.values
  return (
    <>
      {type === 'company' ? (
        <CompanyFields form={form} />
      ) : (
        <>
          <PassportScan form={form} />
          <PersonFields form={form} card={card} />
          <DocFields form={form} document={document} />
        </>
      )}
      {hasRepresentatives(type) && <Representatives form={form} card={card} />}
      <FieldGroup title="Связь и условия">
        <Fields columns={3}>
          <PhoneInput label="Мобильный телефон" mobile {...form.field('phone')} />
          <TextInput label="Эл. почта" type="email" autoComplete="off" {...form.field('email')} />
          <PriceColumn field={form.field('price_column_id')} />
        </Fields>
        <Textarea label="Примечание" autosize={false} rows={2} {...form.field('comment')} />
      </FieldGroup>
    </>
  )
}

function CompanyFields({ form }: Props) {
  return (
    <FieldGroup title="Организация">
      <TextInput label="Название" required data-autofocus {...form.field('org_name')} />
      <Fields columns={4}>
        <InnInput label="ИНН" length={10} {...form.field('inn')} />
        <TextInput label="КПП" maxLength={9} {...form.field('kpp')} />
        <TextInput label="ОГРН" inputMode="numeric" maxLength={13} {...form.field('ogrn')} />
        <VatMode form={form} />
      </Fields>
      <Fields columns={2}>
        <TextInput label="Юридический адрес" {...form.field('org_address')} />
        <TextInput label="Фактический адрес" {...form.field('fact_address')} />
      </Fields>
    </FieldGroup>
  )
}

function PersonFields({ form, card }: Props) {
  return (
    <FieldGroup title="Человек">
      <Fields columns={3}>
        <TextInput
          label="Фамилия"
          required
          data-autofocus
          autoComplete="off"
          {...form.field('last_name')}
        />
        <TextInput label="Имя" required autoComplete="off" {...form.field('first_name')} />
        <TextInput label="Отчество" autoComplete="off" {...form.field('middle_name')} />
        <DateInput label="Дата рождения" {...form.field('birth_date')} />
        <TextInput label="Место рождения" {...form.field('birth_place')} />
        <SearchSelect
          label="Гражданство"
          data={countryOptions}
          nothingFoundMessage="Такой страны нет"
          {...form.field('citizenship')}
        />
        <InnInput label="ИНН" length={12} {...form.field('inn')} />
        <SnilsInput
          label="СНИЛС"
          {...(card?.snils_masked && { placeholder: card.snils_masked })}
          {...form.field('snils')}
        />
      </Fields>
      {form.values.type === 'ip' && <BusinessFields form={form} />}
      <Fields columns={2}>
        <TextInput label="Адрес регистрации" {...form.field('reg_address')} />
        <TextInput label="Адрес проживания" {...form.field('fact_address')} />
      </Fields>
    </FieldGroup>
  )
}

function BusinessFields({ form }: Props) {
  return (
    <Fields columns={3}>
      <TextInput label="ОГРНИП" inputMode="numeric" maxLength={15} {...form.field('ogrn')} />
      <TextInput label="Название дела" {...form.field('org_name')} />
      <VatMode form={form} />
    </Fields>
  )
}

const VAT = [
  { value: 'no_vat', label: 'Без НДС' },
  { value: 'vat_payer', label: 'Платит НДС' },
]

/** Private persons never pay it, so only businesses are asked (domain.md 2.4). */
function VatMode({ form }: Props) {
  return <Select label="НДС" data={VAT} allowDeselect={false} {...form.field('vat_mode')} />
}

function PriceColumn({ field }: { field: object }) {
  const { data } = useCall(price.getColumns, { query: {} }, { fresh: REFERENCE_MS, quiet: true })
  const active = (data?.items ?? []).filter(({ status }) => status === 'active')
  return (
    <Select
      label="Колонка прайса"
      clearable
      placeholder="Основная"
      data={active.map(({ id, title }) => ({ value: id, label: title }))}
      {...field}
    />
  )
}
