import { refuse } from '#http/refusal.ts'
import type { Services } from '../../services.ts'

/** Counts requests per key in a window; kept in the memory of the process, so a restart begins at zero. */
export interface CountedWindow {
  readonly name: symbol
  readonly max: number
  readonly windowMs: number
}

/** What one of so many processes lets through of a bound that holds for all of them together. */
export function processShare(bound: number, processes: number): number {
  return Math.ceil(bound / processes)
}

interface Counts {
  startedAt: number
  readonly of: Map<string, number>
}

declare module '../../services.ts' {
  interface ProcessState {
    requestCounts?: Map<string, Counts>
  }
}

// More keys than a company has people: only a flood reaches this, and then counting restarts.
const MAX_KEYS = 10_000

/**
 * Counts one request of a key, an address or a person; over the bound it is refused with `common.too-many`. Each process
 * counts by itself, so it lets its share of the bound through.
 */
export function countInWindow(services: Services, window: CountedWindow, key: string): void {
  const { name, max, windowMs } = window
  const now = performance.now()
  const windows = (services.state.requestCounts ??= new Map())
  let counts = windows.get(name)
  if (!counts || now - counts.startedAt >= windowMs || counts.of.size > MAX_KEYS) {
    counts = { startedAt: now - (now % windowMs), of: new Map() }
    windows.set(name, counts)
  }
  const used = (counts.of.get(key) ?? 0) + 1
  counts.of.set(key, used)
  const retryAfterSeconds = Math.ceil((counts.startedAt + windowMs - now) / 1000)
  if (used > processShare(max, services.config.processes))
    refuse('common.too-many', { retryAfterSeconds })
}
