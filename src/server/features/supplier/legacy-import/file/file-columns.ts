import {
  MAX_VALUE,
  OLD_COLUMNS,
  oldValues,
  Unavailable,
  type OldColumn,
  type OldRow,
} from '../old-row.ts'
import { FILE_BOUNDS } from './file-job.ts'

/** Which cell of a row holds which of our columns. */
export interface FileColumns {
  readonly count: number
  readonly places: ReadonlyMap<OldColumn, number>
}

export function titleOf(column: OldColumn, columns: Readonly<Record<string, string>>): string {
  return (columns[column] ?? column).trim().toLowerCase()
}

/** The places of our columns by the header; a missing or doubled one of those that were named is refused. */
export function readHeader(
  cells: readonly string[],
  columns: Readonly<Record<string, string>>,
): FileColumns {
  if (cells.length > FILE_BOUNDS.columns)
    throw new Unavailable(`в ней больше ${FILE_BOUNDS.columns} столбцов`)
  const titles = cells.map((title) => title.replace('\ufeff', '').trim().toLowerCase())
  const places = new Map<OldColumn, number>()
  for (const column of OLD_COLUMNS) {
    const title = titleOf(column, columns)
    const place = titles.indexOf(title)
    if (place >= 0 && titles.includes(title, place + 1))
      throw new Unavailable(`в ней два столбца «${title}»`)
    if (place < 0 && (column === 'legacy_id' || columns[column] !== undefined))
      throw new Unavailable(`в ней нет столбца «${columns[column] ?? column}»`)
    if (place >= 0) places.set(column, place)
  }
  return { count: cells.length, places }
}

/** A row under our names of columns; a column that the file does not have is empty. */
export function rowOf(cells: readonly string[], { places }: FileColumns): OldRow {
  return oldValues((column) => {
    const place = places.get(column)
    return place === undefined ? '' : (cells[place] ?? '').trim().slice(0, MAX_VALUE)
  })
}
