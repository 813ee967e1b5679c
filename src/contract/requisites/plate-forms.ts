/** A country whose plates are read as what they are. */
export type PlateCountry = 'RU' | 'KZ' | 'BY' | 'UA' | 'AM' | 'AZ' | 'KG' | 'UZ'

export const PLATE_COUNTRIES: Readonly<Record<PlateCountry, string>> = {
  RU: 'Россия',
  KZ: 'Казахстан',
  BY: 'Беларусь',
  UA: 'Украина',
  AM: 'Армения',
  AZ: 'Азербайджан',
  KG: 'Киргизия',
  UZ: 'Узбекистан',
}

/** `light` has dark signs; `dark` stands for black, blue and red with white ones. */
export type PlateGround = 'light' | 'yellow' | 'dark'

/** One kind of plate, everything that tells it from others. */
export interface PlateForm {
  code: string
  country: PlateCountry
  /** One letter a sign (PLATE_SIGNS), small letters stand for themselves, `R` is a Russian region. */
  body: string
  /** The digits `Z` of a region may spell these numbers only. */
  regions?: readonly string[]
  /** Light when it is left out. */
  ground?: PlateGround
  /** How many lines such a plate has, one when it is left out; two lines part after `split` signs. */
  lines?: readonly (1 | 2)[]
  split?: number
  /** Subtracted from the log likelihood of a reading: a rarer form must fit clearly better. */
  rarity: number
}

/** Russian plates use the twelve letters with a Latin twin; `B` are those of Belarus and Ukraine, `A` is any Latin letter. */
export const PLATE_SIGNS: Readonly<Record<string, string>> = {
  L: 'АВЕКМНОРСТУХ',
  B: 'ABCEHIKMOPTXY',
  A: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  '9': '0123456789',
  Z: '0123456789',
}

const upTo = (last: number) =>
  Array.from({ length: last }, (_, i) => String(i + 1).padStart(2, '0'))
const UZ_REGIONS = [
  '01',
  '10',
  '20',
  '25',
  '30',
  '40',
  '50',
  '60',
  '70',
  '75',
  '80',
  '85',
  '90',
  '95',
]
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
    regions: upTo(20),
    lines: BOTH,
    split: 3,
    rarity: 1.5,
  },
  {
    code: 'kz-company',
    country: 'KZ',
    body: '999AAZZ',
    regions: upTo(20),
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
    regions: upTo(9),
    lines: BOTH,
    split: 2,
    rarity: 2.5,
  },
  { code: 'uz-car', country: 'UZ', body: 'ZZA999AA', regions: UZ_REGIONS, rarity: 2.5 },
  { code: 'uz-company', country: 'UZ', body: 'ZZ999AAA', regions: UZ_REGIONS, rarity: 2.5 },
]

/** The forms that a normalised text can have, likeliest first; several countries share some texts. */
export function plateFormsOf(plate: string): PlateForm[] {
  return PATTERNS.filter(({ pattern }) => pattern.test(plate)).map(({ form }) => form)
}

const PATTERNS = PLATE_FORMS.map((form) => ({ form, pattern: patternOf(form) }))

function patternOf({ body, regions }: PlateForm): RegExp {
  const signs = [...body.replace(/Z+/, regions ? '#' : 'ZZ')].map((sign) => {
    if (sign === 'R') return '\\d{2,3}'
    if (sign === '#') return `(?:${regions!.join('|')})`
    return `[${PLATE_SIGNS[sign]!}]`
  })
  return new RegExp(`^${signs.join('')}$`, 'u')
}
