import type { Call } from '#contract/core/call.ts'
import { send } from '#web/api/send.ts'
import { toast } from '#web/ui/feedback/toast.ts'

/** The contract's most rows an answer. */
const PAGE = 200
/** «Все по фильтру» takes at most so many rows (screens.md 5). */
const MAX_SELECTED = 10_000

interface Page<Row> {
  items: Row[]
  next?: string | null
}

/** The request of the list, and the callback for its progress. */
export interface WantedRows<Row> {
  call: Call
  conditions: Record<string, unknown>
  idOf: (row: Row) => string
  signal: AbortSignal
  tell: (count: number) => void
}

/** All rows of a filter page by page, or undefined when it failed or was stopped. */
export async function allRows<Row>({
  call,
  conditions,
  idOf,
  signal,
  tell,
}: WantedRows<Row>): Promise<Row[] | undefined> {
  // By id: a row that moved while the pages were read arrives twice.
  const found = new Map<string, Row>()
  for (let offset = 0; offset < MAX_SELECTED; offset += PAGE) {
    const page = await fetchPage<Row>(call, { ...conditions, limit: PAGE, offset }, signal)
    if (!page) return undefined
    for (const row of page.items) found.set(idOf(row), row)
    tell(found.size)
    if (page.items.length < PAGE) return [...found.values()]
  }
  toast.warning('Взяты первые 10 000 строк: больше за раз нельзя')
  return [...found.values()]
}

/** The call itself reports a failure; a stopped reading leaves the previous selection. */
async function fetchPage<Row>(call: Call, filter: object, signal: AbortSignal) {
  const input = { query: { filter } }
  return (await send(call, input, { signal }).catch(() => undefined)) as Page<Row> | undefined
}
