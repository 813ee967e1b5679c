import { hints } from '#contract/core/shapes.ts'
import { boundOf, defOf, type Place } from './places.ts'
import { bare } from './wire.ts'

/** A value for a place; `certain` = no shape of this product may let it through, whatever the schema says. */
export interface Bad {
  readonly value: unknown
  readonly certain: boolean
}

const DIGITS = '9'.repeat(400)
// NUL and half of a UTF-16 pair are no text for PostgreSQL: let through, they are an error or a loss.
const NOT_TEXT = ['а\u0000б', 'а\ud800б', '\udc00']
const HUGE = 'я'.repeat(60_000)
const ODD_TEXTS = ['', '   ', 'NaN', '-1', '1e999', '\u0007', '\u202eабв']
const ODD_NUMBERS = [1.5, 1e308, -1e308, 2 ** 53, bare(DIGITS), bare(`-${DIGITS}`), bare('1e400')]
const ODD_WORDS = ['nope', '', '__proto__', 'constructor', 'toString']

/** Every value that the sweep puts into a place of a JSON body or filter. */
export function badValues(place: Place): Bad[] {
  const { type } = defOf(place.schema)
  const wrong = wrongTypes(type, place)
  // A text of digits is a text, and so is every word: where anything is allowed, nothing is certain.
  const certain = type !== 'union' && type !== 'unknown'
  return [
    ...wrong.map((value) => ({ value, certain })),
    ...(place.nullable ? [] : [{ value: null, certain: certain || type === 'union' }]),
    ...inside(type, place),
  ]
}

function wrongTypes(type: string, { schema }: Place): unknown[] {
  const others = { string: '1', number: 7, boolean: true, array: [], object: {} }
  const own = type === 'enum' || type === 'literal' ? typeOfWords(schema) : type
  const same = own === 'record' ? 'object' : own === 'tuple' ? 'array' : own
  return Object.entries(others)
    .filter(([name]) => name !== same)
    .map(([, value]) => value)
}

/** An enum's words are texts; a literal may be a text, a number or `true`. */
function typeOfWords(schema: Place['schema']): string {
  return typeof (defOf(schema).values?.[0] ?? '')
}

function inside(type: string, place: Place): Bad[] {
  if (type === 'string') return textValues(place)
  if (type === 'number') return numberValues(place)
  if (type === 'array') return listValues(place)
  if (type === 'enum' || type === 'literal') return certainly(ODD_WORDS)
  if (type === 'unknown') return certainly(NOT_TEXT.flatMap((text) => [[text], { [text]: 1 }]))
  return []
}

const certainly = (values: readonly unknown[]) => values.map((value) => ({ value, certain: true }))
const perhaps = (values: readonly unknown[]) => values.map((value) => ({ value, certain: false }))

function textValues({ schema }: Place): Bad[] {
  const max = boundOf(schema, 'max_length')
  const isId = hints.get(schema)?.entity !== undefined
  const ids = ['0', '00000000-0000-0000-0000-00000000000', '01A1FCF6-0000-7000-8000-0000000000AA']
  return [
    ...certainly(NOT_TEXT),
    ...certainly(max === undefined ? [HUGE] : ['я'.repeat(max + 1), 'a'.repeat(max + 1)]),
    ...certainly(isId ? [...ids, ...ODD_TEXTS] : []),
    ...perhaps(ODD_TEXTS),
  ]
}

function numberValues({ schema }: Place): Bad[] {
  const max = boundOf(schema, 'less_than') ?? Number.MAX_SAFE_INTEGER
  const min = boundOf(schema, 'greater_than') ?? -Number.MAX_SAFE_INTEGER
  return [
    ...certainly(ODD_NUMBERS),
    ...certainly([max + 1, min - 1].filter(Number.isSafeInteger)),
    ...certainly(['NaN', 'Infinity', '0x10', '']),
    ...perhaps([-1, 0]),
  ]
}

function listValues({ schema, value }: Place): Bad[] {
  const max = boundOf(schema, 'max_length')
  const item = Array.isArray(value) && value.length > 0 ? (value[0] as unknown) : null
  return [
    ...certainly([[null], ['\u0000'], [[]], { 0: item, length: 1 }]),
    ...certainly(max === undefined ? [] : [Array.from({ length: max + 1 }, () => item)]),
  ]
}

/** Values in an address instead of an id, a number or a word: there everything is text. */
export const BAD_ADDRESS_TEXTS = [
  '',
  '0',
  'null',
  'NaN',
  '-1',
  '1e3',
  '01',
  ' 1',
  '{}',
  '[]',
  '../../etc/passwd',
  "' or 1=1 --",
  '01A1FCF6-0000-7000-8000-0000000000AA',
  '9'.repeat(150),
  'а\u0000б',
  '\ud800',
]
