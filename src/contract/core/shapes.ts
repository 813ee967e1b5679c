import * as z from 'zod/mini'
import { ofSigns } from '../words/plural.ts'
import type { Entity } from './entities.ts'

/** Facts about a schema that JSON Schema cannot say: whose id it is, what hides behind JSON text. */
export const hints = z.registry<{ entity?: Entity; json?: unknown; title?: string }>()

const MAX_SAFE = Number.MAX_SAFE_INTEGER
// Control characters but not the line break and the tab, which only `lines` allows; U+FFFE and U+FFFF are not text.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\ufffe\uffff]/
// oxlint-disable-next-line no-control-regex
const CONTROL_IN_LINES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/
// Bidirectional overrides reorder a name or a purpose on screen and in print (security.md 6.1).
const BIDI = /[\u202a-\u202e\u2066-\u2069]/
// A whole run of digits: the first nineteen of an account are no card, whatever Luhn makes of them.
const CARD_RUN = /(?<!\d)\d{16,19}(?!\d)/g

export const CARD_NUMBER_MESSAGE = 'Номер карты сюда вводить нельзя'

function luhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const d = digits.charCodeAt(digits.length - 1 - i) - 48
    const v = i % 2 === 1 ? d * 2 : d
    sum += v > 9 ? v - 9 : v
  }
  return sum % 10 === 0
}

const CARD_BRAND = /^(220[0-4]|4|5[0-8]|2[2-7]|62|81|35|63|67)/

/** True when a text holds a run of 16, 18 or 19 digits that is a payable card number. */
export function holdsCardNumber(value: string): boolean {
  for (const run of value.match(CARD_RUN) ?? [])
    if (run.length !== 17 && CARD_BRAND.test(run) && luhn(run)) return true
  return false
}

function clean(control: RegExp) {
  return z.refine<string>(
    (v) => !control.test(v) && !BIDI.test(v) && v.isWellFormed(),
    'Недопустимые символы',
  )
}

// Spaces of no width and other signs for the typesetter alone: a name of nothing else is an empty one.
const UNSEEN = /^[\p{Cf}\s]+$/u
const hasVisibleText = z.refine<string>((v) => !UNSEEN.test(v), 'Заполните поле')

/** One line of text, trimmed and NFC, 1…max characters (min 0 allows the empty text). */
export function text(max: number, min = 1) {
  return z.string().check(
    z.trim(),
    z.normalize('NFC'),
    z.minLength(min),
    z.maxLength(max),
    clean(CONTROL),
    hasVisibleText,
    z.refine((v) => !holdsCardNumber(v), CARD_NUMBER_MESSAGE),
  )
}

/** Several lines of text: `\n` and `\t` are allowed. */
export function lines(max: number, min = 0) {
  return z.string().check(
    z.trim(),
    z.normalize('NFC'),
    z.minLength(min),
    z.maxLength(max),
    clean(CONTROL_IN_LINES),
    hasVisibleText,
    z.refine((v) => !holdsCardNumber(v), CARD_NUMBER_MESSAGE),
  )
}

/** Text that only the server writes: it is bounded, and may be empty or formatted. */
export function displayText(max: number) {
  return z.string().check(z.maxLength(max))
}

/** Digits by a pattern with its own Russian message, for codes such as БИК. */
export function pattern(regex: RegExp, message: string) {
  return z.string().check(z.trim(), z.maxLength(64), z.regex(regex, message))
}

/** A time of the day by a company's clock. */
export const clockTime = pattern(/^([01]\d|2[0-3]):[0-5]\d$/, 'Время пишется так: 21:30')

const BAD_ID = 'Неверный идентификатор'
const isLowerCase = (v: string) => v === v.toLowerCase()

/** A uuid in lower case; `"0"` is never an id. */
export function id(entity: Entity) {
  return z.uuid(BAD_ID).check(z.refine(isLowerCase, BAD_ID)).register(hints, { entity })
}

/** A client-made uuid that makes a repeated create harmless. */
export const clientId = z.uuid(BAD_ID).check(z.refine(isLowerCase, BAD_ID))

export function int(min: number, max: number) {
  return z.int().check(
    z.minimum(min),
    z.maximum(max),
    z.overwrite((v: number) => v + 0),
  )
}

/** Integer kopecks, not negative, below 2^53. */
export const kop = int(0, MAX_SAFE)
/** Integer kopecks above zero. */
export const positiveKop = int(1, MAX_SAFE)
/** Integer grams, not negative, below 2^53. */
export const grams = int(0, MAX_SAFE)
/** Grams that a person typed: at most six digits of kilograms before the comma (domain.md 8). */
export const gramsInput = int(0, 999_999_999)
/** Integer grams of either sign: only a live reading may be below zero. */
export const signedGrams = int(-MAX_SAFE, MAX_SAFE)
/** Basis points, 10000 = 100 %. */
export const bp = int(0, 10_000)
/** Thousandths of a microsievert an hour. */
export const usvHMilli = int(0, 1_000_000_000)
/** The version that an update was based on. */
export const version = int(1, 2_147_483_647)
export const count = int(0, MAX_SAFE)

function isCalendarDay(v: string): boolean {
  const [y, m, d] = v.split('-').map(Number) as [number, number, number]
  const date = new Date(Date.UTC(y, m - 1, d))
  return y >= 1900 && y <= 2200 && date.getUTCMonth() === m - 1 && date.getUTCDate() === d
}

/** A calendar day `YYYY-MM-DD` that exists, 1900…2200. */
export const day = z
  .string()
  .check(
    z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Такой даты нет: напишите день, месяц и год'),
    z.refine(isCalendarDay, 'Такой даты нет'),
  )

/** An instant, ISO 8601 in UTC with `Z`, in the years of a `day`. */
export const instant = z.iso
  .datetime('Время в виде 2026-11-21T04:00:00Z')
  .check(z.refine((v) => v >= '1900' && v < '2201', 'Год от 1900 до 2200'))

export function list<T extends z.ZodMiniType>(item: T, max: number, min = 0) {
  return z.array(item).check(z.minLength(min), z.maxLength(max))
}

/** A list of some of the named words, such as the statuses of a filter. */
export function someOf<const V extends readonly string[]>(words: V) {
  return list(z.enum(words), words.length, 1)
}

/** A dictionary with at most `max` keys. */
export function recordOf<K extends z.core.$ZodRecordKey, V extends z.ZodMiniType>(
  key: K,
  value: V,
  max: number,
) {
  return z
    .record(key, value)
    .check(z.refine((v) => Object.keys(v).length <= max, `Не больше ${max} ключей`))
    .register(z.globalRegistry, { maxProperties: max })
}

// JSON's own spelling of NUL and of half a character: PostgreSQL keeps neither in jsonb. An even number of backslashes
// before it would be a text about such a spelling.
const NOT_IN_JSONB = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/** Any JSON of at most `max` characters: what a screen keeps for itself, or before and after of a change. */
export function jsonValue(max: number) {
  const text = (v: unknown) => JSON.stringify(v) ?? ''
  return z
    .unknown()
    .check(
      z.refine((v) => text(v).length <= max, `Не длиннее ${ofSigns(max)}`),
      z.refine((v) => !NOT_IN_JSONB.test(text(v)), 'Недопустимые символы'),
    )
    .register(z.globalRegistry, { 'x-max-length': max })
}

/** Body of a call with a plural name: one object, or up to 200 that succeed or fail each for itself. */
export function oneOrBatch<T extends z.ZodMiniType>(one: T) {
  return z.union([one, list(one, MAX_LIMIT, 1)])
}

/** Complaints at named fields, for rules that look at several fields of one body. */
export function fieldsRule<T>(problems: (value: T) => Record<string, string | undefined>) {
  return z.check<T>((payload) => {
    for (const [field, message] of Object.entries(problems(payload.value)))
      if (message)
        payload.issues.push({ code: 'custom', path: [field], message, input: payload.value })
  })
}

/** The named fields that are absent, each with the sentence of an empty field. */
export function missingOf(value: object, fields: readonly string[]): Record<string, string> {
  const given = value as Record<string, unknown>
  const absent = fields.filter((f) => given[f] === undefined || given[f] === null)
  return Object.fromEntries(absent.map((f) => [f, 'Заполните поле']))
}

/** A value that travels as JSON text in the query: an object on both ends, at most 8 KB on the way. */
export function jsonText<T extends z.ZodMiniType>(schema: T) {
  const codec = z.codec(z.string().check(z.maxLength(8192)), schema, {
    decode: (value, context) => {
      try {
        return JSON.parse(value) as z.input<T>
      } catch {
        context.issues.push({
          code: 'invalid_format',
          format: 'json',
          input: value,
          message: 'Неверный JSON',
        })
        return z.NEVER
      }
    },
    encode: (value) => JSON.stringify(value),
  })
  hints.add(codec, { json: schema })
  return codec
}

/** A whole number in the query: digits only, no sign, no exponent (security.md 6.2). */
export function queryInt(min: number, max: number) {
  return z.codec(
    z.string().check(z.regex(/^(0|[1-9]\d{0,15})$/, 'Нужно целое число')),
    int(min, max),
    {
      decode: (v) => Number(v),
      encode: (v) => String(v),
    },
  )
}

export const MAX_LIMIT = 200

/** Filter keys that every list understands; `sortable` names the fields that may be sorted by. */
export function filterOf<
  const S extends readonly [string, ...string[]],
  E extends z.core.$ZodLooseShape,
>(entity: Entity, sortable: S, extra: E) {
  const shape = {
    search: z.optional(text(100, 0)),
    date_from: z.optional(day),
    date_to: z.optional(day),
    ids: z.optional(list(id(entity), MAX_LIMIT)),
    limit: z.optional(int(1, MAX_LIMIT)),
    offset: z.optional(int(0, 100_000)),
    /** Continues a list after the row that an earlier answer named in `next`. */
    after: z.optional(text(200)),
    sort: z.optional(list(z.tuple([z.enum(sortable), z.enum(['asc', 'desc'])]), 3)),
    /** Which halves to answer: rows never wait for the count. */
    with: z.optional(list(z.enum(['rows', 'totals']), 2, 1)),
  }
  return z.optional(jsonText(z.strictObject({ ...shape, ...extra } as typeof shape & E)))
}

/** The list answer. `total` is exact up to 10 000, beyond that capped and marked. */
export function listOf<T extends z.ZodMiniType>(row: T, totals?: z.ZodMiniType) {
  return z.strictObject({
    items: z.array(row),
    total: count,
    total_capped: z.optional(z.boolean()),
    limit: count,
    offset: count,
    next: z.optional(z.nullable(displayText(200))),
    totals: z.optional(totals ?? recordOf(displayText(40), signedGrams, 40)),
  })
}

export const ok = z.strictObject({ ok: z.literal(true) })

/** The answer of a call that takes one row or many: each row is independent. */
export function rowResults<T extends z.ZodMiniType>(row: T) {
  return z.array(
    z.strictObject({
      index: count,
      id: z.nullable(displayText(36)),
      ok: z.boolean(),
      row: z.optional(row),
      code: z.optional(displayText(64)),
      message: z.optional(displayText(500)),
      fields: z.optional(recordOf(displayText(200), displayText(500), 50)),
    }),
  )
}

export const copyCounts = ['1', '2', '3', '4', '5'] as const
export type CopyCount = (typeof copyCounts)[number]

/** How many copies of a form are in one file, as a query writes it. */
export const copies = z.optional(z.enum(copyCounts))
