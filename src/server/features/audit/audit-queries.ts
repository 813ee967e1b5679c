import { sql, type SqlBool } from 'kysely'
import { actionsOfKind } from '#contract/audit/actions/all-actions.ts'
import type { EventKind } from '#contract/audit/actions/action-form.ts'
import { actionsOfPurpose } from '#contract/audit/purposes.ts'
import type { audit, AuditEvent } from '#contract/audit/audit.ts'
import type { CallInput } from '#contract/core/call.ts'
import { forCompany, type Db } from '../../db/handle.ts'
import { anywhere, withinDays } from '../../db/query/list-page.ts'
import { asList } from '../../list/lists.ts'
import { actionWords, entityWords } from './event-words.ts'
import { listChanges } from './describe-changes.ts'
import { readableValues } from './private-fields.ts'
import { tellEvents } from './sentence/tell-events.ts'

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
        'e.company_id',
        'e.at',
        'e.action',
        'e.entity',
        'e.entity_id',
        'e.before',
        'e.after',
        'e.ip',
        'u.full_name as user',
        'u.kind as user_kind',
        'a.full_name as approver',
      ]),
    item: (row): EventRow => row,
  })
}

export interface EventRow {
  readonly company_id: string
  readonly seq: number
  readonly at: string
  readonly action: string
  readonly entity: string | null
  readonly entity_id: string | null
  readonly before: unknown
  readonly after: unknown
  readonly ip: string | null
  readonly user: string | null
  readonly user_kind: string | null
  readonly approver: string | null
}

/** Events of one chain in words; values that the caller may not read appear nowhere. */
export async function presentEvents(
  db: Db,
  rows: readonly EventRow[],
  timezone: string,
): Promise<AuditEvent[]> {
  const events = rows.map((row) => ({ ...row, after: readableValues(db, row.action, row.after) }))
  const chain = rows.length > 0 ? forCompany(db, rows[0]!.company_id) : db
  const sentences = await tellEvents(chain, events, timezone)
  return events.map(({ before, after, user_kind: _kind, company_id: _chain, ...row }, i) => ({
    ...row,
    entity: row.entity ?? '',
    sentence: sentences[i]!,
    title: actionWords(row.action),
    record: entityWords(row.entity),
    fields: listChanges(before, after),
  }))
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const ACCESS = actionsOfKind('access')
const SERVICE = actionsOfKind('service')

/** Each event is of one kind: what nobody signed in did is the work of devices and jobs. */
function ofKind(kind: EventKind) {
  if (kind === 'access') return sql`e.action = any(${ACCESS}::text[])`
  if (kind === 'service')
    return sql`(e.action = any(${SERVICE}::text[])
      or e.user_id is null and e.action <> all(${ACCESS}::text[]))`
  return sql`(e.user_id is not null and e.action <> all(${[...ACCESS, ...SERVICE]}::text[]))`
}

/** Words find people and the numbers of records, an id finds its record. */
function matching(db: Db, filter: EventFilter, timezone: string) {
  let query = db.q
    .selectFrom('audit_event as e')
    .leftJoin('app_user as u', 'u.id', 'e.user_id')
    .leftJoin('app_user as a', 'a.id', 'e.approver_id')
    .where('e.company_id', '=', db.companyId)
  if (filter.entity) query = query.where(sql<SqlBool>`e.entity = any(${filter.entity}::text[])`)
  if (filter.entity_id) query = query.where('e.entity_id', '=', filter.entity_id)
  if (filter.action) query = query.where('e.action', '=', filter.action)
  if (filter.purpose)
    query = query.where(sql<SqlBool>`e.action = any(${actionsOfPurpose(filter.purpose)}::text[])`)
  if (filter.approved) query = query.where('e.approver_id', 'is not', null)
  if (filter.kinds)
    query = query.where(sql<SqlBool>`(${sql.join(filter.kinds.map(ofKind), sql` or `)})`)
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
        or e.approver_id in (select p.id from app_user p where p.full_name ilike ${anywhere(filter.search)})
        or e.entity_id in (${recordsNumbered(db, filter.search)}))`,
    )
  if (filter.date_from || filter.date_to) query = query.where(withinDays('e.at', filter, timezone))
  return query
}

/** Records whose number is the text, as papers and screens write it, and goods whose name has it. */
function recordsNumbered(db: Db, text: string) {
  const number = text.trim().replace(/^№\s*/, '')
  const { companyId } = db
  return sql`select id from act where company_id = ${companyId} and number = ${number}
    union all select id from weight_act where company_id = ${companyId} and number = ${number}
    union all select id from visit where company_id = ${companyId} and number = ${number}
    union all select id from payment where company_id = ${companyId} and document_number::text = ${number}
    union all select id from product where company_id = ${companyId} and name ilike ${anywhere(number)}`
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
      'e.company_id',
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
      'u.kind as user_kind',
      'a.full_name as approver',
    ])
    .executeTakeFirst()
}

/** What the chain's newest record of an archive says: events up to it have left, but for a few. */
export function findLastArchive({ q, companyId }: Db) {
  return q
    .selectFrom('audit_event')
    .where('company_id', '=', companyId)
    .where('action', '=', 'audit.archive')
    .orderBy('seq', 'desc')
    .limit(1)
    .select([
      'at',
      sql<number>`(after->>'last_seq')::bigint`.as('last_seq'),
      sql<string>`after->>'before'`.as('before'),
    ])
    .executeTakeFirst()
}

/** The last archive where one of the records is older than its day: an id has its moment, so earlier events may have left. */
export async function findArchiveOf(db: Db, ids: readonly string[]) {
  const archive = await findLastArchive(db)
  const madeAt = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
  return archive && ids.some((id) => madeAt(id) < Date.parse(archive.before)) ? archive : undefined
}

export async function companyExists(db: Db, id: string): Promise<boolean> {
  const row = await db.q.selectFrom('company').where('id', '=', id).select('id').executeTakeFirst()
  return row !== undefined
}
