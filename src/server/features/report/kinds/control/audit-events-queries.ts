import { sql } from 'kysely'
import { zoneOf, type Tx } from '../../../../db/handle.ts'
import { withinDays } from '../../../../db/query/list-page.ts'
import { walkRows } from '../../../../db/query/walk-query.ts'
import type { Link } from '../../../audit/chain-queries.ts'

interface Wanted {
  readonly date_from: string
  readonly date_to: string
  readonly entity?: string | undefined
  readonly entity_id?: string | undefined
  readonly user_id?: string | undefined
}

/** A link of the chain with the names of its people. */
export interface EventRow {
  readonly link: Link
  readonly at: string
  readonly user: string | null
  readonly approver: string | null
}

/** The links of a period in their order, each with the columns that its hash proves. */
export async function* walkEvents(db: Tx, { entity, entity_id, user_id, ...days }: Wanted) {
  const rows = walkRows(
    db,
    sql<Link & { at: string; user: string | null; approver: string | null }>`
      select e.seq, e.action, e.agent, e.after, e.approver_id, e.before, e.company_id, e.entity,
        e.entity_id, e.form, e.ip, e.user_id, trail_micros(e.at) as micros, e.prev_hash, e.hash, e.at, u.full_name as "user",
        a.full_name as approver
      from audit_event e left join app_user u on u.id = e.user_id
        left join app_user a on a.id = e.approver_id
      where e.company_id = ${db.companyId} and ${withinDays('e.at', days, zoneOf(db))}
        ${entity ? sql`and e.entity = ${entity}` : sql``}
        ${entity_id ? sql`and e.entity_id = ${entity_id}::uuid` : sql``}
        ${user_id ? sql`and ${user_id}::uuid in (e.user_id, e.approver_id)` : sql``}
      order by e.seq`,
  )
  for await (const { at, user, approver, ...link } of rows)
    yield { link, at, user, approver } as EventRow
}
