interface NamedColumn {
  id: string
}

/** Columns in a stored order: unknown names are ignored, unnamed columns follow the column that preceded them originally. */
export function orderColumns<C extends NamedColumn>(
  given: readonly C[],
  order: readonly string[],
): C[] {
  const named = order.flatMap((id) => given.filter((column) => column.id === id))
  const sorted = [...new Set(named)]
  for (const [place, column] of given.entries()) {
    if (sorted.includes(column)) continue
    const before = given[place - 1]
    sorted.splice(before ? sorted.indexOf(before) + 1 : 0, 0, column)
  }
  return sorted
}

/** The order after one column moved by this many places; the first column names the record and stays first. */
export function moveColumn(all: readonly NamedColumn[], id: string, by: number): string[] {
  const ids = all.map((column) => column.id)
  const place = ids.indexOf(id)
  const next = Math.min(ids.length - 1, Math.max(1, place + by))
  if (place < 1) return ids
  ids.splice(place, 1)
  ids.splice(next, 0, id)
  return ids
}
