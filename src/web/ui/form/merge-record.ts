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
 * from that side; for a field changed by both the typed value stays until the user chooses. Lists of the same rows are merged cell
 * by cell; any other list counts as one field.
 */
export function mergeRecord(was: Values, mine: Values, now: Values, prefix = ''): MergedRecord {
  const merged: MergedRecord = { values: { ...mine }, conflicts: [], adoptedPaths: [] }
  const take = (key: string, values: unknown, inner: readonly MergedRecord[]) => {
    merged.values[key] = values
    merged.conflicts.push(...inner.flatMap(({ conflicts }) => conflicts))
    merged.adoptedPaths.push(...inner.flatMap(({ adoptedPaths }) => adoptedPaths))
  }
  for (const key of new Set([...Object.keys(was), ...Object.keys(mine), ...Object.keys(now)])) {
    const path = `${prefix}${key}`
    const [a, b, c] = [was[key], mine[key], now[key]]
    if (isGroup(a) && isGroup(b) && isGroup(c)) {
      const inner = mergeRecord(a, b, c, `${path}.`)
      take(key, inner.values, [inner])
    } else if (isRows(a) && isRows(b) && isRows(c) && areSameRows(a, b, c)) {
      const rows = a.map((row, place) =>
        mergeRecord(row, b[place]!, c[place]!, `${path}.${place}.`),
      )
      take(
        key,
        rows.map(({ values }) => values),
        rows,
      )
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
const isGroup = (value: unknown): value is Values => isRow(value) && !Object.hasOwn(value, 'id')

const isRow = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isRows = (value: unknown): value is Values[] => Array.isArray(value) && value.every(isRow)

/** Whether the rows of all lists stand in the same places: a row is known by its key or id, else by its place. */
function areSameRows(...lists: readonly (readonly Values[])[]): boolean {
  const names = lists.map((rows) => rows.map((row, place) => row['key'] ?? row['id'] ?? place))
  return names.every((own) => same(own, names[0]))
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? '') === JSON.stringify(b ?? '')
