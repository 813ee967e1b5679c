import { sql } from 'kysely'
import { VERIFICATION_WARN_DAYS } from '#contract/act/instrument.ts'
import { zoneOf, type Db } from '../../../db/handle.ts'

/** Counts the records of the handle's company that its first purchase needs. */
export async function countForSetUp(db: Db) {
  const of = (table: string, also = sql`true`) =>
    sql<number>`(select count(*)::int from ${sql.table(table)} as x
      where x.company_id = ${db.companyId} and ${also})`
  const item = sql`x.kind = 'item' and x.status = 'active'`
  const worker = sql`x.role = 'USER' and 'OPERATOR' = any(x.roles)`
  return db.q
    .selectNoFrom([
      of('site', sql`x.status = 'active'`).as('sites'),
      of('post').as('posts'),
      of('agent', sql`x.status <> 'revoked'`).as('agents'),
      of('agent', sql`x.status = 'online'`).as('agents_online'),
      of('device', sql`x.kind = 'scale'`).as('scales'),
      of('product', sql`${item} and x.metal_class <> 'none'`).as('scrap'),
      of('instrument', sql`x.status = 'active'`).as('instruments'),
      of(
        'instrument',
        sql`x.status = 'active' and x.valid_until >= (now() at time zone ${zoneOf(db)})::date`,
      ).as('instruments_verified'),
      sql<string | null>`(select to_char(max(x.valid_until), 'DD.MM.YYYY') from instrument as x
        where x.company_id = ${db.companyId} and x.status = 'active'
        having max(x.valid_until) <= (now() at time zone ${zoneOf(db)})::date + ${VERIFICATION_WARN_DAYS}::int)`.as(
        'instrument_ends',
      ),
      of('device', sql`x.kind = 'plate_camera'`).as('plate_cameras'),
      of('product', item).as('products'),
      of(
        'product',
        sql`${item} and exists (select 1 from price_in_force p
          join price_column c on c.company_id = p.company_id and c.id = p.column_id
          where p.company_id = x.company_id and p.product_id = x.id
            and c.is_default and p.price_kop is not null)`,
      ).as('priced'),
      of('app_user', sql`${worker} and x.status = 'active'`).as('operators'),
      of('app_user', sql`${worker} and x.status = 'invited'`).as('invited'),
      of('bank_config', sql`x.status = 'active'`).as('banks'),
      of('bank_config', sql`x.status <> 'disabled'`).as('banks_known'),
    ])
    .executeTakeFirstOrThrow()
}

/** The directory of banks that all companies use: its day and how many days ago that was in the zone of the Bank of Russia. */
export async function directoryNow({ q }: Db): Promise<{ day: string; age: number } | null> {
  const { rows } = await sql<{ day: string; age: number }>`
    select to_char(business_day, 'DD.MM.YYYY') as day, (now() at time zone 'Europe/Moscow')::date - business_day as age
    from bik_load order by seq desc limit 1
  `.execute(q)
  return rows[0] ?? null
}

/** Companies that work or shall begin to, the newest first: of an old one less is missing. */
export function companiesToSetUp({ q }: Db) {
  return q
    .selectFrom('company')
    .where('status', 'in', ['new', 'active'])
    .select(['id', 'status'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(500)
    .execute()
}

export type SetUpCounts = Awaited<ReturnType<typeof countForSetUp>>
