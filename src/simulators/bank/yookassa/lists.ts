import type { PayoutFilter, Store } from '../store.ts'
import type { Answer } from '../wire.ts'
import { failure, payoutBody } from './answers.ts'
import type { Problem } from './order.ts'

// The search looks back three months; the longest three months have 92 days.
const searchWindow_ms = 92 * 24 * 60 * 60 * 1000

/** `GET /v3/payouts/search`: exactly one metadata pair, the last three months, only what is visible yet. */
export function search(store: Store, query: URLSearchParams, now: number): Answer {
  const pairs = [...query].flatMap(([name, value]) => {
    const key = /^metadata\[([^\]]{1,32})\]$/.exec(name)?.[1]
    return key === undefined ? [] : [[key, value] as [string, string]]
  })
  const [pair] = pairs
  if (pair === undefined || pairs.length > 1) {
    return failure(400, 'metadata: exactly one pair is expected', 'metadata')
  }
  const filter = readFilter(query, /^metadata\[/)
  if ('parameter' in filter) return failure(400, filter.description, filter.parameter)
  const from = Math.max(filter.from ?? 0, now - searchWindow_ms)
  return page(store, { ...filter, metadata: pair, visible_at: now, from })
}

/** `GET /v3/payouts`: all payouts, newest first, by creation time, status and destination type. */
export function list(store: Store, query: URLSearchParams, most: number): Answer {
  const filter = readFilter(query)
  return 'parameter' in filter
    ? failure(400, filter.description, filter.parameter)
    : page(store, { ...filter, limit: Math.min(filter.limit, most) })
}

function page(store: Store, filter: PayoutFilter): Answer {
  const rows = store.findPayouts({ ...filter, limit: filter.limit + 1 })
  const shown = rows.slice(0, filter.limit)
  const last = shown.at(-1)
  const more = rows.length > shown.length && last !== undefined
  const body = {
    type: 'list',
    items: shown.map(({ payout }) => payoutBody(payout)),
    ...(more && { next_cursor: cursorOf(last.n) }),
  }
  return { status: 200, body }
}

function readFilter(query: URLSearchParams, besides?: RegExp): PayoutFilter | Problem {
  const filter: PayoutFilter = { limit: 10 }
  for (const [name, value] of query) {
    if (besides?.test(name)) continue
    const read = readers[name]
    if (read === undefined) return { parameter: name, description: `${name}: unknown parameter` }
    if (!read(filter, value)) return { parameter: name, description: `${name}: wrong value` }
  }
  return filter
}

const readers: Record<string, (filter: PayoutFilter, value: string) => boolean> = {
  'created_at.gte': (filter, value) => setTime(filter, 'from', value, 0),
  'created_at.gt': (filter, value) => setTime(filter, 'from', value, 1),
  'created_at.lt': (filter, value) => setTime(filter, 'to', value, 0),
  'created_at.lte': (filter, value) => setTime(filter, 'to', value, 1),
  status(filter, value) {
    filter.status = value
    return ['pending', 'succeeded', 'canceled'].includes(value)
  },
  'payout_destination.type'(filter, value) {
    filter.destination_type = value
    return ['bank_card', 'sbp', 'yoo_money'].includes(value)
  },
  limit(filter, value) {
    filter.limit = Number(value)
    return /^\d{1,3}$/.test(value) && filter.limit >= 1 && filter.limit <= 100
  },
  cursor(filter, value) {
    const n = /^row:(\d{1,15})$/.exec(Buffer.from(value, 'base64url').toString())?.[1]
    filter.after = Number(n)
    return n !== undefined
  },
}

function setTime(filter: PayoutFilter, side: 'from' | 'to', value: string, more: number): boolean {
  const at = Date.parse(value)
  filter[side] = at + more
  return /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(at)
}

function cursorOf(n: number): string {
  return Buffer.from(`row:${n}`).toString('base64url')
}
