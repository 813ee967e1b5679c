import type { Call, SendInput } from '#contract/call.ts'
import { send } from '../../api/send.ts'
import { toast } from '../toast.ts'

/** The contract's most rows an answer. */
const PAGE = 200
/** «Все по фильтру» takes at most so many rows (web.md 5). */
const MAX_GATHERED = 10_000

interface Page<Row> {
  items: Row[]
  next?: string | null
}

/** What is asked of the list, and who hears how far it came. */
export interface Wanted<Row> {
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
}: Wanted<Row>): Promise<Row[] | undefined> {
  // By id: a row that moved while the pages were read comes twice.
  const found = new Map<string, Row>()
  for (let offset = 0; offset < MAX_GATHERED; offset += PAGE) {
    const page = await onePage<Row>(call, { ...conditions, limit: PAGE, offset }, signal)
    if (!page) return undefined
    for (const row of page.items) found.set(idOf(row), row)
    tell(found.size)
    if (page.items.length < PAGE) return [...found.values()]
  }
  toast.warning('Взяты первые 10 000 строк: больше за раз нельзя')
  return [...found.values()]
}

/** A failure is told by the call itself; a stopped reading leaves the former selection. */
async function onePage<Row>(call: Call, filter: object, signal: AbortSignal) {
  const input = { query: { filter } } as unknown as SendInput<Call>
  return (await send(call, input, { signal }).catch(() => undefined)) as Page<Row> | undefined
}
