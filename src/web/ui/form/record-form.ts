import { useForm, type UseFormReturnType } from '@mantine/form'
import type { FocusEvent } from 'react'
import * as z from 'zod/mini'
import type { Schema } from '#contract/core/call.ts'
import { issueText } from '#contract/core/issue-text.ts'
import { useFreshRecord, type FreshRecord } from './use-fresh-record.ts'

type Values = Record<string, unknown>

export interface RecordForm<V extends Values, B = unknown> {
  kit: UseFormReturnType<V>
  values: V
  /** Props of an input by the path of its value: `{...form.field('name')}`. */
  field: (path: string, options?: { type?: 'checkbox' }) => FieldInput
  set: (change: Partial<V>) => void
  /** Clears all typed values: saved secrets must not stay on the screen. */
  clear: () => void
  /** The body to send: empty texts left out, then `toBody`; call it only when the schema has accepted the values. */
  body: () => B
  /** Names the draft; without it nothing is stored. */
  draft: string | undefined
  /** Version of the edited record. */
  version: number | undefined
  /** Changes to the record while the form was open. */
  fresh: FreshRecord
}

interface FieldInput {
  'data-path': string
  // The kit's own types: an input may give an event or a value.
  // oxlint-disable-next-line typescript/no-explicit-any
  [prop: string]: any
}

type Empty = '' | null | undefined

/** A body while its form is filled in: each field of the schema may still be empty, as a text, a number or a list. */
type Unfilled<T> = T extends Blob
  ? T | Empty
  : T extends readonly (infer E)[]
    ? readonly Unfilled<E>[] | Empty
    : T extends object
      ? { [K in keyof T]?: Unfilled<T[K]> } | Empty
      : T | Empty

/** Turns every field of `B` that `T` does not know into `never`, so that a misspelt optional field does not compile. */
type KnownFields<B, T> =
  | (B extends readonly (infer E)[]
      ? readonly KnownFields<E, ElementOf<T>>[]
      : B extends Blob
        ? B
        : B extends object
          ? never
          : B)
  | ([PlainObject<B>] extends [never] ? never : KnownMembers<PlainObject<B>, T>)

/** Of all members at once: a field of one member would else pass as an addition to another. */
type KnownMembers<B, T> =
  string extends KeyOf<B>
    ? B
    : {
        [K in KeyOf<B>]?: K extends KeyOf<T> ? KnownFields<MemberOf<B, K>, ValueOf<T, K>> : never
      }

type PlainObject<B> = B extends readonly unknown[] | Blob ? never : B extends object ? B : never
type KeyOf<T> = T extends unknown ? keyof T : never
type MemberOf<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never
type ValueOf<T, K> = NonNullable<MemberOf<T, K>>
type ElementOf<T> = T extends readonly (infer E)[] ? E : never

interface RecordFormInput<V extends Values, S extends Schema, B> {
  initial: V
  /** Version of the edited record: when it grows, `initial` is merged with what was typed. */
  version?: number
  /** The contract's own schema of the body. */
  schema: S
  /** Turns the form's values into the body that the schema validates. */
  toBody?: (values: V) => B & NoInfer<KnownFields<B, z.input<S>>>
  /** Problems that the schema cannot see: a repeated password, two fields against each other. */
  check?: (values: V) => Record<string, string> | undefined
  /** Name under which unsaved values are stored for 24 h: screen and record. */
  draft?: string | undefined
}

/** The only form pattern: the contract's schema validates a field when it is left and all fields on sending. */
export function useRecordForm<
  V extends Values,
  S extends Schema,
  const B extends Unfilled<z.input<S>> = Unfilled<z.input<S>>,
>(input: RecordFormInput<V, S, B>): RecordForm<V, z.input<S>> {
  const { initial, schema, toBody, check, draft } = input
  const bodyOf = (values: V): unknown => {
    const filled = withoutEmpty(values) as V
    return toBody ? toBody(filled) : filled
  }
  const kit = useForm<V>({
    initialValues: initial,
    validate: (values) => ({ ...problemsOf(schema, bodyOf(values)), ...check?.(values) }),
    clearInputErrorOnChange: true,
  })
  return {
    kit,
    values: kit.values,
    field: (path, options) => ({
      ...(kit.getInputProps(path, options) as object),
      onBlur: (event?: FocusEvent) => {
        if (kit.isDirty(path) && !pressing(event)) void kit.validateField(path)
      },
      'data-path': path,
    }),
    set: (change) => kit.setValues(change),
    clear: () => {
      // Once saved, the typed values count as the initial values, so `reset` alone would restore them.
      kit.setInitialValues(initial)
      kit.reset()
    },
    body: () => acceptedBody(schema, bodyOf(kit.getValues())),
    draft,
    version: input.version,
    fresh: useFreshRecord<V>(kit, { initial, version: input.version }),
  }
}

/** A body with the type of its schema, which has accepted it: a form with errors is not sent. */
function acceptedBody<S extends Schema>(schema: S, body: unknown): z.input<S> {
  if (!accepts(schema, body)) throw new Error('a form is sent that its schema refuses')
  return body
}

function accepts<S extends Schema>(schema: S, body: unknown): body is z.input<S> {
  return z.safeParse(schema, body).success
}

/** A message that appears while the pointer is down would move the button away before the click is complete. */
function pressing(event: FocusEvent | undefined): boolean {
  return event?.relatedTarget instanceof HTMLButtonElement
}

/** Messages by field path, in our own words and never the library's. */
export function problemsOf(schema: Schema, body: unknown): Record<string, string> {
  const judged = z.safeParse(schema, body, { reportInput: true })
  if (judged.success) return {}
  const problems: Record<string, string> = {}
  for (const issue of judged.error.issues)
    problems[issue.path.join('.') || 'form'] ??= textOf(issue)
  return problems
}

/** An amount whose text is no amount is NaN in the form. */
function textOf(issue: z.core.$ZodIssue): string {
  return Number.isNaN(issue.input) ? 'Неверное число' : issueText(issue)
}

/** Empty texts count as not given; everything else stays as it is. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (typeof value !== 'object' || value === null || value instanceof Blob) return value
  const filledEntries = Object.entries(value).filter(
    ([, part]) => part !== '' && part !== undefined,
  )
  return Object.fromEntries(filledEntries.map(([key, part]) => [key, withoutEmpty(part)]))
}
