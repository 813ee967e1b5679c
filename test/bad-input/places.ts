import type { Schema } from '#contract/core/call.ts'
import type { Entity } from '#contract/core/entities.ts'
import { hints } from '#contract/core/shapes.ts'
import * as z from 'zod/mini'
import type { Input, Sample } from './samples/samples.ts'

/** The internals of a zod/mini schema; only the parts that a sweep needs. */
export interface Def {
  readonly type: string
  readonly shape?: Record<string, Schema>
  readonly innerType?: Schema
  readonly element?: Schema
  readonly items?: readonly Schema[]
  readonly options?: readonly Schema[]
  readonly in?: Schema
  readonly out?: Schema
  readonly valueType?: Schema
  readonly keyType?: Schema
  readonly entries?: Record<string, string>
  readonly values?: readonly unknown[]
  readonly format?: string
  readonly checks?: readonly { _zod: { def: Record<string, unknown> } }[]
}

/** One place of a good request that can be spoiled: its path, its schema, its value. */
export interface Place {
  /** Starts with `params`, `query` or `body`. */
  readonly path: readonly (string | number)[]
  /** Peeled of `optional` and `nullable`. */
  readonly schema: Schema
  readonly value: unknown
  readonly required: boolean
  readonly nullable: boolean
}

export const defOf = (schema: Schema) => schema._zod.def as Def

/** Every place of a sample, those that it leaves out included, parents before their children. */
export function placesOf({ call, input }: Sample): Place[] {
  const places: Place[] = []
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = call[part]
    if (schema && typeof schema !== 'string') visit(places, schema, input[part], [part])
  }
  return places
}

function visit(places: Place[], outer: Schema, value: unknown, path: Place['path']): void {
  const { schema, required, nullable } = peel(outer)
  places.push({ path, schema, value, required, nullable })
  if (value === undefined || value === null) return
  const def = defOf(schema)
  const branch = def.options?.find((option) => z.safeParse(option, value).success)
  if (branch) return visitInside(places, branch, value, path)
  visitInside(places, schema, value, path)
}

function visitInside(places: Place[], schema: Schema, value: unknown, path: Place['path']): void {
  const { shape, element, items, options } = defOf(schema)
  if (options) {
    const branch = options.find((option) => z.safeParse(option, value).success)
    if (branch) visitInside(places, branch, value, path)
  }
  const fields = value as Record<string, unknown>
  if (shape)
    for (const [key, inner] of Object.entries(shape))
      visit(places, inner, fields[key], [...path, key])
  // One item speaks for all: the others have the same schema.
  if (element && Array.isArray(value) && value.length > 0)
    visit(places, element, value[0], [...path, 0])
  for (const [i, item] of (items ?? []).entries())
    visit(places, item, (value as unknown[])[i], [...path, i])
}

/** The schema behind `optional`, `nullable`, defaults and JSON text. */
export function peel(outer: Schema): Pick<Place, 'schema' | 'required' | 'nullable'> {
  let schema = outer
  let [required, nullable] = [true, false]
  for (;;) {
    const { type, innerType, out } = defOf(schema)
    if (type === 'optional' || type === 'default') required = false
    if (type === 'nullable') nullable = true
    const inner = type === 'pipe' && hints.get(schema)?.json !== undefined ? out : innerType
    if (!inner) return { schema, required, nullable }
    schema = inner
  }
}

/** The entity of the id at a place, if it is an id. */
export function entityAt(place: Place): Entity | undefined {
  return hints.get(place.schema)?.entity
}

/** The largest length or value that the schema allows, by the name of the check. */
export function boundOf(schema: Schema, check: string): number | undefined {
  const found = defOf(schema).checks?.find(({ _zod }) => _zod.def['check'] === check)?._zod.def
  return (found?.['maximum'] ?? found?.['minimum'] ?? found?.['value']) as number | undefined
}

/** A copy of the input with one place replaced; `undefined` takes the place away. */
export function putAt(input: Input, path: Place['path'], value: unknown): Input {
  return put(input, path, value) as Input
}

function put(node: unknown, path: Place['path'], value: unknown): unknown {
  const [head, ...rest] = path
  if (head === undefined) return value
  if (Array.isArray(node))
    return node.map((item, i) => (i === head ? put(item, rest, value) : item))
  const fields = { ...(node as Record<string, unknown>) }
  const inner = put(fields[head as string], rest, value)
  if (inner === undefined) delete fields[head as string]
  // Defined, not assigned: a key may be `__proto__`.
  else
    Object.defineProperty(fields, head, {
      value: inner,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  return fields
}

/** A path as refusals spell it, without the part of the request. */
export const spell = (path: Place['path']) => path.slice(1).join('.')
