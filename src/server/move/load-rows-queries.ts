import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { beginForAll } from '../db/spread/begin-for-all.ts'
import { isCluster } from '../db/spread/cluster.ts'
import { MoveRefused } from './move-package.ts'
import type { MovedTable, Tie } from './move-plan-queries.ts'

const nameInSql = (name: string) => `"${name}"`
const stageOf = (table: string) => `pg_temp.${nameInSql(`arriving_${table}`)}`

/**
 * Rows as they will be stored, in a table of this connection alone: so far other companies wait for nothing. `lines` are in the order of
 * the table's columns.
 */
export async function stageRows(
  client: pg.Client,
  { name, columns }: MovedTable,
  lines: AsyncIterable<string>,
): Promise<void> {
  const list = columns.map(nameInSql).join(', ')
  const stage = stageOf(name)
  await client.query(
    `create temp table ${nameInSql(`arriving_${name}`)} as select ${list} from public.${nameInSql(name)} with no data`,
  )
  const copy = client.query(copyFrom(`copy ${stage} (${list}) from stdin`))
  const texts = async function* () {
    for await (const line of lines) yield `${line}\n`
  }
  await pipeline(Readable.from(texts(), { objectMode: false }), copy)
}

/** One transaction of the owner. */
export async function wholeOrNothing(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await beginForAll(client)
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** What a row of the company itself is here, beside what travelled. */
export interface OwnRow {
  readonly from: string
  readonly print: string
}

/**
 * Moves staged rows to their tables. A row that says it is another company's, or a person's of another company, is none of these, nor one
 * whose place is taken: it is not stored, and the number of rows shows it. Answers how many were stored.
 */
export async function storeRows(
  client: pg.Client,
  { name, columns, whose }: MovedTable,
  companyId: string,
  own: OwnRow,
): Promise<number> {
  const list = columns.map(nameInSql)
  const into = `insert into public.${nameInSql(name)}`
  const stage = `${stageOf(name)} s`
  if (whose === 'itself') {
    const { rowCount } = await client.query(
      `${into} (${list.join(', ')}, status, arrived_from, arrived_print)
       select ${list.join(', ')}, 'suspended', $1, $2 from ${stage} where s.id = $3 on conflict do nothing`,
      [own.from, own.print, companyId],
    )
    return rowCount!
  }
  const where =
    whose === 'company'
      ? 's.company_id = $1'
      : 's.user_id in (select p.id from public.app_user p where p.company_id = $1)'
  const { rowCount } = await client.query(
    `${into} (${list.join(', ')}) overriding system value select ${list.join(', ')} from ${stage} where ${where} on conflict do nothing`,
    [companyId],
  )
  return rowCount!
}

/** People of the former platform, whom records name: closed accounts of the company here, into which nobody signs in. */
export async function storeOutsiders(
  client: pg.Client,
  companyId: string,
  people: readonly { id: string; full_name: string }[],
): Promise<string[]> {
  const { rows: found } = await client.query<{ id: string }>(
    'select id from app_user where id = any($1)',
    [people.map(({ id }) => id)],
  )
  const strangers = people.filter(({ id }) => !found.some((one) => one.id === id))
  for (const { id, full_name: name } of strangers)
    await client.query(
      `insert into app_user (id, company_id, login, full_name, role, roles, status)
       values ($1, $2, $3, $4, 'USER', '{}', 'dismissed')`,
      [id, companyId, `moved-${id}`, name],
    )
  return strangers.map(({ id }) => id)
}

/** Tables whose triggers would do a second time what came of their rows once. */
export async function tablesWithTriggers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** How a tie that no order serves is looked at in the end; a cluster takes it away meanwhile. */
async function tieLate(client: pg.Client) {
  const name = ({ table, name: tie }: Tie) =>
    [`alter table public.${nameInSql(table)}`, nameInSql(tie)] as const
  return (await isCluster(client))
    ? {
        rest: (tie: Tie) => name(tie).join(' drop constraint '),
        raise: (tie: Tie) => `${name(tie).join(' add constraint ')} ${tie.text}`,
      }
    : {
        rest: (tie: Tie) => `${name(tie).join(' alter constraint ')} deferrable initially deferred`,
        raise: (tie: Tie) => `${name(tie).join(' alter constraint ')} not deferrable`,
      }
}

/** From here to the commit other companies wait with their writes. */
export async function restGuards(
  client: pg.Client,
  tables: readonly string[],
  late: readonly Tie[],
): Promise<void> {
  const { rest } = await tieLate(client)
  try {
    for (const name of tables)
      await client.query(`alter table public.${nameInSql(name)} disable trigger user`)
    for (const tie of late) await client.query(rest(tie))
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error
    throw new MoveRefused('база занята: повторите, когда в ней меньше работы')
  }
}

/** Every reference is proved before the guards are in force again. */
export async function raiseGuards(
  client: pg.Client,
  tables: readonly string[],
  late: readonly Tie[],
): Promise<void> {
  const { raise } = await tieLate(client)
  await client.query('set constraints all immediate')
  for (const tie of late) await client.query(raise(tie))
  for (const name of tables)
    await client.query(`alter table public.${nameInSql(name)} enable trigger user`)
}

/** Numbers that the database gives out go on behind those that arrived. */
export async function raiseSequences(
  client: pg.Client,
  tables: readonly MovedTable[],
): Promise<void> {
  const { rows } = await client.query<{ name: string; column: string }>(
    `select c.relname as name, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and a.attidentity <> '' and c.relname = any($1)`,
    [tables.map(({ name }) => name)],
  )
  for (const { name, column } of rows)
    await client.query(
      `select setval(s.name, greatest(m.last, nextval(s.name))) from pg_get_serial_sequence($1, $2) as s (name),
         (select coalesce(max(${nameInSql(column)}), 1) as last from public.${nameInSql(name)}) m`,
      [`public.${name}`, column],
    )
}

/** Logins are one person's in the whole installation. */
export async function takenLogins(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ login: string }>(
    `select u.login from app_user u join ${stageOf('app_user')} s on s.login = u.login order by u.login limit 20`,
  )
  return rows.map(({ login }) => login)
}

/** Files of another company would be shown as this one's. */
export async function foreignFiles(client: pg.Client, companyId: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from (
       select storage_key from file where company_id = $1 union all select storage_key from phone_page where company_id = $1) f
     where regexp_replace(storage_key, '^s3:', '') not like $1::text || '/%'`,
    [companyId],
  )
  return rows[0]!.count
}

/** Ids by the codes that a package names. */
export async function readCodes(
  client: pg.Client,
): Promise<Record<'action' | 'bank', Map<string, string>>> {
  const codes = async (table: 'action' | 'bank') => {
    const { rows } = await client.query<{ code: string; id: string }>(
      `select code, id from public.${nameInSql(table)}`,
    )
    return new Map(rows.map(({ code, id }) => [code, id]))
  }
  return { action: await codes('action'), bank: await codes('bank') }
}
