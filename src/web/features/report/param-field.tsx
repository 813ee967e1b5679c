import { TextInput } from '@mantine/core'
import type { ReportParam } from '#contract/report/report-entities.ts'
import { DateInput } from '#web/ui/inputs/date-input.tsx'
import { MoneyInput } from '#web/ui/inputs/amount-input.tsx'
import { PlateInput } from '#web/ui/inputs/plate-input.tsx'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'
import { SupplierField } from './supplier-field.tsx'

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
