import type { ColumnKind, ColumnValue } from '#contract/lists/column.ts'

export interface SheetColumn {
  readonly header: string
  readonly kind: ColumnKind
  /** In characters. */
  readonly width?: number
}

export type SheetRow = readonly ColumnValue[]

/** A table to write; `timeZone` (IANA) turns instants into the wall clock of the company. */
export interface Sheet {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  readonly rows: Iterable<SheetRow> | AsyncIterable<SheetRow>
  readonly timeZone?: string
}

/** Rows travel by so many at once: small enough to keep the event loop free, large enough to cost little each. */
const BATCH = 500

/** The rows of a sheet by batches, the event loop being let go after each. */
export async function* batchesOf(rows: Sheet['rows']): AsyncGenerator<SheetRow[]> {
  let batch: SheetRow[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (batch.length > 0) yield batch
}

const HOUR_MS = 3_600_000
const INSTANT = /^\d{4}-\d\d-\d\dT/

/**
 * The wall clock of a zone as milliseconds of a clock without zones. No zone changes its offset more often than once an
 * hour, so each hour asks the slow formatter once. What is not an instant answers NaN.
 */
export function wallClock(timeZone = 'Europe/Moscow'): (instant: string) => number {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const offsets = new Map<number, number>()
  const offsetAt = (hour: number): number => {
    const at = Object.fromEntries(
      format.formatToParts(hour * HOUR_MS).map(({ type, value }) => [type, Number(value)]),
    ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute', number>
    const local = Date.UTC(at.year, at.month - 1, at.day, at.hour, at.minute)
    return local - hour * HOUR_MS
  }
  return (instant) => {
    const ms = INSTANT.test(instant) ? Date.parse(instant) : Number.NaN
    if (Number.isNaN(ms)) return ms
    const hour = Math.floor(ms / HOUR_MS)
    const offset = offsets.get(hour) ?? offsetAt(hour)
    offsets.set(hour, offset)
    return ms + offset
  }
}
