import assert from 'node:assert/strict'
import pg from 'pg'
import { reachDatabase } from '#server/db/connection/reach.ts'
import { mark, type Rows, type Step } from './plan.ts'

interface Recorded extends Step {
  rows: Rows
}

/** One request with the fields that differ between requests, and what it sent to the database. */
export interface Sample {
  readonly input: Readonly<Record<string, string>>
  readonly statements: readonly Recorded[]
}

interface Asked {
  query(this: pg.Client, ...args: unknown[]): unknown
}

/** Notes every statement that this process sends while the work lasts. */
export async function record(work: () => Promise<unknown>): Promise<Recorded[]> {
  const client: Asked = pg.Client.prototype
  const original = client.query
  const statements: Recorded[] = []
  let underWay = 0
  client.query = function (...args) {
    const [first, second] = args as [string | Omit<Step, 'wave'>, unknown[] | undefined]
    const sent = typeof first === 'string' ? { text: first, values: second } : first
    const wave = (statements.at(-1)?.wave ?? 0) + (underWay === 0 ? 1 : 0)
    const note: Recorded = {
      ...(sent.name && { name: sent.name }),
      text: sent.text,
      ...(sent.values && { values: sent.values }),
      wave,
      rows: [],
    }
    statements.push(note)
    underWay++
    const answer = original.apply(this, args) as Promise<{ rows: Rows }>
    return answer
      .then((result) => {
        note.rows = result.rows ?? []
        return result
      })
      .finally(() => underWay--)
  }
  try {
    await work()
  } finally {
    client.query = original
  }
  return statements
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Two requests of one kind tell what in their statements is fixed and what follows from the request. */
export function stepsOf(one: Sample, two: Sample): Step[] {
  assert.deepEqual(
    one.statements.map((statement) => statement.text),
    two.statements.map((statement) => statement.text),
    'two requests of one kind sent different statements',
  )
  const fresh = new Map<string, string>()
  return one.statements.map(({ name, text, wave, values }, at) => ({
    ...(name && { name }),
    text,
    wave,
    ...(values && {
      values: values.map((value, place) => {
        const other = two.statements[at]!.values![place]
        if (JSON.stringify(value) === JSON.stringify(other)) return value
        if (shapeOf(value, one) === shapeOf(other, two)) return marked(value, one, at, fresh)
        const cell = cellOfBoth({ value, other }, one, two, wave)
        assert.ok(cell, `cannot replay $${place + 1} (${shapeOf(value, one)}): ${text}`)
        return mark(cell)
      }),
    }),
  }))
}

/**
 * A text that both requests took over from the same cell of an earlier answer, such as the moment at which the prices were
 * read: no request and no id says it.
 */
function cellOfBoth(
  { value, other }: { value: unknown; other: unknown },
  one: Sample,
  two: Sample,
  before: number,
): string | undefined {
  for (const [place, { rows, wave }] of one.statements.entries())
    for (const column of wave < before ? Object.keys(rows[0] ?? {}) : [])
      if (rows[0]![column] === value && two.statements[place]!.rows[0]?.[column] === other)
        return `row:${place}:${column}`
  return undefined
}

/** The value without what the request or an id says: the same for both, or the replay would lie. */
function shapeOf(value: unknown, sample: Sample): string {
  let text = JSON.stringify(value)
  for (const given of Object.values(sample.input)) text = text.replaceAll(given, '#')
  return text.replaceAll(UUID, '#')
}

function marked(value: unknown, sample: Sample, at: number, fresh: Map<string, string>): unknown {
  const earlier = sample.statements.slice(0, at)
  if (Array.isArray(value)) return markedList(value, earlier)
  let text = String(value)
  for (const [name, given] of Object.entries(sample.input))
    text = text.replaceAll(given, mark(`in:${name}`))
  return text.replaceAll(UUID, (id) => {
    const known = fresh.get(id) ?? columnOf(earlier, (rows, column) => rows[0]?.[column] === id)
    const name = known ?? `new:${fresh.size}`
    if (!known) fresh.set(id, name)
    return mark(name)
  })
}

/** A list is a column of an earlier answer, or one cell of it that holds a whole list. */
function markedList(list: readonly unknown[], earlier: readonly Recorded[]): string {
  const text = JSON.stringify(list)
  const column = columnOf(
    earlier,
    (rows, name) => JSON.stringify(rows.map((row) => row[name])) === text,
  )
  if (column) return mark(column.replace('row:', 'rows:'))
  const cell = columnOf(earlier, (rows, name) => JSON.stringify(rows[0]?.[name]) === text)
  assert.ok(cell, 'a list that no earlier answer holds')
  return mark(cell)
}

function columnOf(
  earlier: readonly Recorded[],
  holds: (rows: Rows, column: string) => boolean,
): string | undefined {
  for (const [at, { rows }] of earlier.entries())
    for (const column of Object.keys(rows[0] ?? {}))
      if (holds(rows, column)) return `row:${at}:${column}`
  return undefined
}

/** Tells on the error stream how PostgreSQL runs the reading statements of one request. */
export async function explain(databaseUrl: string, statements: readonly Recorded[]): Promise<void> {
  const client = await reachDatabase(databaseUrl)
  for (const { text, values } of statements) {
    if (!/^\s*(select|with)/i.test(text)) continue
    const { rows } = await client.query<Record<string, string>>(
      `explain (analyze, costs off, timing off) ${text}`,
      values as unknown[],
    )
    console.error(rows.map((row) => `    ${row['QUERY PLAN']}`).join('\n'))
  }
  await client.end()
}
