import type { CompiledQuery } from 'kysely'
import type { Db } from '../handle.ts'

/** What a query is built from: the handle without the person, so that one text serves all callers. */
export type Scope = Pick<Db, 'q' | 'companyId'>

/** What a builder or a raw text of kysely has in common: it becomes a statement. */
export interface Compilable<Row> {
  compile(q: Db['q']): CompiledQuery<Row>
}

/** A place in a compiled query that each run fills with its own value. */
interface Slot {
  readonly slot: PropertyKey
}

const { companyId: COMPANY } = slots<Pick<Scope, 'companyId'>>()
const isSlot = (value: unknown): value is Slot =>
  typeof value === 'object' && value !== null && 'slot' in value && Object.keys(value).length === 1

/**
 * A query of one fixed shape, built and compiled at its first run only: on the paths of every screen, building it each time
 * cost a third of the server's time (decisions/0001). The builder may place the given values into the query and nothing else,
 * since at that time they are slots. The handle's company is filled in at each run.
 */
export function compiledQuery<Given extends Readonly<Record<string, unknown>>, Row>(
  build: (scope: Scope, given: Given) => Compilable<Row>,
): (db: Db, given: Given) => Promise<Row[]> {
  const query = compiledQueries((scope: Scope, given: Given) => build(scope, given))
  return (db, given) => query(db, given, '')
}

/** The same for a query of a few shapes, each compiled when it is first asked for; the shape is all that the text depends on. */
export function compiledQueries<
  Given extends Readonly<Record<string, unknown>>,
  Row,
  Shape extends string,
>(
  build: (scope: Scope, given: Given, shape: Shape) => Compilable<Row>,
): (db: Db, given: Given, shape: Shape) => Promise<Row[]> {
  const byShape = new Map<Shape, CompiledQuery<Row>>()
  return async (db, given, shape) => {
    let compiled = byShape.get(shape)
    if (!compiled) {
      compiled = build({ q: db.q, companyId: COMPANY }, slots<Given>(), shape).compile(db.q)
      byShape.set(shape, compiled)
    }
    const parameters = compiled.parameters.map((value) => {
      if (value === COMPANY) return db.companyId
      return isSlot(value) ? given[value.slot as keyof Given] : value
    })
    const { rows } = await db.q.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

function slots<Given extends object>(): Given {
  const slotByName = new Map<PropertyKey, Slot>()
  return new Proxy({} as Given, {
    get: (_, name) => {
      const slot = slotByName.get(name) ?? { slot: name }
      slotByName.set(name, slot)
      return slot
    },
  })
}

// Screens ask for the same few first pages; the bound keeps other filters from growing the memory.
const MAX_CACHED = 500
const compiledByKey = new Map<string, CompiledQuery>()

/**
 * The same for a query whose shape follows the request: compiled when it is asked for the first time and found again by
 * what was asked. The company is filled in at each run, so that a thousand companies share what one of them asked; `what` must name
 * everything else that the query depends on.
 */
export async function cachedQuery<Row>(
  db: Db,
  what: string,
  build: () => Compilable<Row>,
): Promise<Row[]> {
  // Asked for by its id, a company is a value of the filter as well: such a question is its own.
  const key = what.includes(db.companyId) ? `${db.companyId} ${what}` : what
  const compiled = (compiledByKey.get(key) ?? ofAnyCompany(db, build())) as CompiledQuery<Row>
  // What was asked last goes last.
  compiledByKey.delete(key)
  compiledByKey.set(key, compiled)
  if (compiledByKey.size > MAX_CACHED) compiledByKey.delete(compiledByKey.keys().next().value!)
  const parameters = compiled.parameters.map((value) => (value === COMPANY ? db.companyId : value))
  const { rows } = await db.q.executeQuery<Row>({ ...compiled, parameters })
  return rows
}

function ofAnyCompany(db: Db, query: Compilable<unknown>): CompiledQuery {
  const compiled = query.compile(db.q)
  const parameters = compiled.parameters.map((value) => (value === db.companyId ? COMPANY : value))
  return { ...compiled, parameters }
}
