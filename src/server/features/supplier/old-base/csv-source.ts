import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Refusal } from '#http/refusal.ts'
import type { LegacySource } from '../../../legacy-settings.ts'
import type { Services } from '../../../services.ts'
import { readCsv } from '../../../sheets/read-csv.ts'
import { foldOld, oldSearch, type OldSearch } from './old-search.ts'
import { OLD_COLUMNS, Unavailable, type OldRow } from './old-row.ts'

// Half a million sellers of a small yard would be its whole town.
const BOUNDS = { bytes: 64 * 1024 * 1024, rows: 500_000, columns: 200 }

interface Searchable {
  readonly row: OldRow
  readonly words: string
  readonly digits: string
}

/** A file is read when it changed and searched in memory. */
export function readCsvSource(services: Services, source: LegacySource) {
  const rows = () => keptRows(services, source)
  return {
    async search(_: AbortSignal, text: string, limit: number, offset: number) {
      const wanted = oldSearch(text)
      const found = (await rows()).filter((one) => fits(one, wanted))
      const page = found.slice(offset, offset + limit).map(({ row }) => row)
      return { rows: page, total: found.length }
    },
    async byIds(_: AbortSignal, ids: readonly string[]) {
      const wanted = new Set(ids)
      return (await rows()).filter(({ row }) => wanted.has(row.legacy_id)).map(({ row }) => row)
    },
  }
}

function fits({ words, digits }: Searchable, wanted: OldSearch): boolean {
  return (
    wanted.words.every((word) => words.includes(word)) ||
    (wanted.digits !== null && digits.includes(wanted.digits))
  )
}

interface Kept {
  readonly stamp: string
  readonly rows: readonly Searchable[]
}
const KEPT = Symbol('read files of former bases')

async function keptRows(services: Services, source: LegacySource): Promise<readonly Searchable[]> {
  const files = (services.extra.get(KEPT) ?? new Map()) as Map<string, Kept>
  services.extra.set(KEPT, files)
  try {
    const file = fileURLToPath(source.url)
    const { mtimeMs, size } = await stat(file)
    const stamp = `${mtimeMs} ${size}`
    const known = files.get(source.name)
    if (known?.stamp === stamp) return known.rows
    if (size > BOUNDS.bytes) throw new Unavailable('файл слишком велик')
    const rows = readRows(await readFile(file), source)
    files.set(source.name, { stamp, rows })
    return rows
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Unavailable('нет файла')
    if ((error as NodeJS.ErrnoException).code === 'EACCES') throw new Unavailable('файл закрыт')
    if (error instanceof Refusal) throw new Unavailable('файл не читается как таблица')
    throw error
  }
}

/** The rows of a file under our names of columns; a column that it does not have is empty. */
function readRows(bytes: Uint8Array, source: LegacySource): Searchable[] {
  const [header, ...lines] = readCsv(bytes, BOUNDS)
  const titles = (header?.cells ?? []).map((title) =>
    title.replace('\ufeff', '').trim().toLowerCase(),
  )
  const placeOf = (column: string) =>
    titles.indexOf((source.columns[column] ?? column).trim().toLowerCase())
  const places = OLD_COLUMNS.map((column) => [column, placeOf(column)] as const)
  if (placeOf('legacy_id') < 0) throw new Unavailable('в ней нет столбца legacy_id')
  return lines.map(({ cells }) => {
    const row = Object.fromEntries(
      places.map(([column, place]) => [column, (cells[place] ?? '').trim()]),
    ) as OldRow
    return { row, words: foldOld(wordsOf(row)), digits: digitsOf(row) }
  })
}

function wordsOf(row: OldRow): string {
  const { last_name, first_name, middle_name, full_name, org_name, inn, legacy_id, plates } = row
  return [last_name, first_name, middle_name, full_name, org_name, inn, legacy_id, plates].join(' ')
}

function digitsOf({ phone, inn, doc_series, doc_number }: OldRow): string {
  return [phone, inn, doc_series + doc_number].map((text) => text.replaceAll(/\D/g, '')).join('|')
}
