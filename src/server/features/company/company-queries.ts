import { sql } from 'kysely'
import { shownAgreementFields } from '#contract/bank/agreement-record.ts'
import type { BankConfig } from '#contract/bank/bank-entities.ts'
import { companyFields } from '#contract/company/company-record.ts'
import { fieldNames } from '#contract/record/record-field.ts'
import type { Db } from '../../db/handle.ts'
import { isTrainingBank } from '../../db/training-bank.ts'

/** Settings as stored, of the handle's company. */
export async function companySettings(db: Db): Promise<unknown> {
  const row = await db.q
    .selectFrom('company')
    .where('id', '=', db.companyId)
    .select('settings')
    .executeTakeFirst()
  return row?.settings
}

/** The year in which the company's papers of now are numbered. */
export async function companyYear(db: Db): Promise<number> {
  const row = await db.q
    .selectFrom('company')
    .where('id', '=', db.companyId)
    .select(sql<number>`extract(year from now() at time zone timezone)::int`.as('year'))
    .executeTakeFirstOrThrow()
  return row.year
}

/** `company as c`, nothing selected. */
export function companies(db: Db) {
  return db.q.selectFrom('company as c')
}

export const companyColumns = [
  ...fieldNames(companyFields).map((name) => `c.${name}` as const),
  'c.id',
  'c.status',
  'c.created_at',
  'c.version',
] as const

export function findCompany(db: Db) {
  return companies(db)
    .where('c.id', '=', db.companyId)
    .select([...companyColumns, 'c.settings'])
    .select(['c.moved_to', 'c.arrived_from', 'c.arrived_at', 'c.let_first_by', 'c.let_by'])
    .executeTakeFirst()
}

/** Sites with the current agent of each. */
export function sites(db: Db) {
  return db.q
    .selectFrom('site as s')
    .leftJoin('agent as a', (join) =>
      join
        .onRef('a.company_id', '=', 's.company_id')
        .onRef('a.site_id', '=', 's.id')
        .on('a.status', '<>', 'revoked'),
    )
    .where('s.company_id', '=', db.companyId)
    .select([
      's.id',
      's.name',
      's.address',
      's.is_default',
      's.status',
      's.version',
      'a.id as agent_id',
      'a.status as agent_status',
      'a.program_version',
      'a.last_seen_at as agent_seen_at',
      'a.update_state',
      'a.update_release',
      'a.update_detail',
    ])
    .orderBy('s.is_default', 'desc')
    .orderBy('s.name')
    .limit(100)
    .execute()
}

export function posts(db: Db) {
  return db.q
    .selectFrom('post')
    .where('company_id', '=', db.companyId)
    .select(['id', 'site_id', 'number', 'kind', 'title', 'version'])
    .orderBy('number')
    .limit(99)
    .execute()
}

export function devices(db: Db) {
  return db.q
    .selectFrom('device as d')
    .leftJoin('post as p', (join) =>
      join.onRef('p.company_id', '=', 'd.company_id').onRef('p.id', '=', 'd.post_id'),
    )
    .where('d.company_id', '=', db.companyId)
    .select([
      'd.id',
      'd.site_id',
      'd.post_id',
      'p.number as post',
      'd.kind',
      'd.code',
      'd.title',
      'd.driver',
      'd.connection',
      'd.max_g',
      'd.min_g',
      'd.d_g',
      'd.e_g',
      'd.zero_band_g',
      'd.presence_g',
      'd.verification_until',
      'd.verification_doc',
      'd.status',
      'd.last_seen_at',
      'd.version',
    ])
    .orderBy('d.kind')
    .orderBy('d.code')
    .limit(300)
    .execute()
}

export function routeEntries(db: Db) {
  return db.q
    .selectFrom('route_entry')
    .where('company_id', '=', db.companyId)
    .select(['tag', 'url', 'site_id'])
    .orderBy('tag')
    .limit(3)
    .execute()
}

/** Agents of the company with the posts of their sites. */
export function directAgents(db: Db) {
  return db.q
    .selectFrom('agent as a')
    .innerJoin('site as s', (join) =>
      join.onRef('s.company_id', '=', 'a.company_id').onRef('s.id', '=', 'a.site_id'),
    )
    .where('a.company_id', '=', db.companyId)
    .where('a.status', '<>', 'revoked')
    .select([
      'a.id',
      'a.site_id',
      'a.status',
      's.name as site',
      sql<number[]>`array(select p.number from post as p where p.company_id = a.company_id
        and p.site_id = a.site_id order by p.number limit 99)`.as('posts'),
    ])
    .limit(100)
    .execute()
}

/** Agreements with their banks; the encrypted keys are not read, only whether they are present. */
export function bankConfigs(db: Db) {
  return db.q
    .selectFrom('bank_config as b')
    .innerJoin('bank', 'bank.id', 'b.bank_id')
    .where('b.company_id', '=', db.companyId)
    .select([
      ...fieldNames(shownAgreementFields).map((name) => `b.${name}` as const),
      'b.id',
      'b.company_id',
      'b.bank_id',
      'bank.name as bank_name',
      'bank.adapter',
      isTrainingBank('bank').as('training'),
      'b.min_kop',
      'b.per_payment_kop',
      'b.per_day_kop',
      'b.per_month_kop',
      'b.payee_day_count',
      'b.payee_month_kop',
      'b.status',
      'b.last_check_at',
      'b.last_check_error',
      'b.last_check_warning',
      'b.circuit',
      'b.stopped_at',
      'b.stopped_reason',
      'b.off_at',
      'b.off_reason',
      'b.version',
    ])
    .select([
      sql<boolean>`b.credentials is not null`.as('has_credentials'),
      sql<boolean>`exists (select from bank_session as n where n.company_id = b.company_id
        and n.bank_config_id = b.id and n.by_person and n.status <> 'open' and b.status in ('testing', 'active'))`.as(
        'awaits_sign_in',
      ),
      sql<string[]>`array(select d.method from bank_config_default as d
        where d.company_id = b.company_id and d.bank_config_id = b.id order by d.method)`.as(
        'default_for',
      ),
      sql<BankConfig['last_comparison']>`(select json_build_object(
          'done_at', to_char(n.done_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'compared', n.compared, 'differing', n.differing, 'unanswered', n.unanswered)
        from bank_comparison as n where n.company_id = b.company_id and n.bank_config_id = b.id
          and n.done_at is not null and n.asked_by is null order by n.day desc limit 1)`.as(
        'last_comparison',
      ),
    ])
    .orderBy('b.title')
    .limit(100)
    .execute()
}

/** The bank's own directory of the fast payment system. */
export function sbpBanks(db: Db) {
  return db.q
    .selectFrom('sbp_bank')
    .select(['bank_id', 'name'])
    .orderBy('name')
    .limit(1000)
    .execute()
}
