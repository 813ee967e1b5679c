import { sql } from 'kysely'
import type { CompanyFacts } from '../../../documents/act-facts.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import type { RaisedMark } from '../../../flags.ts'
import { isTrainingBank } from '../../../db/training-bank.ts'

/** The buyer for a form, with the account that money goes from; what its bank's own account is the БИК directory knows. */
export function companyFacts(db: Db): Promise<Omit<CompanyFacts, 'corr_account'>> {
  return db.q
    .selectFrom('company as c')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('bank_config as b')
          .innerJoin('bank', 'bank.id', 'b.bank_id')
          .where('b.company_id', '=', db.companyId)
          .where('b.status', '=', 'active')
          .where('b.account', 'is not', null)
          .select(['b.account', 'bank.bik', 'bank.name as bank_name'])
          .orderBy('b.created_at')
          .limit(1)
          .as('b'),
      (join) => join.onTrue(),
    )
    .where('c.id', '=', db.companyId)
    .select([
      'c.name',
      'c.inn',
      'c.kpp',
      'c.ogrn',
      'c.okpo',
      'c.legal_address',
      'c.phone',
      'c.licence_number',
      'c.licence_date',
      'c.licence_authority',
      'c.director_position',
      'c.director_name',
      'b.account',
      'b.bik',
      'b.bank_name',
    ])
    .executeTakeFirstOrThrow()
}

/** How weights of the act came about when not from the scale, visit by visit, in words of the form. */
export async function marksOf(db: Db, actId: string): Promise<string[]> {
  const { rows } = await sql<{ mark: string }>`
    select distinct case w.source when 'manual' then 'ручной ввод веса' else 'сохранённая тара' end
      || ', заезд ' || t.number as mark
    from weight_act wa
    join visit t on t.company_id = wa.company_id and t.weight_act_id = wa.id
    join weighing w on w.company_id = t.company_id and w.visit_id = t.id
    left join weighing_cancel c on c.company_id = w.company_id and c.weighing_id = w.id
    where wa.company_id = ${db.companyId} and wa.act_id = ${actId}
      and w.source in ('manual', 'stored_tare') and c.id is null
    order by 1 limit 50
  `.execute(db.q)
  return rows.map((row) => row.mark)
}

/** What was weighed on the yard simulator or is paid through the bank simulator says so on paper. */
export async function trainingMarks(db: Db, actId: string): Promise<string[]> {
  if (!db.services.config.demo) return []
  const { rows } = await sql<{ yard: boolean; bank: boolean }>`select exists (
      select 1 from weight_act wa
      join visit t on t.company_id = wa.company_id and t.weight_act_id = wa.id
      join weighing w on w.company_id = t.company_id and w.visit_id = t.id
      join device d on d.company_id = w.company_id and d.id = w.device_id
      where wa.company_id = ${db.companyId} and wa.act_id = ${actId}
        and d.connection->'transport'->>'host' in ('127.0.0.1', 'localhost', '::1')) as yard,
    exists (
      select 1 from bank_config b join bank on bank.id = b.bank_id
      where b.company_id = ${db.companyId} and b.status = 'active'
        and ${isTrainingBank('bank')}) as bank`.execute(db.q)
  const { yard, bank } = rows[0]!
  return [...(yard ? ['УЧЕБНАЯ ПЛОЩАДКА'] : []), ...(bank ? ['УЧЕБНЫЙ БАНК'] : [])]
}

/** The acceptor, with the name used in the signature. */
export function acceptor(db: Db) {
  return db.q
    .selectFrom('app_user')
    .where('id', '=', db.caller.userId)
    .select(['position', 'full_name'])
    .executeTakeFirst()
}

/** Loads that are bought as another product than the visit names, where that costs more by the list: what it costs more. */
export async function dearerThanWeighed(tx: Tx, actId: string): Promise<RaisedMark[]> {
  const { rows } = await sql<{ why: string | null; kop: number | null }>`
    select left(string_agg(distinct f.name || ' → ' || p.name, '; '), 300) as why,
      sum(p.amount_kop - round(p.net_g::numeric * coalesce(x.price_kop, 0) / 1000000))::bigint as kop
    from act_position p
      join weight_act_line l on l.company_id = p.company_id and l.id = p.line_id
      join visit v on v.company_id = l.company_id and v.id = l.visit_id
      cross join lateral jsonb_array_elements(v.drops) d
      join product f on f.company_id = v.company_id
        and f.id = coalesce((d->>'product_id')::uuid, v.product_id) and f.id <> p.product_id
      left join price_in_force x on x.company_id = f.company_id and x.product_id = f.id and x.column_id = p.column_id
    where p.company_id = ${tx.companyId} and p.act_id = ${actId} and (d->>'drop_no')::int = l.drop_no
      and p.price_kop > coalesce(x.price_kop, 0)`.execute(tx.q)
  const [dearer] = rows
  return dearer?.why && dearer.kop
    ? [{ code: 'product_changed', why: dearer.why, kop: dearer.kop }]
    : []
}
