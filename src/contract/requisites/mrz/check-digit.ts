const WEIGHTS = [7, 3, 1] as const

/** Whether the check digit of machine-readable signs is theirs (ICAO 9303-3, 4.9); a filler is none. */
export function fitsCheckDigit(signs: string, check: string): boolean {
  if (!/\d/.test(check)) return false
  const values = [...signs].map((sign) => (sign === '<' ? 0 : Number.parseInt(sign, 36)))
  const sum = values.reduce((total, value, at) => total + value * WEIGHTS[at % 3]!, 0)
  return sum % 10 === Number(check)
}
