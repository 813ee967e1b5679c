import * as z from 'zod/mini'
import type { Entity } from '../core/entities.ts'
import * as s from '../core/shapes.ts'

/** What a person reads of a field. */
interface FieldWords {
  /** Over the input, and wherever no other word is given. */
  readonly label: string
  /** Under the input. */
  readonly hint?: string
  readonly placeholder?: string
  /** On the card of a record. */
  readonly fact?: string
  /** In the journal. */
  readonly audit?: string
  /** The column of a file, `width` in characters; a field without it is in no file. */
  readonly sheet?: { readonly header?: string; readonly width: number }
  /** The part of the form that draws the input; a field without it has an input of its own there. */
  readonly part?: string
  /** The form marks it as needed, though a record may lack it. */
  readonly required?: true
  /** It tells of a person: the journal shows that it changed, and little of its value (security.md 7.1). */
  readonly personal?: boolean
}

/**
 * A field of a record, described once: its shapes on the wire, what a new record has of it, and how it is entered, shown,
 * exported and read back (docs/recipes/record-field.md). `input` is what a new record needs of it; null empties the field.
 */
interface Field<
  Kind extends string,
  Input extends z.ZodMiniType,
  Answer extends z.ZodMiniType,
> extends FieldWords {
  readonly kind: Kind
  readonly input: Input
  readonly answer: Answer
  readonly start: z.output<Answer>
}

/** A text that may be empty. */
export function textField<const W extends FieldWords>(max: number, words: W & { lines?: number }) {
  const shapes = { input: z.nullish(s.text(max)), answer: z.nullable(s.displayText(max)) }
  return { kind: 'text', ...shapes, start: null, max, ...words } as const
}

/** A text of several lines that may be empty. */
export function linesField<const W extends FieldWords>(
  max: number,
  words: W & { readonly lines: number },
) {
  const shapes = { input: z.nullish(s.lines(max)), answer: z.nullable(s.displayText(max)) }
  return { kind: 'text', ...shapes, start: null, max, ...words } as const
}

/** A code by a pattern of its own. */
export function codeField<const W extends FieldWords>(
  { shape, max }: { shape: z.ZodMiniType<string, string>; max: number },
  words: W,
) {
  const shapes = { input: z.nullish(shape), answer: z.nullable(s.displayText(max)) }
  return { kind: 'text', ...shapes, start: null, max, ...words } as const
}

/** Requisites of domain.md 8 with the most characters of each; `phone` is any phone, `mobile` one that СБП reaches. */
const requisites = {
  inn: 12,
  kpp: 9,
  ogrn: 15,
  okpo: 10,
  phone: 20,
  mobile: 20,
  email: 254,
} as const
export type RequisiteKind = keyof typeof requisites

/** A requisite that may be absent; `max` is how long its input is, which may depend on the owner's kind. */
export function requisiteField<const K extends RequisiteKind, const W extends FieldWords>(
  kind: K,
  words: W & { readonly max?: number },
) {
  const answer = z.nullable(s.displayText(requisites[kind]))
  return { kind, input: requisiteInput, answer, start: null, ...words } as const
}
const requisiteInput = z.nullish(z.string())

/** A requisite that every record has. */
export function neededRequisite<const K extends RequisiteKind, const W extends FieldWords>(
  kind: K,
  words: W,
) {
  const answer = s.displayText(requisites[kind])
  return { kind, input: z.string(), answer, start: '' as string, ...words } as const
}

/** A day `YYYY-MM-DD` that may be absent. */
export function dayField<const W extends FieldWords>(words: W) {
  return {
    kind: 'day',
    input: z.nullish(s.day),
    answer: z.nullable(s.day),
    start: null,
    ...words,
  } as const
}

/** Another record, by its id, that may be absent; its input is the form's own. */
export function referenceField<const W extends FieldWords>(entity: Entity, words: W) {
  const shape = s.id(entity)
  const shapes = { input: z.nullish(shape), answer: z.nullable(shape) }
  return { kind: 'reference', ...shapes, start: null, ...words } as const
}

/** A text that every record has. */
export function nameField<const W extends FieldWords>(max: number, words: W) {
  const shapes = { input: s.text(max), answer: s.displayText(max) }
  return { kind: 'name', ...shapes, start: '' as string, max, ...words } as const
}

export function flagField<const W extends FieldWords>(
  words: W & { readonly says: readonly [yes: string, no: string] },
) {
  const shapes = { input: z.optional(z.boolean()), answer: z.boolean() }
  return { kind: 'flag', ...shapes, start: false as boolean, ...words } as const
}

/** Basis points. */
export function percentField<const W extends FieldWords>(start: number, words: W) {
  return { kind: 'percent', input: z.optional(s.bp), answer: s.bp, start, ...words } as const
}

/** Basis points that may be left to a rule elsewhere, which `empty` names. */
export function optionalPercentField<const W extends FieldWords>(
  max: number,
  words: W & { readonly empty: string },
) {
  const shape = s.int(0, max)
  const shapes = { input: z.nullish(shape), answer: z.nullable(shape) }
  return { kind: 'percent', ...shapes, start: null, ...words } as const
}

/** Grams. */
export function weightField<const W extends FieldWords>(
  { min, max, start }: { min: number; max: number; start: number },
  words: W,
) {
  const shape = s.int(min, max)
  return { kind: 'weight', input: z.optional(shape), answer: shape, start, ...words } as const
}

/** One of a few values, each with its word. */
export function choiceField<const V extends string, const W extends FieldWords>(
  values: readonly V[],
  words: W & { readonly start: V; readonly titles: Readonly<Record<V, string>> },
) {
  const shape = z.enum(values)
  return { kind: 'choice', input: z.optional(shape), answer: shape, ...words } as const
}

/** A field of any kind, with what only some kinds say. */
export interface RecordField extends Field<
  'text' | 'name' | RequisiteKind | 'day' | 'reference' | 'flag' | 'percent' | 'weight' | 'choice',
  z.ZodMiniType,
  z.ZodMiniType
> {
  /** Of a text: the most characters, and how many lines its input has. */
  readonly max?: number
  readonly lines?: number
  /** Of a flag: what the card says of yes and of no. */
  readonly says?: readonly [yes: string, no: string]
  /** Of an optional percent: what the card says where there is none. */
  readonly empty?: string
  /** Of a choice: the word of each value. */
  readonly titles?: Readonly<Record<string, string>>
}
export type RecordFields = Readonly<Record<string, RecordField>>

/** A field of a record about a person, which says whether it tells of them. */
export interface PersonalField extends RecordField {
  readonly personal: boolean
}

type AnswerShapes<F extends RecordFields> = { [K in keyof F]: F[K]['answer'] }
/** The fields of a stored record. */
export type RecordValues<F extends RecordFields> = { [K in keyof F]: z.output<F[K]['answer']> }
/** The columns of the fields: a choice is a text there, whose values the database checks. */
export type StoredFields<F extends RecordFields> = {
  readonly [K in keyof F]: F[K]['kind'] extends 'choice' ? string : z.output<F[K]['answer']>
}
/** The fields of a body that changes a record; what it leaves out is not changed. */
export type RecordInput<F extends RecordFields> = {
  [K in keyof F]?: z.output<F[K]['input']> | undefined
}

export function fieldNames<F extends RecordFields>(fields: F): readonly (keyof F & string)[] {
  return Object.keys(fields)
}

type InputShapes<F extends RecordFields> = { [K in keyof F]: F[K]['input'] }
type RequisitesOf<F extends RecordFields> = Extract<F[keyof F]['kind'], RequisiteKind>

/**
 * The fields of a body that creates a record. The rules of its requisites are handed in: they are large, and a screen loads only
 * those that its own calls have.
 */
export function inputShapes<F extends RecordFields>(
  fields: F,
  requisites: Readonly<Record<RequisitesOf<F>, z.ZodMiniType>>,
): InputShapes<F> {
  const rules: Readonly<Record<string, z.ZodMiniType>> = requisites
  return mapFields(fields, ({ kind, input, start }) => {
    const rule = rules[kind]
    if (!rule) return input
    return start === null ? z.nullish(rule) : rule
  }) as InputShapes<F>
}

export function answerShapes<F extends RecordFields>(fields: F): AnswerShapes<F> {
  return mapFields(fields, ({ answer }) => answer) as AnswerShapes<F>
}

/** What a new record has before anything was typed. */
export function startValues<F extends RecordFields>(fields: F): RecordValues<F> {
  return mapFields(fields, ({ start }) => start) as RecordValues<F>
}

/** The titles of the fields in the journal. */
export function auditTitles(fields: RecordFields): Readonly<Record<string, string>> {
  return mapFields(fields, ({ audit, label }) => audit ?? label)
}

/** The fields that a body carries; what it leaves out stays as it is stored. */
export function givenFields<F extends RecordFields>(
  fields: F,
  body: RecordInput<F>,
): RecordInput<F> {
  const given = fieldNames(fields).filter((name) => body[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, body[name]])) as RecordInput<F>
}

/** The fields of a row, and nothing else of it. */
export function storedFields<F extends RecordFields>(
  fields: F,
  row: StoredFields<F>,
): RecordValues<F> {
  return mapFields(fields, (_field, name) => row[name]) as RecordValues<F>
}

/** What a body makes of a stored record, or of a new one. */
export function changedFields<F extends RecordFields>(
  fields: F,
  body: RecordInput<F>,
  before: StoredFields<F> | null,
): RecordValues<F> {
  const stored = before ? storedFields(fields, before) : startValues(fields)
  return { ...stored, ...givenFields(fields, body) }
}

export function mapFields<F extends RecordFields, T>(
  fields: F,
  make: (field: RecordField, name: keyof F & string) => T,
): { [name: string]: T } {
  return Object.fromEntries(fieldNames(fields).map((name) => [name, make(fields[name]!, name)]))
}
