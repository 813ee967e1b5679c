import type { StateRow } from '#contract/installation/state-rows.ts'
import type { Blocker, SlowQuery, TableFigure } from './detail-queries.ts'
import type { DatabaseFigure } from './figures-queries.ts'
import { amiss, notKnown, number, percent, row, size, span } from './state-words.ts'

const MOST_CONNECTIONS = 0.9
const LONG_TRANSACTION_S = 1800
const MOST_DEAD = 0.4
const SLOW_MS = 500

/** What only the page asks the database; undefined: its question failed. */
export interface DatabaseDetail {
  readonly blockers: readonly Blocker[] | undefined
  readonly tables: readonly TableFigure[] | undefined
  readonly slow: readonly SlowQuery[] | null | undefined
}

/** Size, bloat, locks, the slowest statements. */
export function databaseRows(
  database: DatabaseFigure | undefined,
  { blockers, tables, slow }: DatabaseDetail,
): StateRow[] {
  return [
    ...(database ? loadRows(database) : [notKnown('database', 'Размер и соединения')]),
    blockers ? lockRow(blockers) : notKnown('database', 'Блокировки'),
    tables ? tableRow(tables) : notKnown('database', 'Самые большие таблицы'),
    ...(slow === undefined ? [notKnown('database', 'Медленные запросы')] : slowRows(slow)),
  ]
}

function loadRows(of: DatabaseFigure): StateRow[] {
  const all = of.dead_rows + of.live_rows
  const deadShare = all === 0 ? 0 : of.dead_rows / all
  return [
    row('database', 'Размер', size(of.bytes)),
    row(
      'database',
      'Соединения',
      `${of.connections} из ${of.most_connections}`,
      amiss(
        of.connections > of.most_connections * MOST_CONNECTIONS,
        'warning',
        'Уменьшите POOL_SIZE или увеличьте max_connections',
      ),
    ),
    row(
      'database',
      'Самая долгая операция',
      of.longest_s === 0 ? 'Открытых нет' : span(of.longest_s),
      amiss(
        of.longest_s > LONG_TRANSACTION_S,
        'warning',
        'Найдите её в pg_stat_activity: она не даёт убирать устаревшие строки',
      ),
    ),
    row(
      'database',
      'Устаревшие строки',
      `${percent(deadShare)} строк больших таблиц`,
      amiss(
        deadShare > MOST_DEAD,
        'warning',
        'Посмотрите, включён ли autovacuum и нет ли долгой операции; выполните VACUUM',
      ),
    ),
  ]
}

function lockRow(blockers: readonly Blocker[]): StateRow {
  const told = blockers.map(
    ({ pid, program, open_s: open, waiting }) =>
      `сеанс ${pid} (${program}${open === null ? '' : `, ${span(open)}`}) держит ${number(waiting)}`,
  )
  return row(
    'database',
    'Блокировки',
    told.length === 0 ? 'Никто не ждёт' : told.join('; '),
    amiss(
      told.length > 0,
      'warning',
      'Если строка не уходит, а сеанс посторонний, завершите его: select pg_terminate_backend(номер)',
    ),
  )
}

const tableRow = (tables: readonly TableFigure[]): StateRow =>
  row(
    'database',
    'Самые большие таблицы',
    tables
      .map((t) => `${t.name} ${size(t.bytes)}, строк ${number(t.live_rows)}, устарело ${number(t.dead_rows)}`)
      .join('; '),
  )

function slowRows(slow: readonly SlowQuery[] | null): StateRow[] {
  if (slow === null)
    return [
      row('database', 'Медленные запросы', 'Не собираются', [
        'good',
        'Чтобы видеть их: shared_preload_libraries = pg_stat_statements и CREATE EXTENSION pg_stat_statements',
      ]),
    ]
  return slow.map(({ text, calls, mean_ms: mean }, at) =>
    row(
      'database',
      `Медленный запрос ${at + 1}`,
      `${number(mean)} мс в среднем, вызовов ${number(calls)}: ${text}`,
      amiss(mean > SLOW_MS, 'warning', 'Передайте этот текст разработчику'),
    ),
  )
}
