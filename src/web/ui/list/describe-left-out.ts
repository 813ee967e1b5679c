import { count, money } from '../format.ts'

type Part = readonly [name: string, count: number | undefined, kop: number | undefined]

/** «В сумму не входят: черновики 1 (82 117,10 ₽)»; nothing where nothing is left out. */
export function describeLeftOut(parts: readonly Part[]): string | undefined {
  const left = parts.filter(([, many = 0]) => many > 0)
  if (left.length === 0) return undefined
  const words = left.map(([name, many = 0, kop = 0]) => `${name} ${count(many)} (${money(kop)})`)
  return `В сумму не входят: ${words.join(', ')}`
}
