import { sql } from 'kysely'
import { audit, type AuditChange } from '#contract/audit/audit.ts'
import { zoneOf, type Tx } from '../../../../db/handle.ts'
import { withinDays } from '../../../../db/query/list-page.ts'
import { walkRows } from '../../../../db/query/walk-query.ts'
import { describeChanges } from '../../../audit/describe-changes.ts'
import { actionWords, entityWords } from '../../../audit/event-words.ts'
import { isLinkSound } from '../../../audit/link-hash.ts'
import type { Link } from '../../../audit/chain-queries.ts'
import { reportKind } from '../../report-kind.ts'
import { entityParam, periodParams, recordParam, userParam } from '../../report-params.ts'

interface Row extends EventRow {
  readonly changes: readonly AuditChange[]
}

const MAX_CELL = 2000

/** One side of the changes, a field a line. */
function sideOf({ changes }: Row, side: 'before' | 'after'): string {
  const text = changes
    .filter((change) => change[side] !== '')
    .map((change) => `${change.title}: ${change[side]}`)
    .join('\n')
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text
}

export const auditEvents = reportKind({
  type: 'audit',
  title: 'Журнал изменений',
  sentence: 'Кто, что и когда изменил',
  permission: 'audit.read',
  source: audit.getEvents,
  params: { ...periodParams, entity: entityParam, entity_id: recordParam, user_id: userParam },
  columns: {
    seq: { title: '№', kind: 'integer', value: (row: Row) => row.link.seq },
    at: { title: 'Когда', kind: 'instant', value: (row) => row.at },
    user: { title: 'Кто', kind: 'text', value: (row) => row.user ?? 'Система' },
    approver: { title: 'Подтвердил', kind: 'text', value: (row) => row.approver },
    title: { title: 'Что', kind: 'text', value: (row) => actionWords(row.link.action) },
    record: { title: 'Запись', kind: 'text', value: (row) => entityWords(row.link.entity) },
    entity_id: { title: 'Номер записи', kind: 'text', value: (row) => row.link.entity_id },
    before: { title: 'Было', kind: 'text', value: (row) => sideOf(row, 'before') },
    after: { title: 'Стало', kind: 'text', value: (row) => sideOf(row, 'after') },
    sound: { title: 'Отпечаток сходится', kind: 'flag', value: (row) => isLinkSound(row.link) },
  },
  formats: ['xlsx', 'csv'],
  opens: ({ link }) => `/operator/audit?id=${link.seq}`,
  async *rows(db, params) {
    const timezone = zoneOf(db)
    for await (const row of walkEvents(db, params)) {
      const { before, after, entity } = row.link
      yield { ...row, changes: describeChanges(before, after, { entity, timezone }) }
    }
  },
})

interface Wanted {
  readonly date_from: string
  readonly date_to: string
  readonly entity?: string | undefined
  readonly entity_id?: string | undefined
  readonly user_id?: string | undefined
}

/** A link of the chain with the names of its people. */
interface EventRow {
  readonly link: Link
  readonly at: string
  readonly user: string | null
  readonly approver: string | null
}

/**
 * The links of a period in their order, each with the columns that its hash proves; with them the records of archives that took events
 * of the period, so that a gap has its reason.
 */
async function* walkEvents(db: Tx, { entity, entity_id, user_id, ...days }: Wanted) {
  const rows = walkRows(
    db,
    sql<Link & { at: string; user: string | null; approver: string | null }>`
      select e.seq, e.action, e.agent, e.after, e.approver_id, e.before, e.company_id, e.entity,
        e.entity_id, e.form, e.ip, e.user_id, trail_micros(e.at) as micros, e.prev_hash, e.hash, e.at, u.full_name as "user",
        a.full_name as approver
      from audit_event e left join app_user u on u.id = e.user_id
        left join app_user a on a.id = e.approver_id
      where e.company_id = ${db.companyId} and (${withinDays('e.at', days, zoneOf(db))}
          ${entity ? sql`and e.entity = ${entity}` : sql``}
          ${entity_id ? sql`and e.entity_id = ${entity_id}::uuid` : sql``}
          ${user_id ? sql`and ${user_id}::uuid in (e.user_id, e.approver_id)` : sql``}
        or e.action = 'audit.archive' and e.after->>'before' > ${days.date_from})
      order by e.seq`,
  )
  for await (const { at, user, approver, ...link } of rows)
    yield { link, at, user, approver } as EventRow
}
