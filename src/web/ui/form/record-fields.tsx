import { Checkbox, Textarea, TextInput } from '@mantine/core'
import type * as z from 'zod/mini'
import {
  fieldNames,
  type RecordField,
  type RecordFields,
  type RecordInput,
  type RecordValues,
} from '#contract/record/record-field.ts'
import type { Fact } from '../dialogs/ask.ts'
import { kg, percent } from '../format.ts'
import { PercentInput, WeightInput } from '../inputs/amount-input.tsx'
import type { RecordForm } from './record-form.ts'

/** What the form holds of a record: an empty text is no text, and a number that is not typed is null. */
export type FormValues<F extends RecordFields> = {
  [K in keyof F]: F[K]['kind'] extends 'text'
    ? string
    : F[K]['kind'] extends 'percent' | 'weight'
      ? number | null
      : z.output<F[K]['answer']>
}

/** The values of a stored record, or those of a new one. */
export function formValues<F extends RecordFields>(
  fields: F,
  record: RecordValues<F> | undefined,
): FormValues<F> {
  const valueOf = (name: keyof F & string) => {
    const { start, kind } = fields[name]!
    return (record ? record[name] : start) ?? (kind === 'text' ? '' : null)
  }
  return Object.fromEntries(
    fieldNames(fields).map((name) => [name, valueOf(name)]),
  ) as FormValues<F>
}

/** The fields of a body; what was emptied is sent as null, so that the server clears it. */
export function formBody<F extends RecordFields>(
  fields: F,
  values: Partial<FormValues<F>>,
): RecordInput<F> {
  const bodyOf = (name: keyof F & string) =>
    values[name] ?? (fields[name]!.start === null ? null : values[name])
  return Object.fromEntries(
    fieldNames(fields).map((name) => [name, bodyOf(name)]),
  ) as RecordInput<F>
}

interface RecordInputsProps {
  form: Pick<RecordForm<Record<string, unknown>>, 'field'>
  fields: RecordFields
  /** The part of the form whose inputs are drawn. */
  part: string
}

/** The inputs of one part of the form, in the order in which the record describes them. */
export function RecordInputs({ form, fields, part }: RecordInputsProps) {
  return fieldNames(fields)
    .filter((name) => fields[name]!.part === part)
    .map((name) => <RecordInputOf key={name} form={form} name={name} field={fields[name]!} />)
}

interface RecordInputProps {
  form: RecordInputsProps['form']
  name: string
  field: RecordField
}

function RecordInputOf({ form, name, field }: RecordInputProps) {
  const { kind, label, hint, placeholder, start } = field
  const words = { label, description: hint, placeholder }
  if (kind === 'flag')
    return <Checkbox label={label} description={hint} {...form.field(name, { type: 'checkbox' })} />
  if (kind === 'percent')
    return <PercentInput {...words} required={start !== null} {...form.field(name)} />
  if (kind === 'weight')
    return <WeightInput {...words} required={start !== null} {...form.field(name)} />
  const text = { ...words, required: kind === 'name', maxLength: field.max, ...form.field(name) }
  return field.lines ? (
    <Textarea autosize={false} rows={field.lines} {...text} />
  ) : (
    <TextInput autoComplete="off" {...text} />
  )
}

/** A record for reading: one line for each field, in its words. */
export function recordFacts<F extends RecordFields>(fields: F, record: RecordValues<F>): Fact[] {
  return fieldNames(fields).map((name) => {
    const field: RecordField = fields[name]!
    return { label: field.fact ?? field.label, value: factOf(field, record[name]) }
  })
}

function factOf({ kind, empty = '—', says, titles }: RecordField, value: unknown): string {
  if (value === null || value === undefined) return empty
  if (kind === 'percent') return percent(value as number)
  if (kind === 'weight') return kg(value as number)
  if (kind === 'flag') return says![value === true ? 0 : 1]
  return titles?.[String(value)] ?? String(value)
}
