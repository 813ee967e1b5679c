import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { fieldNames, type RecordField, type RecordFields } from '#contract/record/record-field.ts'
import { PercentInput, WeightInput } from '../inputs/amount-input.tsx'
import type { OwnerInputs } from '../inputs/owner-inputs.tsx'
import type { RecordForm } from './record-form.ts'

type OwnerKind = keyof OwnerInputs
const isOwnerKind = (kind: RecordField['kind']): kind is OwnerKind =>
  kind === 'day' || kind === 'inn' || kind === 'phone' || kind === 'mobile'

/** Days and numbers of a person or a firm have large inputs, which a record without them does not load. */
type InputsOf<F extends RecordFields> =
  Extract<F[keyof F]['kind'], OwnerKind> extends never
    ? { inputs?: OwnerInputs }
    : { inputs: OwnerInputs }

interface RecordInputsProps<F extends RecordFields> {
  form: Pick<RecordForm<Record<string, unknown>>, 'field'>
  fields: F
  /** The part of the form whose inputs are drawn. */
  part: string
  /** The first input has the focus when a dialog opens. */
  autofocus?: boolean
}

/** The inputs of one part of the form, in the order in which the record describes them. */
export function RecordInputs<F extends RecordFields>({
  form,
  fields,
  part,
  autofocus,
  inputs,
}: RecordInputsProps<F> & InputsOf<F>) {
  return fieldNames(fields)
    .filter((name) => fields[name]!.part === part)
    .map((name, place) => (
      <RecordInputOf
        key={name}
        field={fields[name]!}
        inputs={inputs}
        props={(options) => ({
          ...form.field(name, options),
          ...(autofocus && place === 0 && { 'data-autofocus': true }),
        })}
      />
    ))
}

interface RecordInputProps {
  field: RecordField
  inputs: OwnerInputs | undefined
  /** What the form gives the input. */
  props: (options?: {
    type: 'checkbox'
  }) => ReturnType<RecordForm<Record<string, unknown>>['field']>
}

// What is longer is a text of one's own words: a paste that is cut without a message would be lost.
const LONGEST_CODE = 60

const TYPING = {
  text: {},
  name: {},
  kpp: {},
  ogrn: { inputMode: 'numeric' },
  okpo: { inputMode: 'numeric' },
  email: { type: 'email' },
} as const

function RecordInputOf({ field, inputs, props }: RecordInputProps) {
  const { kind, label, hint, placeholder, start, max, titles } = field
  const required = field.required ?? start === ''
  const words = { label, description: hint, placeholder, required }
  const amount = { ...words, required: start !== null, ...props() }
  if (kind === 'flag')
    return <Checkbox label={label} description={hint} {...props({ type: 'checkbox' })} />
  if (kind === 'percent') return <PercentInput {...amount} />
  if (kind === 'weight') return <WeightInput {...amount} />
  if (kind === 'choice')
    return (
      <Select
        {...words}
        allowDeselect={false}
        data={Object.entries(titles!).map(([value, title]) => ({ value, label: title }))}
        {...props()}
      />
    )
  if (kind === 'reference') throw new Error('a reference has an input of its own')
  if (isOwnerKind(kind)) {
    const Input = inputs![kind]
    return <Input {...words} {...(max && { max })} {...props()} />
  }
  const text = {
    ...words,
    maxLength: kind !== 'name' && max && max <= LONGEST_CODE ? max : undefined,
    ...props(),
  }
  if (field.lines) return <Textarea autosize={false} rows={field.lines} {...text} />
  return <TextInput autoComplete="off" {...TYPING[kind]} {...text} />
}
