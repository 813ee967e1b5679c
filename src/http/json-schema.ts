import * as z from 'zod/mini'
import type { Schema } from '#contract/core/call.ts'
import { hints } from '#contract/core/shapes.ts'

export type JsonSchema = Record<string, unknown>

const KEPT_KEYWORDS = [
  'type',
  'properties',
  'required',
  'items',
  'prefixItems',
  'nullable',
  'additionalProperties',
  'anyOf',
  'oneOf',
  'enum',
]

/**
 * The answer's shape for the compiled serializer: it writes only declared fields, so nothing undeclared leaves the server.
 * Formats and bounds are dropped: they cost time there and are checked in tests.
 */
export function answerSchema(schema: Schema): JsonSchema {
  return bare(
    z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'output', unrepresentable: 'any' }),
  )
}

function bare(node: unknown): JsonSchema {
  const source = node as JsonSchema
  const { allOf } = source
  const bareSchema: JsonSchema = {}
  for (const key of KEPT_KEYWORDS)
    if (source[key] !== undefined) bareSchema[key] = nestedSchema(key, source[key])
  // `allOf` only repeats patterns of one string; its type is beside it or in its first part.
  if (Array.isArray(allOf) && bareSchema['type'] === undefined)
    Object.assign(bareSchema, bare(allOf[0]))
  if (bareSchema['oneOf']) {
    bareSchema['anyOf'] = bareSchema['oneOf']
    delete bareSchema['oneOf']
  }
  // Where a branch of a union has to be chosen, an enum without null would refuse an empty value.
  if (bareSchema['nullable'] && Array.isArray(bareSchema['enum']))
    bareSchema['enum'] = [...(bareSchema['enum'] as unknown[]), null]
  return bareSchema
}

function nestedSchema(key: string, value: unknown): unknown {
  if (key === 'properties')
    return Object.fromEntries(Object.entries(value as JsonSchema).map(([k, v]) => [k, bare(v)]))
  if (key === 'items' || (key === 'additionalProperties' && typeof value === 'object'))
    return bare(value)
  if (key === 'anyOf' || key === 'oneOf' || key === 'prefixItems')
    return (value as unknown[]).map(bare)
  return value
}

/** A schema for people and generators: JSON-text filters are described as objects, ids name their entity. */
export function publicSchema(schema: Schema, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const hint = hints.get(zodSchema)
      if (hint?.entity) (jsonSchema as JsonSchema)['x-entity'] = hint.entity
      if (hint?.json)
        Object.assign(jsonSchema, { 'x-json': publicSchema(hint.json as Schema, 'input') })
    },
  })
}
