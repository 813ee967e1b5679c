import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../db/schema.ts'
import { NO_COMPANY } from '../db/uuid.ts'
import type { EncryptedPlace } from '../storage/encryption.ts'

/** A column that holds closed values, and what their places are made of, as SQL over its row (alias `t`). */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  readonly id: string
  readonly field: string
  /** The table that the place names, where it is another. */
  readonly placeTable?: string
  /** A value that belongs to no company. */
  readonly isCommon?: true
  /** The column is JSON and its values are base64 at this path. */
  readonly path?: string
  /** A column that repeats the number of the key. */
  readonly keyColumn?: string
  /** The columns of the primary key behind the company with their types; `id` where nothing is said. */
  readonly rowKey?: Readonly<Record<string, string>>
}

/** Every column with closed values; a column that is missing here would keep its key for ever (`every-sealed-value.test.ts`). */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'act', column: 'supplier_snapshot', id: 't.id', field: "'supplier_snapshot'" },
  { table: 'act', column: 'body_html', id: 't.id', field: "'body_html'" },
  { table: 'act', column: 'body_blocks', id: 't.id', field: "'body_blocks'" },
  {
    table: 'act',
    column: 'representative',
    placeTable: 'supplier',
    id: 't.supplier_id',
    field: "'representatives'",
    path: '$.doc',
  },
  { table: 'bank_config', column: 'credentials', id: 't.id', field: "'credentials'" },
  {
    table: 'bank_session',
    column: 'sid',
    id: 't.bank_config_id',
    field: "'sid'",
    rowKey: { bank_config_id: 'uuid' },
  },
  {
    table: 'card_vault',
    column: 'pan',
    id: 't.payment_method_id',
    field: "'pan'",
    keyColumn: 'key_id',
    rowKey: { payment_method_id: 'uuid' },
  },
  { table: 'device', column: 'agent_key', id: 't.id', field: "'agent_key'" },
  { table: 'device', column: 'connection', id: 't.id', field: "'password'", path: '$.password' },
  {
    table: 'issued_form',
    column: 'form',
    id: 't.entity_id',
    field: "t.entity || '.' || t.edition",
    rowKey: { entity: 'text', entity_id: 'uuid', edition: 'text' },
  },
  {
    table: 'issued_pdf',
    column: 'pdf',
    id: 't.entity_id',
    field: "encode(t.body_sha256, 'hex') || '.' || t.copies",
    rowKey: { entity: 'text', entity_id: 'uuid', body_sha256: 'bytea', copies: 'integer' },
  },
  { table: 'payment_method', column: 'card_token', id: 't.id', field: "'card_token'" },
  {
    table: 'push_browser',
    column: 'sealed',
    id: "encode(t.endpoint_hash, 'hex')",
    field: "'target'",
    isCommon: true,
  },
  {
    table: 'push_key',
    column: 'sealed',
    id: 't.id',
    field: "'private_key'",
    isCommon: true,
    rowKey: { id: 'integer' },
  },
  {
    table: 'second_factor',
    column: 'secret',
    id: 't.user_id',
    field: "'secret'",
    isCommon: true,
    rowKey: { user_id: 'uuid' },
  },
  { table: 'supplier', column: 'doc', id: 't.id', field: "'doc'" },
  { table: 'supplier', column: 'snils', id: 't.id', field: "'snils'" },
  {
    table: 'supplier',
    column: 'representatives',
    id: 't.id',
    field: "'representatives'",
    path: '$[*].doc',
  },
  { table: 'webhook', column: 'secret', id: 't.id', field: "'secret'" },
  { table: 'webhook', column: 'previous_secret', id: 't.id', field: "'secret'" },
  { table: 'webhook', column: 'sealed_query', id: 't.id', field: "'query'" },
]

/** A closed value and where it is now. */
export interface SealedValue {
  /** The primary key of its row, as texts: a row has no other name on every machine of a cluster. */
  readonly row: readonly string[]
  readonly place: EncryptedPlace
  readonly sealed: Buffer
}

/** How the values of a row are reached: a row of a JSON column may have several. */
interface Values {
  readonly join: RawBuilder<unknown>
  readonly value: RawBuilder<unknown>
  readonly bytes: RawBuilder<Buffer>
  /** Whether a row has any under these keys. */
  meets(keys: readonly number[]): RawBuilder<unknown>
}

function valuesOf({ column, path }: SealedColumn): Values {
  const stored = sql`${sql.ref(`t.${column}`)}`
  if (path === undefined)
    return {
      join: sql``,
      value: stored,
      bytes: sql<Buffer>`${stored}`,
      meets: (keys) => sql`seal_key_of(${stored}) = any(${keys}::int[])`,
    }
  const found = sql`jsonb_path_query(${stored}, ${sql.lit(path)}) as found`
  return {
    join: sql`cross join lateral (select found #>> '{}' as value from ${found}) v`,
    value: sql`v.value`,
    bytes: sql<Buffer>`decode(v.value, 'base64')`,
    meets: (keys) =>
      sql`exists (select from ${found} where seal_key_of(found #>> '{}') = any(${keys}::int[]))`,
  }
}

/** How many values of a column each key closed. */
export async function countByKey(
  q: Kysely<DB>,
  column: SealedColumn,
): Promise<{ key: number; count: number }[]> {
  const { join, value } = valuesOf(column)
  const { rows } = await sql<{ key: number; count: number }>`
    select seal_key_of(${value}) as key, count(*)::int as count from ${sql.table(column.table)} t ${join}
    where ${value} is not null group by 1`.execute(q)
  return rows
}

/** Keys that closed values of a column, beside these; bytes that do not begin as a closed value name none. */
export async function keysBeside(
  q: Kysely<DB>,
  column: SealedColumn,
  keys: readonly number[],
): Promise<number[]> {
  const { join, value } = valuesOf(column)
  const isClosed = column.path
    ? sql`${value} ~ '^A[Q-Za-f]'`
    : sql`substr(${value}, 1, 1) = '\\x01'::bytea`
  const { rows } = await sql<{ key: number }>`
    select distinct seal_key_of(${value}) as key from ${sql.table(column.table)} t ${join}
    where ${isClosed} and seal_key_of(${value}) <> all(${keys}::int[])`.execute(q)
  return rows.map(({ key }) => key)
}

/** Letters with a link that have not left yet: they go or expire by themselves. */
export async function countLetters(q: Kysely<DB>): Promise<{ key: number; count: number }[]> {
  const { rows } = await sql<{ key: number; count: number }>`
    select seal_key_of(data ->> 'sealed') as key, count(*)::int as count from pgboss.job
    where data ? 'sealed' and state < 'completed' group by 1`.execute(q)
  return rows
}

/** The primary key: its columns and their types. */
export const rowKeyOf = ({ rowKey = { id: 'uuid' }, isCommon }: SealedColumn) =>
  Object.entries(isCommon ? rowKey : { company_id: 'uuid', ...rowKey })

interface Page {
  /** Rows behind this one, in the order of their keys. */
  readonly after: readonly string[] | undefined
  /** Rows, each with all its values. */
  readonly limit: number
}

/** Values of a column that one of these keys closed. */
export async function valuesUnder(
  q: Kysely<DB>,
  column: SealedColumn,
  keys: readonly number[],
  { after, limit }: Page,
): Promise<SealedValue[]> {
  const { value, bytes, join, meets } = valuesOf(column)
  const company = column.isCommon ? sql`${NO_COMPANY}` : sql`t.company_id::text`
  const key = rowKeyOf(column)
  const names = key.map(([name]) => sql.ref(`t.${name}`))
  const order = sql.join(names)
  const isBehind = after
    ? sql`(${order}) > (${sql.join(key.map(([, type], i) => sql`${after[i]}::${sql.raw(type)}`))})`
    : sql`true`
  const { rows } = await sql<{
    row: string[]
    companyId: string
    id: string
    field: string
    sealed: Buffer
  }>`
    select array[${sql.join(names.map((name) => sql`${name}::text`))}] as row, ${company} as "companyId",
      (${sql.raw(column.id)})::text as id, ${sql.raw(column.field)} as field, ${bytes} as sealed
    from (select t.* from ${sql.table(column.table)} t
      where ${isBehind} and ${meets(keys)} order by ${order} limit ${limit}) t ${join}
    where seal_key_of(${value}) = any(${keys}::int[]) order by ${order}`.execute(q)
  const table = column.placeTable ?? column.table
  return rows.map(({ row, companyId, id, field, sealed }) => ({
    row,
    place: { companyId, table, id, field },
    sealed,
  }))
}

/** What takes the place of a value. */
interface Change {
  readonly row: readonly string[]
  readonly was: Buffer
  readonly becomes: Buffer
}

/**
 * Puts values in the place of others and answers how many. A row that somebody holds or has changed meanwhile is left to the next
 * look: this waits for nobody, so nobody who waits for it can be waited for.
 */
export async function replaceValues(
  q: Kysely<DB>,
  column: SealedColumn,
  changes: readonly Change[],
): Promise<number> {
  // One machine of a cluster has all rows of a company, and only one machine can pass over what somebody holds.
  const together = Map.groupBy(changes, ({ row }) => (column.isCommon ? undefined : row[0]))
  let replaced = 0
  for (const [companyId, ofOne] of together)
    replaced += await replaceTogether(q, column, companyId, ofOne)
  return replaced
}

async function replaceTogether(
  q: Kysely<DB>,
  column: SealedColumn,
  companyId: string | undefined,
  changes: readonly Change[],
): Promise<number> {
  const table = sql.table(column.table)
  const stored = sql.ref(column.column)
  const key = rowKeyOf(column)
  const listed = sql.join([
    ...key.map(
      ([, type], i) => sql`${changes.map(({ row }) => row[i])}::text[]::${sql.raw(type)}[]`,
    ),
    sql`${changes.map(({ was }) => was)}::bytea[]`,
    sql`${changes.map(({ becomes }) => becomes)}::bytea[]`,
  ])
  const named = sql.raw([...key.map((_, i) => `key_${i}`), 'was', 'becomes'].join(', '))
  const of = (alias: string) => sql.join(key.map(([name]) => sql.ref(`${alias}.${name}`)))
  const isListed = (row: string, list: string) =>
    sql.join(
      key.map(([name], i) => sql`${sql.ref(`${row}.${name}`)} = ${sql.ref(`${list}.key_${i}`)}`),
      sql` and `,
    )
  const isTheirs = (row: string) =>
    companyId === undefined ? sql`true` : sql`${sql.ref(`${row}.company_id`)} = ${companyId}`
  const repeated = column.keyColumn
    ? sql`, ${sql.ref(column.keyColumn)} = seal_key_of(n.becomes)`
    : sql``
  // Base64 of random bytes: no other part of the text is the same.
  const [value, isSame] = column.path
    ? [
        sql`replace(t.${stored}::text, ${base64('was')}, ${base64('becomes')})::jsonb${repeated}`,
        sql`strpos(t.${stored}::text, ${base64('was')}) > 0`,
      ]
    : [sql`n.becomes${repeated}`, sql`t.${stored} = n.was`]
  const { numAffectedRows } = await sql`
    update ${table} t set ${stored} = ${value}
    from unnest(${listed}) as n (${named})
    where ${isTheirs('t')} and ${isListed('t', 'n')} and ${isSame} and (${of('t')}) in (
      select ${of('f')} from ${table} f, unnest(${listed}) as l (${named})
      where ${isTheirs('f')} and ${isListed('f', 'l')} for no key update of f skip locked)`.execute(
    q,
  )
  return Number(numAffectedRows ?? 0)
}

/** Base64 as the product writes it, without the line breaks that PostgreSQL puts in. */
const base64 = (column: 'was' | 'becomes') =>
  sql`translate(encode(n.${sql.ref(column)}, 'base64'), E'\n', '')`
