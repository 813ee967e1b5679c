import { sql } from 'kysely'
import type { Db } from '../../../db/handle.ts'
import { positionWeighing } from '../../../db/query/position-weighing.ts'
import { settingsNow } from '../../company/settings.ts'

interface BookPeriod {
  readonly date_from: string
  readonly date_to: string
  readonly site_id?: string | undefined
}

export type BookAct = Awaited<ReturnType<typeof selectBookActs>>[number]
export type BookPosition = Awaited<ReturnType<typeof selectBookPositions>>[number]

/** Numbered acceptance acts of a period in the order of their numbers, void ones too. */
export function selectBookActs(db: Db, { date_from, date_to, site_id }: BookPeriod, most: number) {
  return db.q
    .selectFrom('act as a')
    .innerJoin('company as c', 'c.id', 'a.company_id')
    .where('a.company_id', '=', db.companyId)
    .where('a.kind', '=', 'psa')
    .where('a.status', 'in', ['issued', 'signed', 'void'])
    .where('a.number', 'is not', null)
    .where('a.date', '>=', date_from)
    .where('a.date', '<=', date_to)
    .$if(site_id !== undefined, (query) => query.where('a.site_id', '=', site_id!))
    .select([
      'a.id',
      'a.number',
      'a.date',
      sql<string>`to_char(a.issued_at at time zone c.timezone, 'HH24:MI')`.as('time'),
      'a.supplier_snapshot',
      'a.total_kop',
      sql<boolean>`coalesce((a.radiation ->> 'done')::boolean, false)`.as('radiation'),
      sql<boolean>`coalesce((a.explosion ->> 'done')::boolean, false)`.as('explosion'),
      'a.status',
      'a.void_reason',
    ])
    .orderBy('a.number_year')
    .orderBy('a.number_seq')
    .orderBy('a.number_repeat')
    .orderBy('a.id')
    .limit(most)
    .execute()
}

export function selectBookPositions(db: Db, actIds: readonly string[]) {
  return db.q
    .selectFrom('act_position as p')
    .leftJoinLateral(positionWeighing.as('w'), (join) => join.onTrue())
    .where('p.company_id', '=', db.companyId)
    .where(sql<boolean>`p.act_id = any(${actIds})`)
    .select(['p.act_id', 'p.name', 'p.phys_g', 'p.net_g', 'p.qty', 'p.amount_kop'])
    .select(['w.gross_g', 'w.tare_g', 'w.is_divided'])
    .orderBy('p.act_id')
    .orderBy('p.order')
    .orderBy('p.id')
    .execute()
}

/** Whether numbers between those of the book may be those of ОП-5: of the present rules, or of acts of the period. */
export async function areNumbersShared(db: Db, { date_from, date_to }: BookPeriod) {
  if ((await settingsNow(db)).rules.act_number_series === 'common') return true
  const row = await db.q
    .selectFrom('act')
    .where('company_id', '=', db.companyId)
    .where('kind', '=', 'op5')
    .where('number_series', '=', 'act')
    .where('date', '>=', date_from)
    .where('date', '<=', date_to)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export function selectBookCompany(db: Db) {
  return db.q
    .selectFrom('company')
    .where('id', '=', db.companyId)
    .select(['name', 'inn', 'legal_address'])
    .executeTakeFirstOrThrow()
}
