import { audit } from '#contract/audit/audit.ts'
import type { AuditChange } from '#contract/audit/audit.ts'
import { zoneOf } from '../../../../db/handle.ts'
import { describeChanges } from '../../../audit/describe-changes.ts'
import { actionWords, entityWords } from '../../../audit/event-words.ts'
import { isLinkSound } from '../../../audit/verify-links.ts'
import { reportKind } from '../../report-kind.ts'
import { entityParam, periodParams, recordParam, userParam } from '../../report-params.ts'
import { walkEvents, type EventRow } from './audit-events-queries.ts'

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
