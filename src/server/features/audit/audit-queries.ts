import { sql, type SqlBool } from 'kysely'
import type { audit, AuditEvent } from '#contract/audit/audit.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { Db } from '../../db/handle.ts'
import { anywhere, withinDays } from '../../db/query/list-page.ts'
import { asList } from '../../list/lists.ts'
import { actionWords, entityWords } from './event-words.ts'
import { listChanges } from './describe-changes.ts'
import { readableValues } from './private-fields.ts'

export type EventFilter = NonNullable<CallInput<typeof audit.getEvents>['query']['filter']>

/** The events of the handle's chain, for a page or whole. */
export function eventList(db: Db, filter: EventFilter, timezone: string) {
  return asList({
    filter,
    sort: { seq: 'e.seq' },
    first: ['seq', 'desc'],
    id: 'e.seq',
    from: matching(db, filter, timezone),
    select: (query) =>
      query.select([
        'e.seq',
        'e.at',
        'e.action',
        'e.entity',
        'e.entity_id',
        'e.before',
        'e.after',
        'e.ip',
        'u.full_name as user',
        'a.full_name as approver',
      ]),
    item: (row): AuditEvent => presentEvent(db, row),
  })
}

interface EventRow {
  readonly seq: number
  readonly at: string
  readonly action: string
  readonly entity: string | null
  readonly entity_id: string | null
  readonly before: unknown
  readonly after: unknown
  readonly ip: string | null
  readonly user: string | null
  readonly approver: string | null
}

export function presentEvent(db: Db, { before, after, ...row }: EventRow): AuditEvent {
  return {
    ...row,
    entity: row.entity ?? '',
    title: actionWords(row.action),
    record: entityWords(row.entity),
    fields: listChanges(before, readableValues(db, row.action, after)),
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Words find people, an id finds its record. */
function matching(db: Db, filter: EventFilter, timezone: string) {
  let query = db.q
    .selectFrom('audit_event as e')
    .leftJoin('app_user as u', 'u.id', 'e.user_id')
    .leftJoin('app_user as a', 'a.id', 'e.approver_id')
    .where('e.company_id', '=', db.companyId)
  if (filter.entity) query = query.where(sql<SqlBool>`e.entity = any(${filter.entity}::text[])`)
  if (filter.entity_id) query = query.where('e.entity_id', '=', filter.entity_id)
  if (filter.action) query = query.where('e.action', '=', filter.action)
  if (filter.user_id)
    query = query.where(
      sql<SqlBool>`(e.user_id = any(${filter.user_id}::uuid[]) or e.approver_id = any(${filter.user_id}::uuid[]))`,
    )
  if (filter.search && UUID.test(filter.search))
    query = query.where('e.entity_id', '=', filter.search)
  else if (filter.search)
    // People are few: their ids are found first, and the events of each by an index.
    query = query.where(
      sql<SqlBool>`(e.user_id in (select p.id from app_user p where p.full_name ilike ${anywhere(filter.search)})
        or e.approver_id in (select p.id from app_user p where p.full_name ilike ${anywhere(filter.search)}))`,
    )
  if (filter.date_from || filter.date_to) query = query.where(withinDays('e.at', filter, timezone))
  return query
}

/** One event whole. */
export function findEvent(db: Db, seq: number) {
  return db.q
    .selectFrom('audit_event as e')
    .leftJoin('app_user as u', 'u.id', 'e.user_id')
    .leftJoin('app_user as a', 'a.id', 'e.approver_id')
    .where('e.company_id', '=', db.companyId)
    .where('e.seq', '=', seq)
    .select([
      'e.seq',
      'e.at',
      'e.action',
      'e.entity',
      'e.entity_id',
      'e.before',
      'e.after',
      'e.ip',
      'e.agent',
      'e.hash',
      'u.full_name as user',
      'a.full_name as approver',
    ])
    .executeTakeFirst()
}

export async function companyExists(db: Db, id: string): Promise<boolean> {
  const row = await db.q.selectFrom('company').where('id', '=', id).select('id').executeTakeFirst()
  return row !== undefined
}
