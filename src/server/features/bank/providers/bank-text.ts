/** `12345.67` by text: a sum never passes through a fraction. */
export function amountText(kop: number): string {
  const digits = String(kop).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** A bank may echo what was sent to it: no run of digits long enough for a card or an account is stored. */
export function quoteBank(text: string): string {
  return text.slice(0, 400).replaceAll(/\d{10,}/g, '…')
}

/** The members of a JSON object; none of anything else. */
export function jsonFields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
