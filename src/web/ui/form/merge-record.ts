/** A field that both sides changed, each to its own value. */
export interface Conflict {
  path: string
  was: unknown
  mine: unknown
  now: unknown
}

export interface MergedRecord {
  values: Record<string, unknown>
  conflicts: Conflict[]
  /** Fields that only the other side changed: taken automatically. */
  adoptedPaths: string[]
}

type Values = Record<string, unknown>

/**
 * Merges what was typed with a record that another user changed meanwhile (screens.md 6): a field changed by one side is taken
 * from that side; for a field changed by both the typed value stays until the user chooses. Lists count as one field.
 */
export function mergeRecord(was: Values, mine: Values, now: Values, prefix = ''): MergedRecord {
  const merged: MergedRecord = { values: { ...mine }, conflicts: [], adoptedPaths: [] }
  for (const key of new Set([...Object.keys(was), ...Object.keys(mine), ...Object.keys(now)])) {
    const path = `${prefix}${key}`
    const [a, b, c] = [was[key], mine[key], now[key]]
    if (isGroup(a) && isGroup(b) && isGroup(c)) {
      const inner = mergeRecord(a, b, c, `${path}.`)
      merged.values[key] = inner.values
      merged.conflicts.push(...inner.conflicts)
      merged.adoptedPaths.push(...inner.adoptedPaths)
    } else if (same(a, b) && !same(a, c)) {
      merged.values[key] = c
      merged.adoptedPaths.push(path)
    } else if (!same(b, c) && !same(a, c)) {
      merged.conflicts.push({ path, was: a, mine: b, now: c })
    }
  }
  return merged
}

/** A chosen record of a lookup has an id and is one value. */
function isGroup(value: unknown): value is Values {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !Object.hasOwn(value, 'id')
  )
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? '') === JSON.stringify(b ?? '')
