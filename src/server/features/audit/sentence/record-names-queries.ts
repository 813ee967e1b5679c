import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '#contract/core/entities.ts'
import type { Db } from '../../../db/handle.ts'
import { NO_COMPANY } from '../../../db/uuid.ts'

/** A record as a sentence names it. */
export interface RecordName {
  readonly name: string
  /** Of a product: `mass` or `piece`. */
  readonly measure: string | null
}

type Ids = readonly string[]
type Source = (db: Db, ids: Ids) => RawBuilder<unknown>

const SUPPLIER = sql`case when s.type = 'company' then s.org_name
  else concat_ws(' ', s.last_name, s.first_name, s.middle_name) end`

/** One row a record: its id, its name and, for products, its measure. Bounded by the page of events and by the company. */
const SOURCES: Partial<Record<Entity, Source>> = {
  act: namesFrom(sql`act`, sql`coalesce(t.number, 'без номера')`),
  weight_act: namesFrom(sql`weight_act`, sql`t.number`),
  transaction: namesFrom(sql`visit`, sql`t.number`),
  payment: namesFrom(sql`payment`, sql`coalesce('№ ' || t.document_number, 'без номера')`),
  payment_registry: namesFrom(sql`payment_registry`, sql`t.number`),
  product: namesFrom(sql`product`, sql`t.name`, sql`t.measure`),
  price_cell: namesFrom(sql`product`, sql`t.name`, sql`t.measure`),
  price_column: namesFrom(sql`price_column`, sql`t.title`),
  site: namesFrom(sql`site`, sql`t.name`),
  post: namesFrom(sql`post`, sql`t.number || '. ' || t.title`),
  device: namesFrom(sql`device`, sql`t.title`),
  bank_config: namesFrom(sql`bank_config`, sql`t.title`),
  instrument: namesFrom(sql`instrument`, sql`t.serial_number`),
  report_schedule: namesFrom(sql`report_schedule`, sql`t.title`),
  webhook: namesFrom(sql`webhook`, sql`t.title`),
  agent: (db, ids) => sql`select t.id, p.name, null as measure from agent t
    join site p on p.company_id = t.company_id and p.id = t.site_id
    where t.company_id = ${db.companyId} and t.id = any(${ids}::uuid[])`,
  supplier: (db, ids) => sql`select s.id, ${SUPPLIER}, null from supplier s
    where s.company_id = ${db.companyId} and s.id = any(${ids}::uuid[])`,
  payment_method: ofSupplier(sql`payment_method`),
  consent: ofSupplier(sql`consent`),
  scan: (db, ids) => sql`select t.id, 'акта ' || a.number, null from scan t
    join act a on a.company_id = t.company_id and a.id = t.entity_id
    where t.company_id = ${db.companyId} and t.entity = 'act' and t.id = any(${ids}::uuid[])`,
  // People of the platform act in companies, too.
  user: people(),
  service_account: people(),
  bank: (_, ids) => sql`select t.id, t.name, null from bank t where t.id = any(${ids}::uuid[])`,
  company: (_, ids) =>
    sql`select t.id, t.short_name, null from company t where t.id = any(${ids}::uuid[])`,
}

function namesFrom(
  table: RawBuilder<unknown>,
  name: RawBuilder<unknown>,
  measure = sql`null`,
): Source {
  return (db, ids) => sql`select t.id, ${name}, ${measure} from ${table} t
    where t.company_id = ${db.companyId} and t.id = any(${ids}::uuid[])`
}

function ofSupplier(table: RawBuilder<unknown>): Source {
  return (db, ids) => sql`select t.id, ${SUPPLIER}, null from ${table} t
    join supplier s on s.company_id = t.company_id and s.id = t.supplier_id
    where t.company_id = ${db.companyId} and t.id = any(${ids}::uuid[])`
}

function people(): Source {
  return (db, ids) => sql`select t.id, t.full_name, null from app_user t
    where t.id = any(${ids}::uuid[]) and (t.company_id = ${db.companyId} or t.company_id is null
      or ${db.companyId} = ${NO_COMPANY})`
}

/** The names of records by `entity id`, in one statement; what is gone or of another company is absent. */
export async function namesOfRecords(
  db: Db,
  wanted: ReadonlyMap<Entity, ReadonlySet<string>>,
): Promise<Map<string, RecordName>> {
  const parts = [...wanted].flatMap(([entity, ids]) => {
    const source = SOURCES[entity]
    return source && ids.size > 0
      ? [
          sql`select ${entity}::text as entity, r.id::text, r.name::text, r.measure::text
            from (${source(db, [...ids])}) as r(id, name, measure)`,
        ]
      : []
  })
  if (parts.length === 0) return new Map()
  const { rows } = await sql<RecordName & { entity: string; id: string }>`
    ${sql.join(parts, sql` union all `)}`.execute(db.q)
  return new Map(
    rows.map(({ entity, id, name, measure }) => [`${entity} ${id}`, { name, measure }]),
  )
}
