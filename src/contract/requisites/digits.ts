/**
 * Drops spaces of every kind, brackets and dashes, which people and masks put between digits
 * (domain.md 8); letters stay, so that a wrong character is still seen by the checker.
 */
export function stripMask(value: string): string {
  return value.replace(/[\s()[\]\u2010-\u2015\u2212-]/gu, '')
}

/** Σ digit·weight over as many digits as there are weights; the text must hold digits there. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, i) => sum + weight * digitAt(digits, i), 0)
}

/** The digit at a place; the text must hold a digit there, checked by the caller's pattern. */
export function digitAt(digits: string, place: number): number {
  return digits.charCodeAt(place) - 48
}

/** Luhn's sum over a run of digits; it catches every single wrong digit. */
export function luhnHolds(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = digitAt(digits, digits.length - 1 - i)
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
