/** screens.md 13.4. */
const SHIFT_MS = 12 * 3_600_000

/**
 * Whether the stored user belongs to this shift; a time in the future, after the clock was set back, does not count. Epoch ms.
 */
export function isOfShift(at: number, now: number): boolean {
  const age = now - at
  return age >= 0 && age <= SHIFT_MS
}
