import { divHalfUp, exact, roundTo, safe, sumOf } from './rounding.ts'

// Grams in a tonne: prices of products by weight are kopecks per tonne (domain.md 0).
const TONNE_G = 1_000_000n
const FULL_BP = 10_000n
// A tare is out of line from 2 % or from 100 kg of the plate's usual tare (domain.md 5).
const TARE_FREE_BP = 200n
const TARES_COMPARED = 3

/** The sum of a line by weight in kopecks, half up. */
export function weightAmount(net_g: number, price_kop: number): number {
  return safe(divHalfUp(exact(net_g) * exact(price_kop), TONNE_G))
}

/** The sum of a line by piece in kopecks. */
export function pieceAmount(qty: number, price_kop: number): number {
  return safe(exact(qty) * exact(price_kop))
}

/** Totals of an act: sums of its lines, never price times total weight (C13). */
export function actTotals(positions: readonly { net_g: number; amount_kop: number }[]): {
  net_g: number
  total_kop: number
} {
  return {
    net_g: sumOf(positions.map((position) => position.net_g)),
    total_kop: sumOf(positions.map((position) => position.amount_kop)),
  }
}

/** The money columns of an act; reserved and paid together never pass the total (domain.md 2.7). */
export interface ActMoney {
  total_kop: number
  reserved_kop: number
  paid_kop: number
}

/**
 * What may still be paid for an act, in kopecks; columns that already break the act's check
 * throw RangeError.
 */
export function payable(act: ActMoney): number {
  return safe(exact(act.total_kop) - exact(act.reserved_kop) - exact(act.paid_kop))
}

/** How far an act is paid (domain.md 2.7). */
export function paymentState(act: ActMoney): 'paid' | 'partial' | 'planned' | 'unpaid' {
  if (act.paid_kop === act.total_kop) return 'paid'
  if (act.paid_kop > 0) return 'partial'
  return act.reserved_kop > 0 ? 'planned' : 'unpaid'
}

/**
 * Whether a price leaves the list price by more than the free share; exactly the share is still
 * free (C17).
 */
export function priceOverLimit(
  price_kop: number,
  base_price_kop: number,
  free_bp: number,
): boolean {
  const base = exact(base_price_kop)
  return distance(exact(price_kop), base) * FULL_BP > exact(free_bp) * base
}

/** Whether contamination with deductions passes the free share of the physical weight. */
export function isContaminationOverLimit(phys_g: number, net_g: number, free_bp: number): boolean {
  const phys = exact(phys_g)
  return (phys - exact(net_g)) * FULL_BP > exact(free_bp) * phys
}

/**
 * Whether a tare leaves the median of the plate's last three by more than 2 % or `free_g`; `tares_g` stand oldest first,
 * fewer than three give no median and no deviation.
 */
export function tareDeviates(tare_g: number, tares_g: readonly number[], free_g: number): boolean {
  const last = tares_g.slice(-TARES_COMPARED).map(exact)
  if (last.length < TARES_COMPARED) return false
  const median = last.toSorted((a, b) => Number(a - b))[1]!
  const off = distance(exact(tare_g), median)
  return off * FULL_BP > TARE_FREE_BP * median || off > exact(free_g)
}

// Trucks weigh a third of what they carry and themselves, overloaded ones a quarter.
const LEAST_TARE = 5n
/** Fuel, mud and a spare wheel change a vehicle by far less. */
const OTHER_VEHICLE = 5n

/**
 * Whether a tare can hardly be of the vehicle that came with the gross: below a fifth of it, or a fifth off the last one where fewer than
 * three are known.
 */
export function tareUnlikely(tare_g: number, gross_g: number, tares_g: readonly number[]): boolean {
  const tare = exact(tare_g)
  if (tare * LEAST_TARE < exact(gross_g)) return true
  const last = tares_g.at(-1)
  if (last === undefined || tares_g.length >= TARES_COMPARED) return false
  return distance(tare, exact(last)) * OTHER_VEHICLE > exact(last)
}

/**
 * A price after a bulk change in percent, rounded half up to a multiple of `round_to_kop`;
 * never below 0.
 */
export function bulkPercentPrice(old_kop: number, bp: number, round_to_kop: number): number {
  const share = FULL_BP + toBigInt(bp)
  if (share <= 0n) return 0
  return safe(roundTo(exact(old_kop) * share, FULL_BP, exact(round_to_kop)))
}

/** A price after a bulk change by a sum, rounded half up as after percent; never below 0. */
export function bulkDeltaPrice(old_kop: number, delta_kop: number, round_to_kop = 1): number {
  const price = exact(old_kop) + toBigInt(delta_kop)
  return price > 0n ? safe(roundTo(price, 1n, exact(round_to_kop))) : 0
}

function distance(a: bigint, b: bigint): bigint {
  return a > b ? a - b : b - a
}

function toBigInt(value: number): bigint {
  exact(Math.abs(value))
  return BigInt(value)
}
