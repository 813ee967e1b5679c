import type { AuditEvent } from '../audit/audit.ts'
import type { ListColumns } from './column.ts'

export const auditColumns = {
  seq: { title: '№', kind: 'integer', value: (row) => row.seq, sort: 'seq' },
  at: { title: 'Когда', kind: 'instant', value: (row) => row.at },
  user: { title: 'Кто', kind: 'text', value: (row) => row.user ?? 'Система' },
  sentence: {
    title: 'Событие',
    kind: 'text',
    value: (row) => row.sentence.map(({ text }) => text).join(''),
  },
  title: { title: 'Что', kind: 'text', value: (row) => row.title },
  record: { title: 'Запись', kind: 'text', value: (row) => row.record },
  fields: { title: 'Изменено', kind: 'text', value: (row) => row.fields },
  approver: { title: 'Подтвердил', kind: 'text', value: (row) => row.approver },
  ip: { title: 'Адрес', kind: 'text', value: (row) => row.ip },
  action: { title: 'Код', kind: 'text', value: (row) => row.action },
  entity_id: { title: 'Номер записи', kind: 'text', value: (row) => row.entity_id },
} satisfies ListColumns<AuditEvent>
