import { formatNumber } from './number-format.ts'
import { showPlaceholders } from './placeholders.ts'
import { makePurpose, purposeProblem } from './purpose.ts'

/** The clauses that a purpose of payment may carry: a person's scrap, and a payer's of VAT (НК 161). */
export const vatClauses = {
  none: 'НДС не облагается',
  agent: 'НДС исчисляется налоговым агентом',
} as const

const REQUIRED_FIELDS = {
  '{number}': 'номера акта {номер}',
  '{vat}': 'слов об НДС {НДС}: без них банк не примет платёж',
  '{mark}': 'метки {метка}: без неё выписка не найдёт выплату',
} as const
const KNOWN_FIELDS: readonly string[] = [...Object.keys(REQUIRED_FIELDS), '{date}', '{goods}']
// More acts than are named, and a number of a busy year: the widest that a payment's purpose becomes before its products.
const MOST_ACTS = 99
const BUSY = 999_999

/**
 * What is wrong with a template of purposes: every payment made by it must name its act, say its VAT, be
 * found in a statement by its one mark, and be carried by a bank's file.
 */
export function purposeTemplateProblem(template: string, numberFormat: string): string | undefined {
  for (const [place, what] of Object.entries(REQUIRED_FIELDS))
    if (!template.includes(place)) return `В назначении нет ${what}`
  const places: readonly string[] = template.match(/\{[^{}]*\}/gu) ?? []
  const unknown = places.find((place) => !KNOWN_FIELDS.includes(place))
  if (unknown)
    return `Подстановки ${unknown} нет: возможны ${showPlaceholders(KNOWN_FIELDS.join(', '))}`
  const twice = places.find((place, i) => places.indexOf(place) !== i)
  if (twice) return `Подстановка ${showPlaceholders(twice)} стоит дважды`
  if (/\[П:/iu.test(template)) return 'Метку [П:…] пишет программа: оставьте только {метка}'
  const plain = template.replaceAll(/\{[^{}]*\}/gu, '')
  if (/[{}]/u.test(plain)) return 'Скобки {} бывают только у подстановок'
  return purposeProblem(plain) ?? tightProblem(template, numberFormat)
}

function tightProblem(template: string, numberFormat: string): string | undefined {
  const act = { number: formatNumber(numberFormat, 2099, BUSY), date: '31.12.2099' }
  const widest = makePurpose(template, {
    acts: Array.from({ length: MOST_ACTS }, () => act),
    products: [],
    vat: vatClauses.agent,
    mark: '[П:000000]',
  })
  return purposeProblem(widest) && 'Назначение не поместится в 210 знаков: сократите его текст'
}
