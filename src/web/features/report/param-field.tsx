import type { ReportParam } from '#contract/report/report-entities.ts'
import { DateInput } from '#web/ui/inputs/date-input.tsx'
import { PlateInput } from '#web/ui/inputs/plate-input.tsx'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'

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
  const { name, title, required, kind, options } = param
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
  return (
    <SearchSelect
      {...field}
      clearable
      placeholder="Все"
      nothingFoundMessage="Ничего не найдено"
      data={options ?? []}
      value={value || null}
      onChange={(id) => change(name, id ?? '', true)}
    />
  )
}
