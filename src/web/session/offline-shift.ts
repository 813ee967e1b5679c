/** screens.md 13.4. */
const SHIFT_MS = 12 * 3_600_000

/** The user of a shift, not of yesterday; what a clock put back calls the future is nobody's. Epoch ms. */
export function isOfShift(at: number, now: number): boolean {
  const age = now - at
  return age >= 0 && age <= SHIFT_MS
}
