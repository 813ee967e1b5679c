import { LOOKALIKES } from '#contract/requisites/names.ts'
import { quote } from '#contract/words/quote.ts'
import type { LegacySource } from '../../../settings/legacy-settings.ts'
import { parseLegacySearch } from './legacy-search.ts'
import {
  MAX_VALUE,
  OLD_COLUMNS,
  oldValues,
  Unavailable,
  type OldColumn,
  type OldPage,
  type OldRow,
} from './old-row.ts'

/** One read-only connection of a dialect; values are bound, names come from the configuration. */
export interface SqlSession {
  readonly dialect: 'postgres' | 'mysql'
  /** Names of the columns that a query answers. */
  columns(text: string): Promise<readonly string[]>
  rows(text: string, values: readonly string[]): Promise<Record<string, unknown>[]>
}

/** Opens a session, lets it be asked and closes it, also when the signal says that it is too late. */
export type WithSession = <T>(
  source: LegacySource,
  signal: AbortSignal,
  ask: (session: SqlSession) => Promise<T>,
) => Promise<T>

const NAME_COLUMNS: readonly OldColumn[] = [
  'last_name',
  'first_name',
  'middle_name',
  'full_name',
  'org_name',
  'inn',
  'legacy_id',
  'plates',
]
// The list shows «10 000+» (domain.md 0).
const MAX_TOTAL = 10_001
// Of two hundred numbers asked for, with the double ones; a base of more has no numbers of its own.
const MAX_ANSWERED = 1000
const DIGIT_SEPARATORS = [' ', '-', '(', ')', '+', '.']

/** The two questions to a base that speaks SQL; the configured query is wrapped and never built from what people type. */
export function sqlQuestions(source: LegacySource, withSession: WithSession) {
  return {
    search: (signal: AbortSignal, text: string, limit: number, offset: number): Promise<OldPage> =>
      withSession(source, signal, async (session) => {
        const names = await namesOf(session, source)
        const { where, values } = condition(session, names, text)
        const from = `from (${source.query}) as old where ${where}`
        const rows = await session.rows(
          `select ${selectColumns(session, names)} ${from} order by 1 limit ${limit} offset ${offset}`,
          values,
        )
        const [counted] = await session.rows(
          `select count(*) as n from (select 1 ${from} limit ${MAX_TOTAL}) as found`,
          values,
        )
        return { rows: rows.map(toRow), total: Number(counted!['n']) }
      }),
    byIds: (signal: AbortSignal, ids: readonly string[]): Promise<readonly OldRow[]> =>
      withSession(source, signal, async (session) => {
        const names = await namesOf(session, source)
        const places = ids.map((_, n) => place(session, n)).join(', ')
        const id = textOf(session, names.get('legacy_id')!)
        const rows = await session.rows(
          `select ${selectColumns(session, names)} from (${source.query}) as old
            where trim(${id}) in (${places}) order by 1 limit ${MAX_ANSWERED}`,
          ids,
        )
        if (rows.length === MAX_ANSWERED)
          throw new Unavailable('слишком много записей с одним номером')
        // A collation may hold «a1» and «A1» for one; an id may not.
        return rows.map(toRow).filter((row) => ids.includes(row.legacy_id))
      }),
  }
}

type Names = ReadonlyMap<OldColumn, string>

/** Which of our columns the query answers, and under what name. */
async function namesOf(session: SqlSession, source: LegacySource): Promise<Names> {
  const columnNames = await session.columns(`select * from (${source.query}) as old limit 0`)
  const names = new Map<OldColumn, string>()
  for (const column of OLD_COLUMNS) {
    const wanted = (source.columns[column] ?? column).toLowerCase()
    const name = columnNames.find((one) => one.toLowerCase() === wanted)
    if (name !== undefined) names.set(column, name)
    else if (column === 'legacy_id' || source.columns[column] !== undefined)
      throw new Unavailable(`в ней нет столбца ${quote(source.columns[column] ?? column)}`)
  }
  return names
}

function selectColumns(session: SqlSession, names: Names): string {
  return [...names]
    .map(
      ([column, name]) =>
        `left(${textOf(session, name)}, ${MAX_VALUE}) as ${quoteName(session, column)}`,
    )
    .join(', ')
}

function condition(session: SqlSession, names: Names, text: string) {
  const { words, digits } = parseLegacySearch(text)
  const values: string[] = []
  const like = (expression: string, value: string) => {
    values.push(`%${value.replaceAll(/[!%_]/g, '!$&')}%`)
    return `${expression} like ${place(session, values.length - 1)} escape '!'`
  }
  const present = (columns: readonly OldColumn[]) =>
    columns.flatMap((column) => names.get(column) ?? []).map((name) => textOf(session, name))
  const name = foldText(session, joinParts(present(NAME_COLUMNS), "' '"))
  const words_ = words.map((word) => like(name, word)).join(' and ')
  const either = words_ === '' ? [] : [`(${words_})`]
  if (digits !== null) {
    const document = joinParts(present(['doc_series', 'doc_number']), "''")
    const numbers = joinParts([...present(['phone', 'inn']), document], "'|'")
    either.push(like(bare(numbers), digits))
  }
  return { where: either.length > 0 ? `(${either.join(' or ')})` : 'false', values }
}

const joinParts = (parts: readonly string[], by: string) =>
  parts.length > 0 ? `concat_ws(${by}, ${parts.join(', ')})` : "''"
const place = ({ dialect }: SqlSession, n: number) => (dialect === 'postgres' ? `$${n + 1}` : '?')

function quoteName({ dialect }: SqlSession, name: string): string {
  return dialect === 'postgres'
    ? `"${name.replaceAll('"', '""')}"`
    : `\`${name.replaceAll('`', '``')}\``
}

/** A column of any type as text; MySQL's are brought to one character set, or two of them could not be joined. */
function textOf(session: SqlSession, name: string): string {
  const column = `old.${quoteName(session, name)}`
  return session.dialect === 'postgres' ? `${column}::text` : `convert(${column} using utf8mb4)`
}

/** Lower case, Latin look-alikes as Cyrillic: what `foldOld` does to the typed words. */
function foldText({ dialect }: SqlSession, text: string): string {
  const from = `${LOOKALIKES.latin}ё`
  const to = `${LOOKALIKES.cyrillic}е`
  if (dialect === 'postgres') return `translate(lower(${text}), '${from}', '${to}')`
  return [...from].reduce(
    (inner, letter, n) => `replace(${inner}, '${letter}', '${to[n]}')`,
    `lower(${text})`,
  )
}

/** Without what people put between digits. */
function bare(text: string): string {
  return DIGIT_SEPARATORS.reduce((inner, sign) => `replace(${inner}, '${sign}', '')`, text)
}

function toRow(row: Record<string, unknown>): OldRow {
  return oldValues((column) => String(row[column] ?? '').trim())
}
