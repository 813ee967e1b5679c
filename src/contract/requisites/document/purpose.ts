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
  goods: string
  vat: string
  mark: string
}

/**
 * Fills `rules.purpose_template` (domain.md 13.3): at most three acts are named, then «и ещё
 * N»; the goods are shortened until 210 characters hold. What still does not fit is for
 * `purposeProblem` to say.
 */
export function makePurpose(template: string, parts: PurposeParts): string {
  const goods = replaceUnprintable(parts.goods)
  const whole = fill(template, parts, goods)
  if (whole.length <= LONGEST) return whole
  const room = goods.length - (whole.length - LONGEST) - 1
  return fill(template, parts, room > 0 ? `${goods.slice(0, room).trimEnd()}…` : '')
}

// A product's name may hold what a bank's file cannot; the payment must not fail for that.
function replaceUnprintable(text: string): string {
  return [...text]
    .filter((character) => WINDOWS_1251.test(character))
    .join('')
    .replace(/\s+/gu, ' ')
    .trim()
}

function fill(template: string, parts: PurposeParts, goods: string): string {
  const named = parts.acts.slice(0, ACTS_NAMED)
  const others = parts.acts.length - named.length
  const tail = others > 0 ? ` и ещё ${others}` : ''
  const values: Record<string, string> = {
    number: named.map((act) => act.number).join(', ') + tail,
    date: named.map((act) => act.date).join(', '),
    goods,
    vat: parts.vat,
    mark: parts.mark,
  }
  return template
    .replace(/№?\{number\}[^{}]*\{date\}/u, (pattern) => {
      const one = (act: { number: string; date: string }) =>
        pattern.replace('{number}', () => act.number).replace('{date}', () => act.date)
      return named.map(one).join(', ') + tail
    })
    .replace(/\{(\w+)\}/gu, (known, key: string) => ownValue(values, key) ?? known)
    .replace(/\s+/gu, ' ')
    .trim()
}
