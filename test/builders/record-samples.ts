import { mapFields, type RecordField, type RecordFields } from '#contract/record/record-field.ts'
import { innOfCompany } from './builders.ts'

let numbers = 900

/** Another value for every field of a record; what has a rule of its own there is named in `own`. */
export function sampleValues(
  fields: RecordFields,
  own: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  numbers += 1
  return mapFields(fields, (field, name) => own[name] ?? SAMPLES[field.kind](field))
}

const words = ({ label }: RecordField) => `${label} ${numbers}`
const SAMPLES: Readonly<Record<RecordField['kind'], (field: RecordField) => unknown>> = {
  text: words,
  name: words,
  inn: () => innOfCompany(numbers),
  kpp: () => `770${numbers}001`,
  ogrn: () => '1027739642281',
  okpo: () => '00032537',
  phone: () => `+7499${1_000_000 + numbers}`,
  mobile: () => `+7926${1_000_000 + numbers}`,
  email: () => `n${numbers}@example.ru`,
  day: () => '1980-04-11',
  flag: ({ start }) => start !== true,
  percent: ({ start }) => Number(start) + 25,
  weight: ({ start }) => Number(start) + 5000,
  choice: ({ titles }) => Object.keys(titles!).at(-1),
  reference: ({ label }) => {
    throw new Error(`${label}: name the record that it refers to`)
  },
}

/** The described fields of a record alone. */
export function describedFields<F extends RecordFields>(
  fields: F,
  record: { readonly [K in keyof F]: unknown },
): Record<string, unknown> {
  return mapFields(fields, (_field, name) => record[name])
}
