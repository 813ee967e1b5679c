import { ask } from '#web/ui/dialogs/ask.ts'
import { supplierTypeTitles, type SupplierValues } from './supplier-values.ts'
import { innProblem, normalizeInn } from '#contract/requisites/inn.ts'
import type { SupplierType } from '#contract/supplier/supplier-kinds.ts'
import { supplierFields } from '#contract/supplier/supplier-record.ts'

const NAMES = ['last_name', 'first_name', 'middle_name', 'org_name'] as const
type Name = (typeof NAMES)[number]

interface OddName {
  readonly label: string
  readonly value: string
}

/** Latin and Cyrillic letters in one word look alike and are never found by a search. */
const MIXED_WORD = /(?=\p{L}*\p{Script=Latin})(?=\p{L}*\p{Script=Cyrillic})\p{L}+/u

/** Names that are hardly meant so: digits in a person's, letters of two alphabets in one word. What was saved before is left. */
export function oddNames(
  values: SupplierValues,
  saved?: Partial<Record<Name, string | null>>,
): OddName[] {
  const isFirm = values.type === 'company'
  const names = isFirm ? (['org_name'] as const) : NAMES
  return names.flatMap((name) => {
    const value = values[name] ?? ''
    if (value === (saved?.[name] ?? '')) return []
    const hasDigit = name !== 'org_name' && /\d/.test(value)
    return hasDigit || MIXED_WORD.test(value) ? [{ label: supplierFields[name].label, value }] : []
  })
}

/** Whether the names stand so in the document: asked only where they look wrong, or there is but one. */
export async function areNamesMeant(
  values: SupplierValues,
  saved?: Parameters<typeof oddNames>[1] & { single_name?: boolean },
): Promise<boolean> {
  const odd = oddNames(values, saved)
  const isSingle = values.type !== 'company' && !values.first_name && !saved?.single_name
  if (odd.length === 0 && !isSingle) return true
  const answer = await ask.confirm({
    title: 'Так в документе?',
    text:
      odd.length > 0
        ? 'В имени цифры или буквы двух алфавитов. Такого поставщика не найти поиском, и банк может не принять перевод.'
        : 'У человека останется одно имя, оно записано как фамилия.',
    facts: odd.length > 0 ? odd : [{ label: 'Имя', value: values.last_name }],
    main: 'Да, так',
  })
  return answer === true
}

/** With what a new supplier begins after a search that found nobody: names, or a number by its length. */
export function typedInSearch(typed: string): Partial<SupplierValues> {
  const number = normalizeInn(typed.replace('+', ''))
  if (/^\d+$/.test(number)) return typedNumber(number)
  if (/\d/.test(typed)) return {}
  const [last_name = '', first_name = '', ...rest] = typed.trim().split(/\s+/)
  return { last_name, first_name, middle_name: rest.join(' ') }
}

/** Ten digits are the ИНН of a firm, or a mobile phone where that ИНН could not be; twelve are the ИНН of a person. */
function typedNumber(number: string): Partial<SupplierValues> {
  const isMobile = /^9\d{9}$/.test(number) && innProblem(number, 10) !== undefined
  if (number.length === 10 && !isMobile) return { type: 'company', inn: number }
  if (isMobile) return { phone: `+7${number}` }
  if (/^[78]9\d{9}$/.test(number)) return { phone: `+7${number.slice(1)}` }
  return number.length === 12 ? { inn: number } : {}
}

/** Twelve digits do not tell whether their owner sells as an entrepreneur. Undefined when the question is closed. */
export async function askOwnerOfInn(
  begun: Partial<SupplierValues>,
): Promise<Partial<SupplierValues> | undefined> {
  if (begun.inn?.length !== 12) return begun
  const types: SupplierType[] = ['ip', 'person', 'self_employed']
  const type = await ask.select<SupplierType>({
    title: `Чей ИНН ${begun.inn}?`,
    options: types.map((value) => ({ value, label: supplierTypeTitles[value] })),
    main: 'Дальше',
  })
  return type && { ...begun, type }
}
