import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { price } from '#contract/price/price.ts'
import type { SupplierCard } from '#contract/supplier/supplier-entities.ts'
import {
  supplierFields,
  supplierFieldsOf,
  type SupplierPart,
} from '#contract/supplier/supplier-record.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { FieldGroup, Fields } from '#web/ui/form/form.tsx'
import { RecordInputs } from '#web/ui/form/record-fields.tsx'
import { ownerInputs } from '#web/ui/inputs/owner-inputs.tsx'
import { SnilsInput } from '#web/ui/inputs/masked-inputs.tsx'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'
import type { RecordForm } from '#web/ui/form/record-form.ts'
import { RegistryFill } from '../../company/registry-fill.tsx'
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
          <PlainFields form={form} part="contact" />
          <PriceColumn field={form.field('price_column_id')} />
        </Fields>
        <PlainFields form={form} part="notes" />
      </FieldGroup>
    </>
  )
}

function CompanyFields({ form }: Props) {
  return (
    <FieldGroup title="Организация">
      <PlainFields form={form} part="company" autofocus />
      <Fields columns={4}>
        <PlainFields form={form} part="numbers" />
        <PlainFields form={form} part="vat" />
      </Fields>
      <RegistryFill
        form={form}
        inn={form.values.inn}
        fields={supplierFieldsOf.company}
        proposed={(party) => ({
          org_name: party.short_name ?? party.full_name,
          kpp: party.kpp,
          ogrn: party.ogrn,
          org_address: party.address,
        })}
      />
      <Fields columns={2}>
        <PlainFields form={form} part="addresses" />
      </Fields>
    </FieldGroup>
  )
}

function PersonFields({ form, card }: Props) {
  return (
    <FieldGroup title="Человек">
      <Fields columns={3}>
        <PlainFields form={form} part="person" autofocus />
        <SearchSelect
          label={supplierFields.citizenship.label}
          data={countryOptions}
          nothingFoundMessage="Такой страны нет"
          {...form.field('citizenship')}
        />
        <PlainFields form={form} part="numbers" />
        <SnilsInput
          label="СНИЛС"
          {...(card?.snils_masked && { placeholder: card.snils_masked })}
          {...form.field('snils')}
        />
      </Fields>
      {form.values.type === 'ip' && (
        <>
          <Fields columns={3}>
            <PlainFields form={form} part="business" />
            <PlainFields form={form} part="vat" />
          </Fields>
          <RegistryFill
            form={form}
            inn={form.values.inn}
            fields={supplierFieldsOf.ip}
            proposed={(party) => ({
              last_name: party.last_name,
              first_name: party.first_name,
              middle_name: party.middle_name,
              ogrn: party.kind === 'entrepreneur' ? party.ogrn : null,
            })}
          />
        </>
      )}
      <Fields columns={2}>
        <PlainFields form={form} part="addresses" />
      </Fields>
    </FieldGroup>
  )
}

interface PlainFieldsProps {
  form: RecordForm<SupplierValues>
  part: SupplierPart
  autofocus?: boolean
}

/** The fields of one part that the chosen kind of supplier has, in the words of that kind. */
function PlainFields({ form, ...rest }: PlainFieldsProps) {
  return (
    <RecordInputs
      form={form}
      fields={supplierFieldsOf[form.values.type]}
      inputs={ownerInputs}
      {...rest}
    />
  )
}

function PriceColumn({ field }: { field: object }) {
  const { data } = useCall(price.getColumns, { query: {} }, { fresh: REFERENCE_MS, quiet: true })
  const active = (data?.items ?? []).filter(({ status }) => status === 'active')
  return (
    <Select
      label={supplierFields.price_column_id.label}
      clearable
      placeholder="Основная"
      data={active.map(({ id, title }) => ({ value: id, label: title }))}
      {...field}
    />
  )
}
