import type { ReportFormat } from '#contract/report/report-entities.ts'

export const formatTitles: Record<ReportFormat, string> = {
  xlsx: 'XLSX',
  csv: 'CSV',
  pdf: 'PDF',
  xml: 'XML',
  txt: 'TXT',
  zip: 'ZIP',
}
