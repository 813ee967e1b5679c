import * as z from 'zod/mini'
import { int } from '../../core/shapes.ts'
import { bytesOfHex, hexBytes } from './line-bytes.ts'
import { readStatus, statusProblem, statusRows, statusTells } from './layout-status.ts'
import { namedUnit, shownWeight, type NamedUnit, type ShownWeight } from './shown-weight.ts'

/** The longest frame that can be described, without its start and end. */
const LONGEST = 64
const place = int(1, LONGEST)
const character = z.string().check(z.regex(/^[\x20-\x7e]$/, 'Один печатный знак'))

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
  /** A tare behind a net weight, in its decimals; blank is none. */
  tare_from: z.optional(place),
  tare_length: z.optional(int(1, 10)),
  /** Bytes whose values or bits mean something; another value than those is no weight. */
  status: z.optional(statusRows),
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
  rule('tare_length', 'Укажите и место тары, и сколько в ней знаков', (one) =>
    isPair(one.tare_from, one.tare_length),
  ),
  rule(
    'tare_from',
    'Отметьте, чем в кадре обозначено нетто: без этого тара ни к чему не прибавится',
    (one) =>
      one.tare_from === undefined ||
      one.gross_at !== undefined ||
      statusTells(one.status ?? [], ['gross', 'net']),
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
  z.check<Fields>(({ value, issues }) => {
    const problem = statusProblem(value.status ?? []) ?? toldTwice(value)
    if (problem) issues.push({ code: 'custom', path: ['status'], message: problem, input: value })
  }),
)
export type TextLayout = z.output<typeof textLayout>

/** What a mark and a status would tell in two ways. */
function toldTwice(one: Fields): string | undefined {
  const rows = one.status ?? []
  const twice = (
    [
      ['покой', one.stable_at, ['stable', 'moving']],
      ['брутто и нетто', one.gross_at, ['gross', 'net']],
      ['перегруз', one.overload_at, ['overload', 'underload']],
      ['знак', one.sign_at, ['plus', 'minus']],
      ['единица', one.unit_from, ['kg', 'g', 't']],
      ['запятая', one.decimals, ['point_0', 'point_1', 'point_2', 'point_3']],
    ] as const
  ).find(([, mark, words]) => mark !== undefined && statusTells(rows, words))
  return twice && `Отмечено дважды: ${twice[0]}`
}

/** Places of the number, its sign, the unit and the flags; two flags may share one, as a status of three letters does. */
function placesOf(one: Fields): number[][] {
  const run = (from: number | undefined, count: number | undefined) =>
    from === undefined ? [] : Array.from({ length: count ?? 1 }, (_, i) => from + i)
  const marks = new Set([one.stable_at, one.gross_at, one.overload_at])
  return [
    run(one.number_from, one.number_length),
    run(one.sign_at, 1),
    run(one.unit_from, one.unit_length),
    run(one.tare_from, one.tare_length),
    ...[...marks].map((at) => run(at, 1)),
    ...[...new Set((one.status ?? []).map(({ at }) => at))].map((at) => run(at, 1)),
  ].filter((places) => places.length > 0)
}

/** What one frame says. */
export type LayoutFrame = { raw: Uint8Array } & (
  | { kind: 'bad'; reason: 'length' | 'alphabet' | 'status' }
  | { kind: 'overload' | 'underload'; net: boolean | undefined }
  | {
      kind: 'weight'
      shown: ShownWeight
      named: NamedUnit
      stable: boolean | null
      net: boolean | undefined
      /** Beside a net weight, in its own decimals. */
      tare: ShownWeight | undefined
    }
)

/** Reads one frame without its start and end. */
export function readLayout(
  layout: TextLayout,
  raw: Uint8Array,
  body: readonly number[],
): LayoutFrame {
  const text = String.fromCharCode(...body.map((byte) => byte & 0x7f))
  const at = (place: number | undefined) => (place === undefined ? undefined : text[place - 1])
  const isMarked = (place: number | undefined, is: string | undefined) =>
    place === undefined ? undefined : at(place) === is
  const status = readStatus(layout.status ?? [], body)
  if (!status) return { kind: 'bad', reason: 'status', raw }
  const gross = isMarked(layout.gross_at, layout.gross_is)
  const net = status.net ?? (gross === undefined ? undefined : !gross)
  if (status.beyond) return { kind: status.beyond, raw, net }
  if (isMarked(layout.overload_at, layout.overload_is)) return { kind: 'overload', raw, net }
  if (!standsAlone(layout, text)) return { kind: 'bad', reason: 'alphabet', raw }
  const decimals = status.decimals ?? layout.decimals
  const sign = at(layout.sign_at) ?? (status.minus === null ? undefined : status.minus ? '-' : '+')
  const shown = readNumber(fieldOf(layout, text), decimals, sign)
  const tare = readTare(layout, text, decimals)
  if (!shown || tare === 'bad') return { kind: 'bad', reason: 'alphabet', raw }
  const stable = status.stable ?? isMarked(layout.stable_at, layout.stable_is) ?? null
  const { unit_from, unit_length } = layout
  const written = unit_from === undefined ? '' : text.slice(unit_from - 1).slice(0, unit_length)
  const named = status.unit ?? namedUnit(written)
  return { kind: 'weight', shown, named, stable, net, tare, raw }
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

function fieldOf({ number_from, number_length, reversed }: TextLayout, text: string): string {
  const field = text.slice(number_from - 1, number_from - 1 + number_length)
  return reversed ? field.split('').toReversed().join('') : field
}

function readNumber(
  field: string,
  decimals: number | undefined,
  sign: string | undefined,
): ShownWeight | undefined {
  const shown = shownWeight(field)
  if (!shown) return undefined
  if (sign !== undefined) {
    // A place of its own leaves none for a second sign, and a letter there is no sign.
    if (!/[ 0+-]/.test(sign) || /[+-]/.test(field)) return undefined
    shown.minus = sign === '-'
  }
  if (decimals === undefined) return shown
  return /[.,]/.test(field) ? undefined : { ...shown, decimals }
}

function readTare(
  { tare_from, tare_length }: TextLayout,
  text: string,
  decimals: number | undefined,
): ShownWeight | undefined | 'bad' {
  if (tare_from === undefined) return undefined
  const field = text.slice(tare_from - 1).slice(0, tare_length)
  return field.trim() === '' ? undefined : (readNumber(field, decimals, undefined) ?? 'bad')
}
