/** «акт», «акта», «актов»: of one, of two to four, of more. */
export type Forms = readonly [one: string, few: string, many: string]

/** The form of a thing that goes with a whole count. */
export function pluralForm(count: number, [one, few, many]: Forms): string {
  const tens = Math.abs(count) % 100
  const ones = tens % 10
  if (tens >= 11 && tens <= 14) return many
  if (ones === 1) return one
  return ones >= 2 && ones <= 4 ? few : many
}

/** The bound of a text after «не длиннее»: «21 знака», «22 знаков». */
export const ofSigns = (count: number | bigint): string =>
  `${count} ${pluralForm(Number(count), ['знака', 'знаков', 'знаков'])}`
