import type { PlateCountry } from './plate-bodies.ts'

/** `light` has dark signs; `dark` stands for black, blue and red with white ones. */
export type PlateGround = 'light' | 'yellow' | 'dark'

/** One kind of plate, everything that tells it from others. */
export interface PlateForm {
  code: string
  country: PlateCountry
  /** One letter a sign (PLATE_SIGNS), small letters stand for themselves, `R` is a Russian region. */
  body: string
  /** Light when it is left out. */
  ground?: PlateGround
  /** How many lines such a plate has, one when it is left out; two lines part after `split` signs. */
  lines?: readonly (1 | 2)[]
  split?: number
  /** Subtracted from the log likelihood of a reading: a rarer form must fit clearly better. */
  rarity: number
}

const BOTH = [1, 2] as const
const TWO = [2] as const

/** Every form that is known by name; a plate of another one is kept as written and marked. */
export const PLATE_FORMS: readonly PlateForm[] = [
  { code: 'ru-car', country: 'RU', body: 'L999LLR', lines: BOTH, split: 4, rarity: 0 },
  { code: 'ru-trailer', country: 'RU', body: 'LL9999R', rarity: 1.5 },
  { code: 'ru-taxi', country: 'RU', body: 'LL999R', ground: 'yellow', rarity: 4 },
  {
    code: 'ru-military',
    country: 'RU',
    body: '9999LLR',
    ground: 'dark',
    lines: BOTH,
    split: 4,
    rarity: 3,
  },
  { code: 'ru-tractor', country: 'RU', body: '9999LLR', lines: TWO, split: 4, rarity: 0.5 },
  { code: 'ru-police', country: 'RU', body: 'L9999R', ground: 'dark', rarity: 4 },
  { code: 'ru-police-trailer', country: 'RU', body: '999LR', ground: 'dark', rarity: 6 },
  { code: 'ru-transit', country: 'RU', body: 'LL999LR', rarity: 3 },
  {
    code: 'kz-car',
    country: 'KZ',
    body: '999AAAZZ',
    lines: BOTH,
    split: 3,
    rarity: 1.5,
  },
  {
    code: 'kz-company',
    country: 'KZ',
    body: '999AAZZ',
    lines: BOTH,
    split: 3,
    rarity: 1.5,
  },
  { code: 'by-car', country: 'BY', body: '9999BB9', lines: BOTH, split: 4, rarity: 1.5 },
  { code: 'by-trailer', country: 'BY', body: 'B9999B9', rarity: 4 },
  { code: 'by-lorry', country: 'BY', body: 'BB99999', rarity: 3 },
  { code: 'ua-car', country: 'UA', body: 'BB9999BB', lines: BOTH, split: 6, rarity: 2 },
  { code: 'am-car', country: 'AM', body: '99AA999', rarity: 3 },
  { code: 'am-car-new', country: 'AM', body: '999AA99', rarity: 3 },
  { code: 'az-car', country: 'AZ', body: '99AA999', rarity: 3 },
  {
    code: 'kg-car',
    country: 'KG',
    body: 'ZZ999AAA',
    lines: BOTH,
    split: 2,
    rarity: 2.5,
  },
  { code: 'uz-car', country: 'UZ', body: 'ZZA999AA', rarity: 2.5 },
  { code: 'uz-company', country: 'UZ', body: 'ZZ999AAA', rarity: 2.5 },
]
