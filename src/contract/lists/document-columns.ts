import { fileKindTitles } from '../core/display-text.ts'
import type { File } from '../file/file-entities.ts'
import type { ListColumns } from './column.ts'

const KILOBYTE = 1024

/** Papers are named with their kind by the server, people are not. */
export function documentRecord(row: File): string | null | undefined {
  return row.entity === 'supplier' ? `Поставщик ${row.entity_title ?? ''}` : row.entity_title
}

export const documentColumns = {
  created_at: {
    title: 'Добавлен',
    kind: 'instant',
    value: (row) => row.created_at,
    sort: 'created_at',
  },
  company: { title: 'Компания', kind: 'text', value: (row) => row.company_name ?? '' },
  kind: { title: 'Вид', kind: 'text', value: (row) => fileKindTitles[row.kind], sort: 'kind' },
  record: { title: 'К чему', kind: 'text', value: documentRecord },
  supplier: { title: 'Поставщик', kind: 'text', value: (row) => row.supplier_name },
  author: { title: 'Кто добавил', kind: 'text', value: (row) => row.created_by_name ?? 'Система' },
  size: {
    title: 'Размер',
    kind: 'text',
    value: (row) => `${Math.max(1, Math.round(row.size / KILOBYTE))} КБ`,
    sort: 'size',
  },
  scan: { title: 'Проверка', kind: 'status', of: 'scan', value: (row) => row.scan_status },
} satisfies ListColumns<File>
