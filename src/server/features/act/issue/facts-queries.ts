import { sql } from 'kysely'
import type { CompanyFacts } from '../../../documents/act-facts.ts'
import type { Db } from '../../../db/handle.ts'
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

/** Papers say when a load was weighed on the yard simulator or is paid through the bank simulator. */
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
