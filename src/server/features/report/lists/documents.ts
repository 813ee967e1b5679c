import { files } from '#contract/file/file.ts'
import type { File } from '#contract/file/file-entities.ts'
import { fileKindTitles } from '#contract/core/display-text.ts'
import { statusTitle } from '#contract/core/status-titles.ts'
import { fileList } from '../../file/list-files.ts'
import { listExport, type ExportColumns } from './list-export.ts'

const KILOBYTE = 1024

const columns: ExportColumns<File> = {
  created_at: { title: 'Добавлен', kind: 'instant', value: (row) => row.created_at },
  kind: { title: 'Вид', kind: 'text', value: (row) => fileKindTitles[row.kind] },
  record: {
    title: 'К чему',
    kind: 'text',
    value: (row) =>
      row.entity === 'supplier'
        ? `Поставщик ${row.entity_title ?? ''}`
        : (row.entity_title ?? null),
  },
  supplier: { title: 'Поставщик', kind: 'text', value: (row) => row.supplier_name ?? null },
  author: { title: 'Кто добавил', kind: 'text', value: (row) => row.created_by_name ?? 'Система' },
  size: {
    title: 'Размер',
    kind: 'text',
    value: (row) => `${Math.max(1, Math.round(row.size / KILOBYTE))} КБ`,
  },
  scan: {
    title: 'Проверка',
    kind: 'text',
    value: (row) => (row.scan_status ? statusTitle('scan', row.scan_status) : null),
  },
}

export const exportedDocuments = listExport({
  call: files.getAll,
  title: 'Документы',
  columns,
  list: fileList,
  rows: (_, items) => items,
})
