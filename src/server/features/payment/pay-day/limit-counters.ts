import type { LimitPlace } from '../create/limit-rules.ts'

/** What one limit has used up. */
export interface Counter {
  readonly kop: number
  readonly count: number
}

export const counterName = ({
  scope,
  key,
  period,
}: {
  scope: string
  key: string
  period: string
}) => `${scope} ${key} ${period}`

export function counterOf(used: ReadonlyMap<string, Counter>, place: LimitPlace): Counter {
  return used.get(counterName(place)) ?? { kop: 0, count: 0 }
}

/** A payment of the plan takes its room in each of its limits. */
export function useUp(
  used: Map<string, Counter>,
  places: readonly LimitPlace[],
  amountKop: number,
): void {
  for (const place of places) {
    const { kop, count } = counterOf(used, place)
    used.set(counterName(place), { kop: kop + amountKop, count: count + 1 })
  }
}
