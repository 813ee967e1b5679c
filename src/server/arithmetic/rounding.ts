/** A whole quotient rounded half up (domain.md 5); only for n ≥ 0 and d > 0. */
export function divHalfUp(n: bigint, d: bigint): bigint {
  if (n < 0n || d <= 0n) throw new RangeError(`Cannot round ${n}/${d}`)
  return (2n * n + d) / (2n * d)
}

/** n/d rounded half up to a multiple of `step` (domain.md 5). */
export function roundTo(n: bigint, d: bigint, step: bigint): bigint {
  return divHalfUp(n, d * step) * step
}

/**
 * A safe integer ≥ 0 for exact arithmetic; anything else is a caller's bug and throws
 * RangeError.
 */
export function exact(value: number): bigint {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`Not a whole number from 0: ${value}`)
  return BigInt(value)
}

/** Back to a number; a result that JSON could not carry exactly throws RangeError. */
export function safe(value: bigint): number {
  if (value < 0n || value > BigInt(Number.MAX_SAFE_INTEGER))
    throw new RangeError(`Out of range: ${value}`)
  return Number(value)
}

/** An exact sum of safe integers ≥ 0. */
export function sumOf(values: readonly number[]): number {
  return safe(values.reduce((sum, value) => sum + exact(value), 0n))
}
