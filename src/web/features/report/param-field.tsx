import { TextInput } from '@mantine/core'
import type { ReportParam } from '#contract/report/report-entities.ts'
import { DateInput } from '#web/ui/inputs/date-input.tsx'
import { MoneyInput } from '#web/ui/inputs/amount-input.tsx'
import { PlateInput } from '#web/ui/inputs/plate-input.tsx'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'
import { useState } from 'react'
import { supplier } from '#contract/supplier/supplier.ts'
import { send } from '#web/api/send.ts'
import { useCall } from '#web/api/use-call.ts'
import type { FieldProps } from '#web/ui/inputs/field-props.ts'
import { LookupInput, type FoundOption } from '#web/ui/inputs/lookup-input.tsx'

interface ParamFieldProps {
  param: ReportParam
  /** Takes the focus when the form opens. */
  first: boolean
  value: string
  error: string | undefined
  /** `whole`: the value is complete; otherwise it is still being typed. */
  change: (name: string, value: string, whole: boolean) => void
}

/** The input of one parameter by its kind. */
export function ParamField({ param, first, value, error, change }: ParamFieldProps) {
  const { name, title, required, usual, kind, options } = param
  const always = required || usual !== undefined
  const field = {
    label: title,
    required,
    'data-path': `params.${name}`,
    ...(first && { 'data-autofocus': true, autoFocus: true }),
    ...(error && { error }),
  }
  if (kind === 'day')
    return <DateInput {...field} value={value} onChange={(day) => change(name, day ?? '', false)} />
  if (kind === 'plate')
    return (
      <PlateInput {...field} value={value} onChange={(text) => change(name, text ?? '', false)} />
    )
  if (kind === 'text')
    return (
      <TextInput
        {...field}
        autoComplete="off"
        value={value}
        onChange={(event) => change(name, event.currentTarget.value.trim(), false)}
      />
    )
  if (kind === 'money')
    return (
      <MoneyInput
        {...field}
        value={value === '' ? null : Number(value)}
        onChange={(kop) => change(name, kop === null ? '' : String(kop), false)}
      />
    )
  if (kind === 'supplier')
    return <SupplierField {...field} chosen={value} choose={(id) => change(name, id, true)} />
  return (
    <SearchSelect
      {...field}
      clearable={!always}
      allowDeselect={!always}
      placeholder={always ? '' : 'Все'}
      nothingFoundMessage="Ничего не найдено"
      data={options ?? []}
      value={value || null}
      onChange={(id) => change(name, id ?? '', true)}
    />
  )
}

interface SupplierFieldProps extends Omit<FieldProps<string>, 'value' | 'onChange'> {
  /** Empty for all. */
  chosen: string
  choose: (id: string) => void
}

/** A supplier by words, ИНН or phone; one that the address named is asked for by its id. */
function SupplierField({ chosen: id, choose, ...field }: SupplierFieldProps) {
  const [taken, setTaken] = useState<FoundOption | null>(null)
  const known = taken?.id === id
  const asked = useCall(supplier.get, { query: { id } }, { when: id !== '' && !known, quiet: true })
  const named = asked.data && { id, label: asked.data.name }
  return (
    <LookupInput
      {...field}
      placeholder="Все"
      find={async (mask) =>
        (await send(supplier.find, { query: { mask } })).map((one) => ({
          id: one.id,
          label: one.name,
          ...(one.inn && { note: one.inn }),
        }))
      }
      value={id === '' ? null : known ? taken : (named ?? null)}
      onChange={(option) => {
        setTaken(option)
        choose(option?.id ?? '')
      }}
    />
  )
}
