import fc from 'fast-check'
import type { Schema } from '#contract/core/call.ts'
import { hints } from '#contract/core/shapes.ts'
import { boundOf, defOf, peel } from './places.ts'
import { rowOf, type Stock } from './stock.ts'
import { TRIED } from './tried-texts.ts'

/** Ids that a request may name: own rows of the right kind most of all, then strangers' and none's. */
export interface Ids {
  readonly own: Stock
  readonly other: Stock
}

const some = (values: readonly unknown[]) => fc.constantFrom(...values)

/** Values of a schema's shape with random content; rules that bind fields together may still be broken. */
export function valuesOf(outer: Schema, ids: Ids): fc.Arbitrary<unknown> {
  const { schema, required, nullable } = peel(outer)
  const inner = hints.get(schema)?.entity ? idsOf(schema, ids) : ofType(schema, ids)
  const filled = nullable ? fc.option(inner, { nil: null, freq: 5 }) : inner
  return required ? filled : fc.option(filled, { nil: undefined, freq: 3 })
}

function idsOf(schema: Schema, { own, other }: Ids): fc.Arbitrary<unknown> {
  const entity = hints.get(schema)!.entity!
  if (!(entity in rowOf)) return fc.uuid()
  const name = rowOf[entity as keyof typeof rowOf]
  const stray = Object.values(own).map(({ id }) => id)
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(own[name].id) },
    { weight: 2, arbitrary: some(stray) },
    { weight: 1, arbitrary: fc.constant(other[name].id) },
    { weight: 1, arbitrary: fc.uuid() },
  )
}

function ofType(schema: Schema, ids: Ids): fc.Arbitrary<unknown> {
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
      return objects(def.shape!, ids)
    case 'array':
      return lists(schema, def.element!, ids)
    case 'tuple':
      return fc.tuple(...def.items!.map((item) => valuesOf(item, ids)))
    case 'union':
      return fc.oneof(...def.options!.map((option) => valuesOf(option, ids)))
    case 'record':
      return fc.dictionary(fc.constantFrom('1', '2', 'a'), valuesOf(def.valueType!, ids))
    case 'enum':
      return some(Object.values(def.entries!))
    case 'literal':
      return some(def.values!)
    case 'boolean':
      return fc.boolean()
    case 'number':
      return numbers(schema)
    case 'unknown':
      return fc.jsonValue({ maxDepth: 3 })
    default:
      return texts(schema)
  }
}

function objects(shape: Record<string, Schema>, ids: Ids): fc.Arbitrary<unknown> {
  const fields = Object.entries(shape).map(([key, inner]) => [key, valuesOf(inner, ids)] as const)
  return fc.record(Object.fromEntries(fields)).map(dropUndefined)
}

function dropUndefined(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined))
}

function lists(schema: Schema, element: Schema, ids: Ids): fc.Arbitrary<unknown> {
  const minLength = boundOf(schema, 'min_length') ?? 0
  const maxLength = Math.max(minLength, Math.min(3, boundOf(schema, 'max_length') ?? 3))
  return fc.array(valuesOf(element, ids), { minLength, maxLength })
}

/** Small numbers, and the very edges of what is allowed. */
function numbers(schema: Schema): fc.Arbitrary<unknown> {
  const min = boundOf(schema, 'greater_than') ?? -Number.MAX_SAFE_INTEGER
  const max = boundOf(schema, 'less_than') ?? Number.MAX_SAFE_INTEGER
  const near = { min: Math.max(min, -5), max: Math.min(max, 10_000) }
  return fc.oneof(fc.integer(near), some([min, max, Math.max(min, max - 1)]))
}

const ODD = [
  "'; --",
  '%_\\',
  '${x}',
  '<b>',
  '👍🏽',
  'ﬁ',
  'İ',
  'ß',
  '0',
  ' ',
  '\\',
  '"',
  '\u2028',
  'é',
]

/** Texts that fit the shape: tried ones of every format, and random ones where any text is allowed. */
function texts(schema: Schema): fc.Arbitrary<unknown> {
  const max = boundOf(schema, 'max_length') ?? 100
  const tried = [...TRIED, 'я'.repeat(max), 'a'.repeat(max), 'ﬃ'.repeat(max)]
  const fitting = tried.filter((text) => schema.safeParse(text).success)
  const free = fc.array(fc.oneof(some(ODD), fc.string({ unit: 'grapheme', maxLength: 5 })), {
    maxLength: 6,
  })
  const random = free.map((parts) => parts.join('').slice(0, max).toWellFormed())
  if (fitting.length === 0) return random
  return fc.oneof({ weight: 3, arbitrary: some(fitting) }, { weight: 1, arbitrary: random })
}
