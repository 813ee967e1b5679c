import * as z from 'zod/mini'
import { int } from '../../core/shapes.ts'
import { namedUnit, shownWeight, type NamedUnit, type ShownWeight } from './shown-weight.ts'

/** The longest frame that can be described, without its start and end. */
const LONGEST = 64
const place = int(1, LONGEST)
const character = z.string().check(z.regex(/^[\x20-\x7e]$/, 'Один печатный знак'))

/** Bytes as two hexadecimal digits each, spaces between them or not. */
export const hexBytes = (least: number, most: number) =>
  z.string().check(
    z.regex(/^( *[\da-fA-F]{2})* *$/, 'Байты парами: 0D 0A'),
    z.refine((text) => bytesOfHex(text).length >= least, 'Укажите хотя бы один байт'),
    z.refine((text) => bytesOfHex(text).length <= most, `Не больше байт: ${most}`),
  )

/** Bytes of a typed-in hexadecimal text. */
export function bytesOfHex(text: string): number[] {
  return (text.match(/[\da-fA-F]{2}/g) ?? []).map((pair) => Number.parseInt(pair, 16))
}

const fields = {
  /** Bytes before and behind each frame; one of the two has to be there. */
  start: z._default(hexBytes(0, 4), ''),
  end: z._default(hexBytes(0, 2), ''),
  /** Characters between them. All places count from 1. */
  length: place,
  number_from: place,
  number_length: place,
  /** The number is written from its last character to its first. */
  reversed: z._default(z.boolean(), false),
  /** Digits behind a point that the frame leaves out. */
  decimals: z.optional(int(0, 4)),
  sign_at: z.optional(place),
  unit_from: z.optional(place),
  unit_length: z.optional(int(1, 4)),
  /** This character at this place means that the weight is stable, is gross, or is out of range. */
  stable_at: z.optional(place),
  stable_is: z.optional(character),
  gross_at: z.optional(place),
  gross_is: z.optional(character),
  overload_at: z.optional(place),
  overload_is: z.optional(character),
}
type Fields = z.output<z.ZodMiniObject<typeof fields, z.core.$strict>>

/** A rule with the field under which its sentence is shown. */
const rule = (path: keyof typeof fields, error: string, holds: (layout: Fields) => boolean) =>
  z.refine<Fields>(holds, { path: [path], error })

const isPair = (one: unknown, other: unknown) => (one === undefined) === (other === undefined)
/** Bytes that a number may contain: a frame could not be distinguished from its weight by one of them. */
const inNumber = (byte: number) => /[\d .,+-]/.test(String.fromCharCode(byte & 0x7f))

/**
 * How a line of text that no driver knows shows its weight. Every place is fixed, and an ambiguous layout is refused: otherwise
 * it could not be known afterwards what the scale displayed.
 */
export const textLayout = z.strictObject(fields).check(
  rule('start', 'Укажите начало или конец кадра: без них не видно, где вес', (one) =>
    [one.start, one.end].some((hex) => bytesOfHex(hex).length > 0),
  ),
  rule('start', 'Первый байт начала бывает и в самом числе', (one) => {
    const [first] = bytesOfHex(one.start)
    return first === undefined || !inNumber(first)
  }),
  rule('end', 'Первый байт конца бывает и в самом числе', (one) => {
    const [first] = bytesOfHex(one.end)
    return first === undefined || !inNumber(first)
  }),
  rule('end', 'Начало и конец начинаются одинаково', (one) => {
    const [first] = bytesOfHex(one.start)
    return first === undefined || first !== bytesOfHex(one.end)[0]
  }),
  rule('length', 'Вес, единица и отметки лежат за пределами кадра', (one) =>
    placesOf(one).every((places) => places.at(-1)! <= one.length),
  ),
  rule('number_from', 'Одно место кадра занято дважды', (one) => {
    const taken = placesOf(one).flat()
    return new Set(taken).size === taken.length
  }),
  rule('unit_length', 'Укажите и место единицы, и сколько в ней знаков', (one) =>
    isPair(one.unit_from, one.unit_length),
  ),
  rule('stable_is', 'Укажите и место, и знак', (one) => isPair(one.stable_at, one.stable_is)),
  rule('gross_is', 'Укажите и место, и знак', (one) => isPair(one.gross_at, one.gross_is)),
  rule('overload_is', 'Укажите и место, и знак', (one) => isPair(one.overload_at, one.overload_is)),
  rule(
    'overload_is',
    'Перегруз и покой отмечены одним знаком',
    (one) =>
      one.overload_at === undefined ||
      one.overload_at !== one.stable_at ||
      one.overload_is !== one.stable_is,
  ),
)
export type TextLayout = z.output<typeof textLayout>

/** Places of the number, its sign, the unit and the flags; two flags may share one, as a status of three letters does. */
function placesOf(one: Fields): number[][] {
  const run = (from: number | undefined, count: number | undefined) =>
    from === undefined ? [] : Array.from({ length: count ?? 1 }, (_, i) => from + i)
  const marks = new Set([one.stable_at, one.gross_at, one.overload_at])
  return [
    run(one.number_from, one.number_length),
    run(one.sign_at, 1),
    run(one.unit_from, one.unit_length),
    ...[...marks].map((at) => run(at, 1)),
  ].filter((places) => places.length > 0)
}

/** What one frame says. */
export type LayoutFrame = { raw: Uint8Array } & (
  | { kind: 'bad'; reason: 'length' | 'alphabet' }
  | { kind: 'overload'; net: boolean | undefined }
  | {
      kind: 'weight'
      shown: ShownWeight
      named: NamedUnit
      stable: boolean | null
      net: boolean | undefined
    }
)

/** Reads one frame without its start and end. */
export function readLayout(layout: TextLayout, raw: Uint8Array, text: string): LayoutFrame {
  const at = (place: number | undefined) => (place === undefined ? undefined : text[place - 1])
  const marked = (place: number | undefined, is: string | undefined) =>
    place === undefined ? undefined : at(place) === is
  const gross = marked(layout.gross_at, layout.gross_is)
  const net = gross === undefined ? undefined : !gross
  if (marked(layout.overload_at, layout.overload_is)) return { kind: 'overload', raw, net }
  if (!standsAlone(layout, text)) return { kind: 'bad', reason: 'alphabet', raw }
  const shown = readNumber(layout, text, at(layout.sign_at))
  if (!shown) return { kind: 'bad', reason: 'alphabet', raw }
  const stable = marked(layout.stable_at, layout.stable_is) ?? null
  const { unit_from, unit_length } = layout
  const written = unit_from === undefined ? '' : text.slice(unit_from - 1).slice(0, unit_length)
  return { kind: 'weight', shown, named: namedUnit(written), stable, net, raw }
}

/**
 * Whether nothing that could belong to the weight stands unmarked beside its number, blanks left out: a further digit, a sign, a point,
 * or letters of a unit or of an overload. What the layout does not explain is no weight.
 */
function standsAlone(layout: TextLayout, text: string): boolean {
  const taken = new Set(placesOf(layout).flat())
  const { number_from, number_length } = layout
  const isAlone = (from: number, step: 1 | -1) => {
    for (let place = from; place >= 1 && place <= text.length && !taken.has(place); place += step) {
      const char = text[place - 1]!
      // A comma divides fields, or is the point of a number that goes on behind it.
      if (char === ',') return !/\d/.test(text[place - 1 + step] ?? '')
      if (char !== ' ') return !/[\dA-Za-z.+-]/.test(char)
    }
    return true
  }
  return isAlone(number_from - 1, -1) && isAlone(number_from + number_length, 1)
}

function readNumber(layout: TextLayout, text: string, sign: string | undefined) {
  const { number_from, number_length, reversed, decimals } = layout
  const field = text.slice(number_from - 1, number_from - 1 + number_length)
  const shown = shownWeight(reversed ? field.split('').toReversed().join('') : field)
  if (!shown) return undefined
  if (sign !== undefined) {
    // A place of its own leaves none for a second sign, and a letter there is no sign.
    if (!/[ 0+-]/.test(sign) || /[+-]/.test(field)) return undefined
    shown.minus = sign === '-'
  }
  if (decimals === undefined) return shown
  return /[.,]/.test(field) ? undefined : { ...shown, decimals }
}
