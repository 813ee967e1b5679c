import type { Schema } from '#contract/core/call.ts'
import { hints } from '#contract/core/shapes.ts'
import { boundOf, defOf, peel } from './places.ts'
import { rowOf, type Stock } from './stock.ts'
import { TRIED } from './tried-texts.ts'

// A place in an earlier list: only a server's own mark is accepted there, so an example leaves it out.
const LEFT_OUT = new Set(['after'])

// For rows of the platform, which belong to no company: SUPERVISOR's calls name them.
const NOBODYS = '01a1fcf6-0000-7000-8000-0000000000ff'

/** A value that a schema accepts, every key present, where no rule binds keys to each other; ids are of own rows. */
export function exampleOf(outer: Schema, stock: Stock): unknown {
  const { schema } = peel(outer)
  const def = defOf(schema)
  const entity = hints.get(schema)?.entity
  if (entity) return entity in rowOf ? stock[rowOf[entity as keyof typeof rowOf]].id : NOBODYS
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape!)
          .filter(([key, inner]) => !LEFT_OUT.has(key) || peel(inner).required)
          .map(([key, inner]) => [key, exampleOf(inner, stock)]),
      )
    case 'array':
      return [exampleOf(def.element!, stock)]
    case 'tuple':
      return def.items!.map((item) => exampleOf(item, stock))
    case 'enum':
      return Object.values(def.entries!)[0]
    case 'literal':
      return def.values![0]
    case 'record':
      return {}
    case 'unknown':
      return null
    case 'union':
      return exampleOf(def.options![0]!, stock)
    case 'boolean':
      return true
    case 'number':
      return Math.max(1, boundOf(schema, 'greater_than') ?? 1)
    case 'string':
      return textFor(schema, stock)
    default:
      throw new Error(`No example for ${def.type}`)
  }
}

function textFor(schema: Schema, stock: Stock): string {
  const fits = [...TRIED, stock.product.id].find((text) => schema.safeParse(text).success)
  if (fits === undefined) throw new Error('No example for a text')
  return fits
}
