import { sql, type SqlBool } from 'kysely'
import type { CallInput } from '#contract/core/call.ts'
import type { paymentRegistry } from '#contract/payment/registry.ts'
import { zoneOf, type Db } from '../../../../db/handle.ts'
import { agreementTitle } from '../../../../db/agreement-title.ts'
import { anywhere, withinDays } from '../../../../db/query/list-page.ts'

type Filter = NonNullable<CallInput<typeof paymentRegistry.getRegistries>['query']['filter']>

export function registryRows(db: Db, filter: Filter) {
  let query = db.q
    .selectFrom('payment_registry as r')
    .innerJoin('bank_config as k', (join) =>
      join.onRef('k.company_id', '=', 'r.company_id').onRef('k.id', '=', 'r.bank_config_id'),
    )
    .innerJoin('bank as b', 'b.id', 'k.bank_id')
    .where('r.company_id', '=', db.companyId)
  if (filter.ids) query = query.where(sql<SqlBool>`r.id = any(${filter.ids}::uuid[])`)
  if (filter.status) query = query.where(sql<SqlBool>`r.status = any(${filter.status}::text[])`)
  if (filter.by_file !== undefined)
    query = query.where(sql<SqlBool>`(r.format <> 'api') = ${filter.by_file}`)
  if (filter.waits_for_file !== undefined)
    query = query.where(
      sql<SqlBool>`(r.download_count = 0 and ${FILE_READY}) = ${filter.waits_for_file}`,
    )
  if (filter.search) query = query.where('r.number', 'ilike', anywhere(filter.search))
  if (filter.date_from || filter.date_to)
    query = query.where(withinDays('r.created_at', filter, zoneOf(db)))
  return query
}

// The bytes stay where they are: whether the file may be taken follows from its payments.
const FILE_READY = sql<boolean>`(r.format <> 'api' and exists (select from payment p
  where p.company_id = r.company_id and p.registry_id = r.id
    and p.status = case r.download_count when 0 then 'registering' else 'registered' end)
  and (r.download_count = 0 or not exists (select from payment p
  where p.company_id = r.company_id and p.registry_id = r.id and p.first_sent_at is not null
    and p.status <> 'registered')))`

const FILE_KOP = sql<number>`(select coalesce(sum(p.amount_kop), 0)::bigint from payment p
  where p.company_id = r.company_id and p.registry_id = r.id
    and case r.download_count when 0 then p.status = 'registering' else p.first_sent_at is not null end)`

export function withRegistryColumns(query: ReturnType<typeof registryRows>) {
  return query
    .leftJoin('app_user as u', 'u.id', 'r.created_by')
    .leftJoin('app_user as d', 'd.id', 'r.downloaded_by')
    .select([
      'r.id',
      'r.number',
      'r.bank_config_id',
      agreementTitle('k').as('bank_config_title'),
      'b.name as bank_name',
      'r.payment_count',
      'r.total_kop',
      'r.status',
      'r.created_at',
      'u.full_name as created_by_name',
      'r.download_count',
      'r.downloaded_at',
      'd.full_name as downloaded_by_name',
    ])
    .select([
      sql<boolean>`(r.format <> 'api')`.as('by_file'),
      FILE_READY.as('file_ready'),
      FILE_KOP.as('file_kop'),
    ])
}
