import type { CallFacts } from '../faults.ts'

/** How often a payment was sent and how often its state was asked, since the process started. */
export type CallCount = { sent: number; asked: number }

export function openCallCounts() {
  const counts = new Map<string, CallCount>()
  return {
    add({ payment_id: id, operation }: CallFacts): void {
      if (id === null) return
      const count = counts.get(id) ?? { sent: 0, asked: 0 }
      if (operation === 'create') count.sent += 1
      else count.asked += 1
      counts.set(id, count)
    },
    of: (id: string | null): CallCount => counts.get(id ?? '') ?? { sent: 0, asked: 0 },
    clear: (): void => counts.clear(),
  }
}
