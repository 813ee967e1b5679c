import * as z from 'zod/mini'
import { int } from '../../core/shapes.ts'

/** A part of the settings that has a place of its own on screen. */
export type SettingPart = 'register-map' | 'text-layout'

/** How a setting is asked for on screen. */
export type SettingInput =
  | { kind: 'choice'; titles: Readonly<Record<string, string>>; clearable: boolean }
  | { kind: 'number' | 'flag' }
  | { kind: 'text'; maxLength: number }
  | { kind: 'part'; part: SettingPart }

/** One setting of an indicator: its allowed values, its default and its label. */
export interface ScaleSetting<T extends z.ZodMiniType = z.ZodMiniType> {
  label: string
  shape: T
  start: unknown
  input: SettingInput
}

export const unitTitles = { g: 'граммы', kg: 'килограммы', t: 'тонны' } as const
export type WeightUnit = keyof typeof unitTitles

/** One of several words; the first is the default. */
export function choice<const T extends Readonly<Record<string, string>>>(label: string, titles: T) {
  const words = Object.keys(titles) as (keyof T & string)[]
  const start = words[0]!
  const shape = z._default(z.enum(words), start)
  return { label, shape, start, input: { kind: 'choice', titles, clearable: false } as const }
}

export function whole(label: string, [min, max]: [number, number], start: number) {
  const shape = z._default(int(min, max), start)
  return { label, shape, start, input: { kind: 'number' } as const }
}

export function flag(label: string, start: boolean) {
  return { label, shape: z._default(z.boolean(), start), start, input: { kind: 'flag' } as const }
}

/** A capital letter. */
export function letter(label: string, start: string) {
  const shape = z.string().check(z.regex(/^[A-Z]$/, `${label} — буква от A до Z`))
  return {
    label,
    shape: z._default(shape, start),
    start,
    input: { kind: 'text', maxLength: 1 } as const,
  }
}

/** For protocols whose frame names no unit. */
export function unit() {
  const { kg, g, t } = unitTitles
  return choice('Единица', { kg, g, t })
}

/** Has to agree with the unit that a frame names; counts alone where it names none (devices.md 3.2, rule 3). */
export function frameUnit() {
  const shape = z.optional(z.enum(['g', 'kg', 't']))
  const input = { kind: 'choice', titles: unitTitles, clearable: true } as const
  return { label: 'Единица', shape, start: undefined, input }
}

/** Milliseconds between two questions. */
export function period() {
  return whole('Период опроса, мс', [50, 500], 100)
}

type Settings = Readonly<Record<string, ScaleSetting>>
type Shapes<S extends Settings> = { [K in keyof S]: S[K]['shape'] }
type SettingsShape<S extends Settings> = z.ZodMiniObject<Shapes<S>, z.core.$strict>

/** What detection tries: settings as the makers deliver their indicators. */
interface DetectionTry {
  settings?: Readonly<Record<string, unknown>>
  /** A frame proves itself by its sum, so that few of them are enough. */
  checksummed: boolean
}

/** One format of an indicator, as its own menu has it. */
export interface ScaleFormat<S extends Settings = Settings> {
  title: string
  /** What to choose in the indicator's own menu (devices.md 3.2, rule 7). */
  hint: string
  settings: S
  /**
   * Of an indicator that is asked: bytes of a question and of the longest answer, and whether something else than
   * the weight is asked for now and then. Absent where it streams by itself.
   */
  asked?: {
    bytes: (settings: Readonly<Record<string, unknown>>) => number
    asksBeside?: (settings: Readonly<Record<string, unknown>>) => boolean
  }
  detection: readonly DetectionTry[]
}

/** Everything the product must know of one scale driver besides its bytes. */
export interface Scale {
  code: string
  title: string
  /** The setting that names the format, where there are several. */
  by: { key: string; label: string } | undefined
  /** In the order in which they are offered; the only one has the name ''. */
  formats: Readonly<Record<string, ScaleFormat>>
  settings: z.ZodMiniType
}

/** A driver with one format. */
export function scale<const C extends string, S extends Settings>(
  definition: { code: C } & ScaleFormat<S>,
) {
  const settings: SettingsShape<S> = z.strictObject(shapesOf(definition.settings))
  const formats: Scale['formats'] = { '': definition }
  return { code: definition.code, title: definition.title, by: undefined, formats, settings }
}

type FormatSettings<K extends string, F extends Readonly<Record<string, ScaleFormat>>> = {
  [N in keyof F & string]: z.ZodMiniObject<
    Record<K, z.ZodMiniLiteral<N>> & Shapes<F[N]['settings']>,
    z.core.$strict
  >
}[keyof F & string]

/** A driver with several formats, chosen by the setting `by.key`. */
export function scaleOfFormats<
  const C extends string,
  const K extends string,
  const F extends Readonly<Record<string, ScaleFormat>>,
>({
  code,
  title,
  by,
  formats,
}: {
  code: C
  title: string
  by: { key: K; label: string }
  formats: F
}) {
  const members = Object.entries(formats).map(([name, { settings }]) =>
    z.strictObject({ [by.key]: z.literal(name), ...shapesOf(settings) }),
  ) as unknown as [FormatSettings<K, F>]
  return { code, title, by, formats, settings: z.discriminatedUnion(by.key, members) }
}

function shapesOf<S extends Settings>(settings: S): Shapes<S> {
  const entries = Object.entries(settings).map(([key, { shape }]) => [key, shape])
  return Object.fromEntries(entries) as Shapes<S>
}
