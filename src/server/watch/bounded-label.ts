/** The label of whatever is beyond the bound. */
export const OTHER = 'other'

/**
 * A label that stays bounded: each value is a series that the server and Prometheus keep, so the first so many have their own and
 * all later ones share `other`.
 */
export function boundedLabel(most: number): (value: string) => string {
  const known = new Set<string>()
  return (value) => {
    if (known.has(value)) return value
    if (known.size >= most) return OTHER
    known.add(value)
    return value
  }
}
