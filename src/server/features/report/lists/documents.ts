import { files } from '#contract/file/file.ts'
import { documentColumns } from '#contract/lists/document-columns.ts'
import { fileList } from '../../file/list-files.ts'
import { listExport } from './list-export.ts'

export const exportedDocuments = listExport({
  call: files.getAll,
  title: 'Документы',
  columns: documentColumns,
  list: fileList,
  rows: (_, items) => items,
})
