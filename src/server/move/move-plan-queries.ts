import type pg from 'pg'
import { sealedColumns, type SealedColumn } from '../keys/sealed-values-queries.ts'
import { COLUMNS_OF_PLACE, PEOPLE_TABLES, TABLES_THAT_STAY, VALUES_THAT_STAY } from './move-plan.ts'

/** A table whose rows go along with a company. */
export interface MovedTable {
  readonly name: string
  /** Columns whose values are stored and not computed, without those of a place. */
  readonly columns: readonly string[]
  /** Columns that name a person of the company or of the platform. */
  readonly people: readonly string[]
  /** Rows that name a company, rows of its people, or the company's own row. */
  readonly whose: 'company' | 'people' | 'itself'
  readonly sealed: readonly SealedColumn[]
}

export interface Tie {
  readonly table: string
  readonly to: string
  readonly name: string
  /** What stands behind its name. */
  readonly text: string
}

interface TableRow {
  readonly name: string
  readonly has_company: boolean
  readonly columns: string[]
  readonly people: string[]
}

const TABLES = `
  select c.relname as name, bool_or(a.attname = 'company_id') as has_company,
    array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
    coalesce(array_agg(a.attname::text order by a.attnum) filter (where a.atttypid = 'uuid'::regtype
      and a.attname ~ '_by$|^user_id$|^approver_id$'), '{}') as people
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  group by c.relname order by c.relname collate "C"`

/** The tables of a company, as this release has them; a table that the plan does not know is an error of the release. */
export async function readMovedTables(client: pg.Client): Promise<MovedTable[]> {
  const { rows } = await client.query<TableRow>(TABLES)
  return rows.flatMap(({ name, has_company: hasCompany, columns, people }) => {
    if (name in TABLES_THAT_STAY) return []
    const whose = PEOPLE_TABLES.includes(name) ? 'people' : hasCompany ? 'company' : undefined
    const table = name === 'company' ? 'itself' : whose
    if (!table) throw new Error(`table ${name} neither moves with a company nor stays`)
    return {
      name,
      columns: columns.filter((column) => !COLUMNS_OF_PLACE.includes(`${name}.${column}`)),
      people,
      whose: table,
      sealed: sealedColumns.filter((one) => one.table === name),
    }
  })
}

/** Tables in an order in which each finds what it names, and the ties that no order serves: tables that name each other. */
export async function orderByTies(
  client: pg.Client,
  tables: readonly MovedTable[],
): Promise<{ order: MovedTable[]; late: Tie[] }> {
  const { rows } = await client.query<Tie>(`
    select c.relname as "table", f.relname as "to", k.conname as name, pg_get_constraintdef(k.oid) as text
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid order by 1, 3`)
  const names = new Set(tables.map(({ name }) => name))
  let ties = rows.filter(({ table, to }) => names.has(table) && names.has(to))
  const late: Tie[] = []
  const order: MovedTable[] = []
  for (const rest = new Map(tables.map((table) => [table.name, table])); rest.size > 0;) {
    const waits = ({ table, to }: Tie) => rest.has(table) && rest.has(to)
    const free = [...rest.values()].find(
      ({ name }) => !ties.some((tie) => tie.table === name && waits(tie)),
    )
    if (free) {
      order.push(free)
      rest.delete(free.name)
      continue
    }
    // The table that most others wait for goes first, and its own ties are looked at in the end.
    const waiting = (name: string) => ties.filter((tie) => tie.to === name && waits(tie)).length
    const [first] = [...rest.keys()].toSorted((a, b) => waiting(b) - waiting(a))
    late.push(...ties.filter((tie) => tie.table === first && waits(tie)))
    ties = ties.filter((tie) => !late.includes(tie))
  }
  return { order, late }
}

const PEOPLE = (companyId: string) =>
  `select p.id from public.app_user p where p.company_id = '${companyId}'`

/** Which rows of a table are the company's, as a condition over `t`. */
function conditionOf({ name, whose }: MovedTable, { companyId, without }: RowsOf): string {
  if (whose === 'itself') return `t.id = '${companyId}'`
  if (whose === 'people') return `t.user_id in (${PEOPLE(companyId)})`
  const others = without.length > 0 && name === 'app_user'
  const list = without.map((id) => `'${id}'`).join(', ')
  return `t.company_id = '${companyId}'${others ? ` and t.id not in (${list})` : ''}`
}

export interface RowsOf {
  readonly companyId: string
  /** People of the former platform whom the arrival itself has added. */
  readonly without: readonly string[]
}

/**
 * The rows of a table in the form in which they travel: a column of an installation as what means the same elsewhere, and behind the
 * columns what the places of closed values are made of, two for each.
 */
export function rowsText(table: MovedTable, of: RowsOf): string {
  const columns = table.columns.map(
    (column) => VALUES_THAT_STAY[`${table.name}.${column}`] ?? `t."${column}"`,
  )
  const places = table.sealed.flatMap(({ id, field }) => [`(${id})::text`, `(${field})::text`])
  return `select ${[...columns, ...places].join(', ')} from public."${table.name}" t where ${conditionOf(table, of)}`
}

/** Names of the people of the platform, or of anybody else, who did something in the company: its records name them. */
export async function readOutsiders(
  client: pg.Client,
  tables: readonly MovedTable[],
  companyId: string,
): Promise<{ id: string; full_name: string }[]> {
  const of = { companyId, without: [] }
  const named = tables.flatMap((table) =>
    table.people
      .filter((column) => !COLUMNS_OF_PLACE.includes(`${table.name}.${column}`))
      .map(
        (column) =>
          `select t."${column}" as id from public."${table.name}" t where ${conditionOf(table, of)}`,
      ),
  )
  const { rows } = await client.query<{ id: string; full_name: string }>(
    `select u.id, u.full_name from public.app_user u where u.company_id is distinct from '${companyId}'
       and u.id in (${named.join('\nunion ')}) order by u.id`,
  )
  return rows
}
