import type { LimitPlace } from '../create/limit-rules.ts'

/** The used part of one limit. */
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

/** Takes the room of one more act where each limit has it; of the acts of one payment the first alone counts as a payment. */
export function takeRoom(
  used: Map<string, Counter>,
  places: readonly LimitPlace[],
  amountKop: number,
  isFirst: boolean,
): boolean {
  const more = isFirst ? 1 : 0
  const fits = places.every((place) => {
    const { kop, count } = counterOf(used, place)
    return kop + amountKop <= place.capKop && count + more <= place.capCount
  })
  if (!fits) return false
  for (const place of places) {
    const { kop, count } = counterOf(used, place)
    used.set(counterName(place), { kop: kop + amountKop, count: count + more })
  }
  return true
}
