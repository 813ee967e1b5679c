import { ownValue } from '../../core/own-value.ts'

const LONGEST = 210
const ACTS_NAMED = 3

// Everything that windows-1251 can write besides ASCII; 0x98 has no character, 0xA0 and 0xAD are
// kept.
const WINDOWS_1251 = new RegExp(
  '^[ -~ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—™љ›њќћџ\u00a0ЎўЈ¤Ґ¦§Ё©Є«¬\u00ad®Ї°±Ііґµ¶·ё№є»јЅѕїА-я]*$',
  'u',
)

/**
 * What is wrong with a purpose of payment (domain.md 8): 1–210 characters that a bank's file
 * can carry.
 */
export function purposeProblem(purpose: string): string | undefined {
  if (purpose.trim() === '') return 'Укажите назначение платежа'
  if (/[\r\n\u0085\u2028\u2029]/u.test(purpose)) return 'Назначение платежа пишется одной строкой'
  if (purpose.length > LONGEST) return `Назначение платежа — не длиннее ${LONGEST} знаков`
  if (WINDOWS_1251.test(purpose)) return undefined
  const wrong = [...purpose].find((character) => !WINDOWS_1251.test(character))
  return `Банк не примет знак «${wrong}» в назначении платежа. Уберите его`
}

/** What a purpose is made of; `date` is already `05.10.2026`, `mark` already `[П:01J9Z3]`. */
export interface PurposeParts {
  acts: readonly { number: string; date: string }[]
  /** Names of products. */
  products: readonly string[]
  vat: string
  mark: string
}

/**
 * Fills `rules.purpose_template` (domain.md 13.3): at most three acts are named, then «и ещё N»; the products are shortened to
 * fit 210 characters. `purposeProblem` reports what still does not fit.
 */
export function makePurpose(template: string, parts: PurposeParts): string {
  const names = parts.products.map(replaceUnprintable).filter((name) => name !== '')
  const productText = names.join(', ')
  const worded = parts.acts.length > 1 ? inPlural(template) : template
  const shortest = fill(worded, parts, '')
  // A template that was accepted at its full length keeps its own word.
  const fitting = shortest.length > LONGEST ? template : worded
  const whole = fill(fitting, parts, productText)
  if (whole.length <= LONGEST) return whole
  return fill(fitting, parts, shortenProducts(names, productText.length - (whole.length - LONGEST)))
}

// «по акту №1, №2» names several acts by one word.
const PLURALS: Readonly<Record<string, string>> = { акт: 'акты', акта: 'актов', акту: 'актам' }

function inPlural(template: string): string {
  return template.replace(
    /(?<![а-яё])(акт[ау]?)(?=\s*№?\s*\{number\})/iu,
    (word) => word[0]! + ownValue(PLURALS, word.toLowerCase())!.slice(1),
  )
}

/** As many whole names as fit and «и др.»; of a single name that is too long, its beginning. */
function shortenProducts(names: readonly string[], room: number): string {
  for (let count = names.length - 1; count > 0; count--) {
    const some = `${names.slice(0, count).join(', ')} и др.`
    if (some.length <= room) return some
  }
  const name = (names[0] ?? '').slice(0, Math.max(0, room - 1)).replace(/[\s,.;:]+$/u, '')
  return name && `${name}…`
}

// A product's name may hold what a bank's file cannot; the payment must not fail for that.
function replaceUnprintable(text: string): string {
  return [...text]
    .filter((character) => WINDOWS_1251.test(character))
    .join('')
    .replace(/\s+/gu, ' ')
    .trim()
}

function fill(template: string, parts: PurposeParts, productText: string): string {
  const named = parts.acts.slice(0, ACTS_NAMED)
  const others = parts.acts.length - named.length
  const tail = others > 0 ? ` и ещё ${others}` : ''
  const values: Record<string, string> = {
    number: named.map((act) => act.number).join(', ') + tail,
    date: named.map((act) => act.date).join(', '),
    goods: productText,
    vat: parts.vat,
    mark: parts.mark,
  }
  return (
    template
      .replace(/( за( [а-яё]+:)?)?\s*\{goods\}/iu, (place) => (productText === '' ? '' : place))
      // A shortened text has its full stop already.
      .replace(/\{goods\}\./u, (place) => (/[.…]$/u.test(productText) ? '{goods}' : place))
      .replace(/№?\{number\}[^{}]*\{date\}/u, (pattern) => {
        const actWords = (act: { number: string; date: string }) =>
          pattern.replace('{number}', () => act.number).replace('{date}', () => act.date)
        return named.map(actWords).join(', ') + tail
      })
      .replace(/\{(\w+)\}/gu, (known, key: string) => ownValue(values, key) ?? known)
      .replace(/\s+/gu, ' ')
      .trim()
  )
}
