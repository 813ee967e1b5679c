import type * as z from 'zod/mini'
import {
  fieldNames,
  type RecordField,
  type RecordFields,
  type RecordInput,
  type RecordValues,
} from '#contract/record/record-field.ts'
import { formatPhone } from '#contract/requisites/phone.ts'
import type { Fact } from '../dialogs/ask.ts'
import { day, kg, percent } from '../format.ts'

/** What the form holds of a record: an empty text is no text, and a number that is not typed is null. */
export type FormValues<F extends RecordFields> = {
  [K in keyof F]: F[K]['kind'] extends TextKind
    ? string
    : F[K]['kind'] extends 'percent' | 'weight'
      ? number | null
      : z.output<F[K]['answer']>
}

const textKinds = ['text', 'inn', 'kpp', 'ogrn', 'okpo', 'email'] as const
type TextKind = (typeof textKinds)[number]
const isText = (kind: RecordField['kind']) => textKinds.some((one) => one === kind)

/** The values of a stored record, or those of a new one. */
export function formValues<F extends RecordFields>(
  fields: F,
  record: RecordValues<F> | undefined,
): FormValues<F> {
  const valueOf = (name: keyof F & string) => {
    const { start, kind } = fields[name]!
    return (record ? record[name] : start) ?? (isText(kind) ? '' : null)
  }
  return Object.fromEntries(
    fieldNames(fields).map((name) => [name, valueOf(name)]),
  ) as FormValues<F>
}

/** The fields of a body; what was emptied is sent as null: the server clears it, or refuses what a record needs. */
export function formBody<F extends RecordFields>(
  fields: F,
  values: Partial<FormValues<F>>,
): RecordInput<F> {
  const bodyOf = (name: keyof F & string) => {
    const { start } = fields[name]!
    return values[name] ?? (start === null || start === '' ? null : values[name])
  }
  return Object.fromEntries(
    fieldNames(fields).map((name) => [name, bodyOf(name)]),
  ) as RecordInput<F>
}

/** A record for reading: one line for each field, in its words. */
export function recordFacts<F extends RecordFields>(fields: F, record: RecordValues<F>): Fact[] {
  return fieldNames(fields).map((name) => {
    const field: RecordField = fields[name]!
    return { label: field.fact ?? field.label, value: factOf(field, record[name]) }
  })
}

function factOf(field: RecordField, value: unknown): string {
  return fieldText(field, value) || (field.empty ?? '—')
}

/** A value as a person reads it; nothing is an empty text. */
export function fieldText({ kind, says, titles }: RecordField, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (kind === 'percent') return percent(value as number)
  if (kind === 'weight') return kg(value as number)
  if (kind === 'flag') return says![value === true ? 0 : 1]
  const text = String(value)
  if (kind === 'day') return day(text)
  if (kind === 'phone' || kind === 'mobile') return formatPhone(text)
  return titles?.[text] ?? text
}
