import type { Db } from '../../db/handle.ts'
import { openingsNow, type Opening } from './approval-queries.ts'

/**
 * People of the company behind whose accounts the one person may stand who stands behind this account (domain.md 7.5), without
 * this account itself: every rule of two people asks here.
 */
export async function maybeSamePerson(db: Db, userId: string | null): Promise<readonly string[]> {
  return userId === null ? [] : sameAs(await openingsNow(db), userId)
}

/**
 * Two accounts may be one person's when one opened the other, by whatever many steps, or when a third opened both. Two who each opened a
 * third account are still two: neither had a way into the other's.
 */
export function sameAs(openings: readonly Opening[], userId: string): string[] {
  const above = reach(userId, (id) =>
    openings.flatMap(({ user_id, opened_by }) => (user_id === id ? [opened_by] : [])),
  )
  const same = new Set<string>()
  for (const root of above)
    for (const id of reach(root, (at) =>
      openings.flatMap(({ user_id, opened_by }) => (opened_by === at ? [user_id] : [])),
    ))
      same.add(id)
  same.delete(userId)
  return [...same].toSorted()
}

function reach(from: string, next: (id: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set([from])
  for (const id of seen) for (const other of next(id)) seen.add(other)
  return seen
}
