/** The sums of a list whose rows are added up status by status. */
export function addParts<K extends string>(
  parts: readonly Readonly<Record<K, number>>[],
  keys: readonly K[],
): Record<K, number> {
  const sums = keys.map((key) => [key, parts.reduce((sum, part) => sum + part[key], 0)] as const)
  return Object.fromEntries(sums) as Record<K, number>
}
