import { pluralForm, type Forms } from '#contract/words/plural.ts'

const HUNDREDS = [
  '',
  'сто',
  'двести',
  'триста',
  'четыреста',
  'пятьсот',
  'шестьсот',
  'семьсот',
  'восемьсот',
  'девятьсот',
]
const TENS = [
  '',
  '',
  'двадцать',
  'тридцать',
  'сорок',
  'пятьдесят',
  'шестьдесят',
  'семьдесят',
  'восемьдесят',
  'девяносто',
]
const TEENS = [
  'десять',
  'одиннадцать',
  'двенадцать',
  'тринадцать',
  'четырнадцать',
  'пятнадцать',
  'шестнадцать',
  'семнадцать',
  'восемнадцать',
  'девятнадцать',
]
const ONES = ['', 'один', 'два', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять']
const FEMININE_ONES = ['', 'одна', 'две', ...ONES.slice(3)]

// Thousands upwards; a safe integer ends within quadrillions.
const SCALES: readonly Forms[] = [
  ['тысяча', 'тысячи', 'тысяч'],
  ['миллион', 'миллиона', 'миллионов'],
  ['миллиард', 'миллиарда', 'миллиардов'],
  ['триллион', 'триллиона', 'триллионов'],
  ['квадриллион', 'квадриллиона', 'квадриллионов'],
]

/** A masculine count in words, lower case: 0…2^53 − 1. */
export function numberInWords(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`Not a whole number from 0: ${value}`)
  if (value === 0) return 'ноль'
  return groupsOf(value)
    .map((group, scale) => ({ group, scale }))
    .reverse()
    .filter(({ group }) => group > 0)
    .map(({ group, scale }) => groupInWords(group, scale))
    .join(' ')
}

/** A sentence's first letter made capital. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function groupsOf(value: number): number[] {
  const groups: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / 1000)) groups.push(rest % 1000)
  return groups
}

function groupInWords(group: number, scale: number): string {
  // Only «тысяча» is feminine among the scales.
  const ones = scale === 1 ? FEMININE_ONES : ONES
  const tens = Math.floor((group % 100) / 10)
  const words = [
    HUNDREDS[Math.floor(group / 100)]!,
    tens === 1 ? TEENS[group % 10]! : TENS[tens]!,
    tens === 1 ? '' : ones[group % 10]!,
    scale > 0 ? pluralForm(group, SCALES[scale - 1]!) : '',
  ]
  return words.filter(Boolean).join(' ')
}
