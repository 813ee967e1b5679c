import pg from 'pg'
import { addProducts } from '#test/builders/builders.ts'
import type { World } from '#test/support/world.ts'
import { fillActs, fillSuppliers } from './fill.ts'
import { quickly } from './quick-fill.ts'

const ACTS = 60
const SUPPLIERS = 20
/** What is copied of the first company; keys of the others lie beside its own. */
const COPIED = ['site', 'post', 'price_column', 'product', 'supplier', 'act', 'act_position']

export interface FilledCompany {
  readonly id: string
  readonly operatorId: string
}

/** The world's own company and as many more as asked, each with acts of its own. */
export async function fillCompanies(
  { own, services }: World,
  count: number,
): Promise<FilledCompany[]> {
  const client = new pg.Client({ connectionString: services.config.ownerUrl })
  await client.connect()
  const { pallet } = await addProducts(own)
  await quickly(client, ['supplier', 'act'], async () => {
    await fillSuppliers(client, own, SUPPLIERS)
    await fillActs(client, own, pallet, ACTS)
    await client.query(
      `create temp table made as select uuidv7() as id, n from generate_series(1, $1::int) as n`,
      [count - 1],
    )
    await copyRows(client, 'company', own.id, {
      id: 'made.id',
      inn: `lpad(made.n::text, 10, '0')`,
      short_name: `'Компания ' || made.n`,
    })
    for (const table of COPIED) await copyRows(client, table, own.id, { company_id: 'made.id' })
    await copyRows(client, 'app_user', own.id, {
      id: 'uuidv7()',
      company_id: 'made.id',
      login: `t.login || made.n`,
    })
    for (const sum of ['daily_rollup', 'due_day'])
      await client.query(`insert into ${sum} select * from ${sum}_by_rows on conflict do nothing`)
  })
  await client.query('vacuum analyze')
  const { rows } = await client.query<FilledCompany>(
    `select company_id as id, id as "operatorId" from app_user where login = $1 or login ~ ('^' || $1 || '[0-9]+$')
     order by company_id`,
    [own.operator.login],
  )
  await client.end()
  return rows
}

/** Rows of a company for each of those that were made, with other words in some columns. */
async function copyRows(
  client: pg.Client,
  table: string,
  companyId: string,
  other: Readonly<Record<string, string>>,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and attgenerated = '' order by attnum`,
    [table],
  )
  const names = rows.map(({ name }) => `"${name}"`)
  const values = rows.map(({ name }) => other[name] ?? `t."${name}"`)
  await client.query(
    `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${table} t cross join made
     where t.${table === 'company' ? 'id' : 'company_id'} = $1`,
    [companyId],
  )
}
