import { toast } from '../../feedback/toast.ts'
import type { Column } from '../list-types.ts'

/** Rows with their heads as text that a spreadsheet takes; a cell stays on one line. */
export function copyAsTable<Row>(columns: Column<Row>[], rows: Row[]) {
  if (rows.length === 0) return
  const lines = [
    columns.map((column) => column.title),
    ...rows.map((row) => columns.map((column) => column.text(row))),
  ]
  const text = lines.map((cells) => cells.map((cell) => cell.replaceAll(/\s+/g, ' ')).join('\t'))
  void navigator.clipboard.writeText(text.join('\n'))
  toast.info(`Скопировано строк: ${rows.length}`)
}
