import { ownValue } from '../../core/own-value.ts'
import { isDay } from '../calendar.ts'
import { fitsCheckDigit } from './check-digit.ts'

/**
 * What the machine-readable lines of an identity document say. A field is absent where its check digit does not fit; names have
 * none, so a person compares them.
 */
export interface MachineReadable {
  readonly type: 'rf_passport' | 'foreign_passport' | 'other'
  readonly last_name?: string | undefined
  readonly first_name?: string | undefined
  readonly middle_name?: string | undefined
  readonly birth_date?: string | undefined
  /** Of two letters; absent where the code is not among those that suppliers have. */
  readonly citizenship?: string | undefined
  readonly series?: string | undefined
  readonly number?: string | undefined
  readonly issued_at?: string | undefined
  readonly dept_code?: string | undefined
  readonly doc_expires_on?: string | undefined
}

/** Lines by their length: TD1, TD2, TD3 of ICAO 9303. */
const LINES: Readonly<Record<number, number>> = { 30: 3, 36: 2, 44: 2 }

/**
 * Reads lines one after another, as a hand-held scanner sends them; several may come at once. Answers the document after its last line,
 * `more` while lines are missing, nothing for any other text.
 */
export function openMrzReading(today: () => string) {
  let lines: string[] = []
  return (text: string): MachineReadable | 'more' | undefined => {
    // A first line begins anew, also in the middle of a document that was not read to its end.
    const found = splitLines(text) ?? []
    const begun = lines
    lines = []
    const all = found[0] && isFirstLine(found[0]) ? found : [...begun, ...found]
    const [first] = all
    if (found.length === 0 || !first || !isFirstLine(first)) return undefined
    if (all.some(({ length }) => length !== first.length)) return undefined
    if (all.length === LINES[first.length]) return readMrz(all, today())
    lines = all
    return 'more'
  }
}

/** P: passport; I, A, C: cards. Then whose document it is. */
const isFirstLine = (line: string) => /^[PIAC][A-Z0-9<][A-Z<]{3}/.test(line)

/** One line, or all lines of a document without anything between them. */
function splitLines(text: string): string[] | undefined {
  const signs = text.toUpperCase().replaceAll(/\s/g, '')
  if (!/^[A-Z0-9<]+$/.test(signs)) return undefined
  for (const width of [44, 36, 30]) {
    const isAll = signs.length === width * LINES[width]!
    if (signs.length === width || isAll) return signs.match(new RegExp(`.{${width}}`, 'g'))!
  }
  return undefined
}

function readMrz(lines: readonly string[], today: string): MachineReadable | undefined {
  const [first, second, third] = lines as [string, string, string | undefined]
  if (first.startsWith('PNRUS')) return readRussian(first, second, today)
  if (third) return readCard(first, second, third, today)
  return readPassport(first, second, today)
}

/** The internal passport of a Russian citizen: two lines of 44 signs with rules of their own. */
function readRussian(first: string, second: string, today: string): MachineReadable {
  const issue = checkedField(second.slice(28, 42), second[42]!)
  const number = checkedField(second.slice(0, 9), second[9]!)
  const birth = checkedField(second.slice(13, 19), second[19]!)
  const code = issue?.slice(7, 13)
  const [last, first_name, middle] = namesOf(first.slice(5)).map(russianLetters)
  return {
    type: 'rf_passport',
    last_name: titleCase(last),
    first_name: titleCase(first_name),
    middle_name: titleCase(middle),
    citizenship: 'RU',
    birth_date: birth && pastDay(birth, today),
    // The last digit of the series stands with the day of issue.
    series: number && issue ? number.slice(0, 3) + issue[0]! : undefined,
    number: number && issue ? number.slice(3) : undefined,
    issued_at: issue && pastDay(issue.slice(1, 7), today),
    dept_code: code && /^\d{6}$/.test(code) ? `${code.slice(0, 3)}-${code.slice(3)}` : undefined,
  }
}

/** How the machine-readable line of a Russian internal passport writes letters: one sign each, so it can be read back. */
const LETTERS: Readonly<Record<string, string>> = {
  A: 'А',
  B: 'Б',
  V: 'В',
  G: 'Г',
  D: 'Д',
  E: 'Е',
  2: 'Ё',
  J: 'Ж',
  Z: 'З',
  I: 'И',
  Q: 'Й',
  K: 'К',
  L: 'Л',
  M: 'М',
  N: 'Н',
  O: 'О',
  P: 'П',
  R: 'Р',
  S: 'С',
  T: 'Т',
  U: 'У',
  F: 'Ф',
  H: 'Х',
  C: 'Ц',
  3: 'Ч',
  4: 'Ш',
  W: 'Щ',
  X: 'Ъ',
  Y: 'Ы',
  9: 'Ь',
  6: 'Э',
  7: 'Ю',
  8: 'Я',
}

function russianLetters(text: string): string {
  return text.replaceAll(/[A-Z0-9]/g, (sign) => ownValue(LETTERS, sign) ?? '')
}

/** TD3 and TD2: the same places but for what fills the end. */
function readPassport(first: string, second: string, today: string): MachineReadable {
  const number = longNumber(second.slice(0, 9), second[9]!, second.slice(28, -1))
  const dates = datesOf(second.slice(13, 20), second.slice(21, 28), today)
  return {
    ...ofCountry(first, second.slice(10, 13), number),
    ...dates,
    ...latin(first.slice(5)),
  }
}

/** TD1: three lines of 30 signs. */
function readCard(first: string, second: string, third: string, today: string): MachineReadable {
  const number = longNumber(first.slice(5, 14), first[14]!, first.slice(15))
  const dates = datesOf(second.slice(0, 7), second.slice(8, 15), today)
  return { ...ofCountry(first, second.slice(15, 18), number), ...dates, ...latin(third) }
}

/** A Russian's travel passport identifies a person in Russia as other documents do; series and number are one there. */
function ofCountry(first: string, nationality: string, number: string | undefined) {
  const isForeign = first.startsWith('P') && nationality !== 'RUS'
  const type = isForeign ? ('foreign_passport' as const) : ('other' as const)
  return { type, number, citizenship: countryOf(nationality.replaceAll('<', '')) }
}

/** Codes of nationality in machine-readable lines (ICAO 9303-3) of countries that suppliers may be citizens of. */
const COUNTRIES: Readonly<Record<string, string>> = {
  ARM: 'AM',
  AZE: 'AZ',
  BGR: 'BG',
  BLR: 'BY',
  CHN: 'CN',
  D: 'DE',
  EGY: 'EG',
  EST: 'EE',
  GEO: 'GE',
  IND: 'IN',
  ISR: 'IL',
  KAZ: 'KZ',
  KGZ: 'KG',
  LTU: 'LT',
  LVA: 'LV',
  MDA: 'MD',
  MNG: 'MN',
  POL: 'PL',
  PRK: 'KP',
  RUS: 'RU',
  SRB: 'RS',
  SYR: 'SY',
  TJK: 'TJ',
  TKM: 'TM',
  TUR: 'TR',
  UKR: 'UA',
  UZB: 'UZ',
  VNM: 'VN',
}

function countryOf(nationality: string): string | undefined {
  return ownValue(COUNTRIES, nationality)
}

function datesOf(birth: string, expiry: string, today: string) {
  const born = checkedField(birth.slice(0, 6), birth[6]!)
  const ends = checkedField(expiry.slice(0, 6), expiry[6]!)
  return {
    birth_date: born && pastDay(born, today),
    doc_expires_on: ends && dayOf(`20${ends.slice(0, 2)}`, ends),
  }
}

function latin(field: string) {
  const [last, first] = namesOf(field)
  return { last_name: titleCase(last), first_name: titleCase(first) }
}

/** Last and given names are parted by two fillers, the parts of a name by one; a Russian middle name is the second given name. */
function namesOf(field: string): string[] {
  const [last = '', given = ''] = field.replace(/<+$/, '').split('<<')
  const [first = '', ...middle] = given.split('<')
  return [last.replaceAll('<', ' '), first, middle.join(' ')]
}

function titleCase(text: string | undefined): string | undefined {
  const name = text?.toLowerCase().replaceAll(/(^|[ -])(.)/g, (sign) => sign.toUpperCase())
  return name || undefined
}

/** A number that is longer than nine signs goes on where the optional data stand, with its check digit last. */
function longNumber(start: string, check: string, optional: string): string | undefined {
  if (check !== '<') return checkedField(start, check)?.replaceAll('<', '')
  const rest = optional.split('<')[0]!
  return checkedField(start + rest.slice(0, -1), rest.slice(-1))
}

/** The signs of a field whose check digit fits. */
function checkedField(field: string, check: string): string | undefined {
  return fitsCheckDigit(field, check) ? field : undefined
}

/** A day of two digits for its year that has come already. */
function pastDay(six: string, today: string): string | undefined {
  const recent = dayOf(`20${six.slice(0, 2)}`, six)
  return recent !== undefined && recent <= today ? recent : dayOf(`19${six.slice(0, 2)}`, six)
}

function dayOf(year: string, six: string): string | undefined {
  const day = `${year}-${six.slice(2, 4)}-${six.slice(4, 6)}`
  return isDay(day) ? day : undefined
}
