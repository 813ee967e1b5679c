import { partTitle, partWords } from '#contract/company/driver-titles.ts'
import type { AuditChange } from '#contract/audit/audit.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import { formatKg, formatMoney, formatPercent } from '#contract/core/input-text.ts'
import { fieldTitle } from './field-titles.ts'
import { valueWords } from './value-words.ts'

const MAX_CHANGES = 200
const MAX_TEXT = 4000

/** What an event is about and where it is read. */
interface Reading {
  readonly entity: string | null
  readonly timezone: string
  /** The name of a record that a field holds the id of. */
  readonly nameOf?: (field: string, id: string) => string | undefined
}

/** The fields of which `before` and `after` differ, as a person reads them. */
export function describeChanges(before: unknown, after: unknown, reading: Reading): AuditChange[] {
  const [was, now] = [asRecord(before), asRecord(after)]
  return inOrder(changedFields(was, now), reading.entity)
    .slice(0, MAX_CHANGES)
    .map((field) => ({
      title: fieldTitle(field),
      before: textOf(field, was[field], reading),
      after: textOf(field, now[field], reading),
    }))
}

/** Of a device first what its weights and pictures hang on; a stored event keeps no order of its own. */
const FIRST_OF_DEVICE = [
  'address',
  'driver',
  'connection',
  'post_id',
  'site_id',
  'disabled',
  'presence_g',
  'zero_band_g',
]

function inOrder(fields: readonly string[], entity: string | null): string[] {
  if (entity !== 'device') return [...fields]
  const placeOf = (field: string) =>
    FIRST_OF_DEVICE.includes(field) ? FIRST_OF_DEVICE.indexOf(field) : FIRST_OF_DEVICE.length
  return fields.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Titles of the changed fields, for one cell. */
export function listChanges(before: unknown, after: unknown): string {
  const fields = changedFields(asRecord(before), asRecord(after)).map(fieldTitle)
  const text = [...new Set(fields)].join(', ')
  return text.length > 1000 ? `${text.slice(0, 999)}…` : text
}

function changedFields(was: Record<string, unknown>, now: Record<string, unknown>): string[] {
  const fields = [...new Set([...Object.keys(was), ...Object.keys(now)])]
  return fields.filter((field) => JSON.stringify(was[field]) !== JSON.stringify(now[field]))
}

export function asRecord(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
}

function textOf(field: string, value: unknown, reading: Reading): string {
  const text = fieldWords(field, value, reading)
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text
}

/** Units stand in the names of fields: kopecks, grams, basis points. */
export function fieldWords(field: string, value: unknown, reading: Reading): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'Да' : 'Нет'
  if (typeof value === 'number') return numberOf(field, value)
  if (typeof value === 'string') return wordsOfText(field, value, reading)
  if (Array.isArray(value))
    return value.map((item) => fieldWords(field, item, reading)).join(isPlain(value) ? ', ' : '\n')
  return Object.entries(value)
    .filter(([, part]) => part !== null && part !== undefined && part !== '')
    .map(([name, part]) =>
      field === 'connection'
        ? `${partTitle(name)}: ${partWords(name, part)}`
        : `${fieldTitle(name)}: ${fieldWords(name, part, reading)}`,
    )
    .join('; ')
}

const wordsOfText = (field: string, text: string, { entity, timezone, nameOf }: Reading): string =>
  INSTANT.test(text)
    ? momentOf(text, timezone)
    : DAY.test(text)
      ? russianDay(text)
      : (nameOf?.(field, text) ?? valueWords(field, text, entity))

const isPlain = (list: readonly unknown[]) => list.every((item) => typeof item !== 'object')

function numberOf(field: string, value: number): string {
  if (field.endsWith('_kop')) return `${formatMoney(value)} ₽`
  if (field.endsWith('_bp')) return `${formatPercent(value)} %`
  if (field.endsWith('_g')) return `${formatKg(value)} кг`
  return String(value)
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/

function momentOf(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('ru-RU', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone,
  }).format(new Date(instant))
}
