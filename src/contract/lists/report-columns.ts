import type { Report } from '../report/report-entities.ts'
import type { ListColumns } from './column.ts'

export const reportColumns = {
  created_at: {
    title: 'Заказан',
    kind: 'instant',
    value: (row) => row.created_at,
    sort: 'created_at',
  },
  title: { title: 'Отчёт', kind: 'text', value: (row) => row.title },
  format: { title: 'Вид файла', kind: 'text', value: (row) => row.format.toUpperCase() },
  status: {
    title: 'Статус',
    kind: 'status',
    of: 'report',
    value: (row) => row.status,
    sort: 'status',
  },
  progress: { title: 'Ход', kind: 'integer', value: (row) => row.progress },
  rows: { title: 'Строк', kind: 'integer', value: (row) => row.rows },
  expires_at: { title: 'Хранится до', kind: 'day', value: (row) => row.expires_at },
  author: { title: 'Кто заказал', kind: 'text', value: (row) => row.created_by_name },
  error: { title: 'Ошибка', kind: 'text', value: (row) => row.error },
} satisfies ListColumns<Report>
