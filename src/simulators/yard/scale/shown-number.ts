/** Menu of every indicator: in which unit it shows its weight and with how many digits after the point. */
export interface ShownIn {
  unit: 'g' | 'kg' | 't'
  decimals: number
}

const UNIT_G = { g: 1, kg: 1000, t: 1_000_000 } as const

/** The displayed number without its point and sign, or a fault when the weight does not fit the menu. */
export function digitsOf(value_g: number, { unit, decimals }: ShownIn, most: number) {
  const digits = (Math.abs(value_g) * 10 ** decimals) / UNIT_G[unit]
  if (!Number.isInteger(digits) || String(digits).length > most) {
    throw new Error(`${value_g} g does not fit ${most} digits of ${unit} with ${decimals} decimals`)
  }
  return digits
}

/** The displayed number with its point and without its sign, at least one digit before the point. */
export function placePoint(value_g: number, menu: ShownIn, most: number) {
  const text = String(digitsOf(value_g, menu, most)).padStart(menu.decimals + 1, '0')
  if (menu.decimals === 0) return text
  return `${text.slice(0, -menu.decimals)}.${text.slice(-menu.decimals)}`
}

/** One character a byte. */
export function latin(text: string) {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
