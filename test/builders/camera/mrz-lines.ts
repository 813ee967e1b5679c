import type { Random } from '#simulators/yard/random.ts'

export const passportKinds = ['internal', 'foreign', 'card'] as const
export type PassportKind = (typeof passportKinds)[number]

const SURNAMES = [
  'ИВАНОВ',
  'КУЗНЕЦОВА',
  'ЩЕРБАКОВ',
  'ЮСУПОВА',
  'БАЙРАМОВ',
  'ЧЕРНЫШЁВ',
  'ЯКОВЛЕВА',
  'ЭЙДЕЛЬМАН',
  'ОГЛОБЛИН',
  'САЛТЫКОВ-ЩЕДРИН',
]
const NAMES = ['АМИР', 'ОЛЬГА', 'ИГОРЬ', 'ЖАННА', 'ФЁДОР', 'ЭЛЬВИРА', 'ГЕОРГИЙ', 'ЮЛИЯ']
const MIDDLE = ['ИЛЬГАМ', 'ПЕТРОВИЧ', 'СЕРГЕЕВНА', 'ЮРЬЕВИЧ', 'ГРИГОРЬЕВНА', 'ШАМИЛЕВИЧ']
const LATIN_SURNAMES = ['ERIKSSON', 'KARIMOV', 'OBEIDULLOEV', 'QODIROVA', 'ZHUMABEK', 'SIDOROVA']
const LATIN_NAMES = ['ANNA<MARIA', 'DILSHOD', 'GULNORA', 'ILYA<IGOREVICH', 'YUSUF', 'BOBUR<SH']
/** Countries with forms of numbers that their documents have: L a letter, 9 a digit. */
const COUNTRIES = [
  ['UZB', 'LL9999999'],
  ['KAZ', 'L99999999'],
  ['TJK', '999999999'],
  ['RUS', '999999999'],
  ['UTO', 'L99999L99'],
] as const
const WIDTHS = { internal: 44, foreign: 44, card: 30 } as const

/** Signs of the official table for internal passports, written apart from the product's own. */
const SIGNS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ'].map((letter, i) => [
    letter,
    'ABVGDE2JZIQKLMNOPRSTUFHC34WXY9678'[i]!,
  ]),
)

/** The machine-readable lines of a person that nobody is. */
export function makeLines(random: Random, kind: PassportKind): string[] {
  if (kind === 'internal') return internalLines(random)
  return kind === 'foreign' ? foreignLines(random) : cardLines(random)
}

function internalLines(random: Random): string[] {
  const russian = (names: readonly string[]) =>
    random.pick(names).replaceAll(/./g, (letter) => SIGNS[letter] ?? '<')
  const series = digits(random, 4)
  const number = withCheck(series.slice(0, 3) + digits(random, 6))
  const birth = withCheck(dayOf(random, 60, 99))
  const optional = withCheck(`${series[3]}${dayOf(random, 12, 24)}${digits(random, 6)}<`)
  const second = `${number}RUS${birth}${random.pick(['M', 'F'])}<<<<<<<${optional}`
  return [
    fill(`PNRUS${russian(SURNAMES)}<<${russian(NAMES)}<${russian(MIDDLE)}`, WIDTHS.internal),
    second + checkDigit(number + birth + second.slice(21, 43)),
  ]
}

function foreignLines(random: Random): string[] {
  const [country, form] = random.pick(COUNTRIES)
  const number = withCheck(numberOf(random, form))
  const birth = withCheck(dayOf(random, 60, 99))
  const expiry = withCheck(dayOf(random, 27, 36))
  const optional = withCheck(fill(country === 'UZB' ? digits(random, 14) : '', 14))
  const second = `${number}${country}${birth}${random.pick(['M', 'F'])}${expiry}${optional}`
  return [
    fill(`P<${country}${latinNames(random)}`, WIDTHS.foreign),
    second + checkDigit(number + birth + expiry + optional),
  ]
}

function cardLines(random: Random): string[] {
  const [country, form] = random.pick(COUNTRIES)
  const first = fill(`I<${country}${withCheck(numberOf(random, form))}`, WIDTHS.card)
  const birth = withCheck(dayOf(random, 60, 99))
  const expiry = withCheck(dayOf(random, 27, 36))
  const second = fill(`${birth}${random.pick(['M', 'F'])}${expiry}${country}`, 29)
  const all = first.slice(5) + birth + expiry + second.slice(18)
  return [first, second + checkDigit(all), fill(latinNames(random), WIDTHS.card)]
}

function latinNames(random: Random): string {
  return `${random.pick(LATIN_SURNAMES)}<<${random.pick(LATIN_NAMES)}`
}

const fill = (text: string, width: number) => text.padEnd(width, '<').slice(0, width)

const digits = (random: Random, count: number) =>
  Array.from({ length: count }, () => random.whole(0, 9)).join('')

const numberOf = (random: Random, form: string) =>
  form.replaceAll(/./g, (place) =>
    place === 'L' ? random.pick([...'ABCDEFGHKLMNPRSTXZ']) : String(random.whole(0, 9)),
  )

function dayOf(random: Random, from: number, to: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const year = from + random.whole(0, to - from)
  return two(year) + two(1 + random.whole(0, 11)) + two(1 + random.whole(0, 27))
}

const withCheck = (field: string) => field + checkDigit(field)

/** ICAO 9303-3, 4.9: weights 7, 3, 1; letters count from 10, the filler nothing. */
export function checkDigit(field: string): string {
  const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  let sum = 0
  for (const [place, sign] of [...field].entries())
    sum += Math.max(0, signs.indexOf(sign)) * [7, 3, 1][place % 3]!
  return String(sum % 10)
}
