import { ask } from '#web/ui/dialogs/ask.ts'
import type { SupplierValues } from './supplier-values.ts'

const LABELS = {
  last_name: 'Фамилия',
  first_name: 'Имя',
  middle_name: 'Отчество',
  org_name: 'Название',
} as const

interface OddName {
  readonly label: string
  readonly value: string
}

/** Latin and Cyrillic letters in one word look alike and are never found by a search. */
const MIXED_WORD = /(?=\p{L}*\p{Script=Latin})(?=\p{L}*\p{Script=Cyrillic})\p{L}+/u

/** Names that are hardly meant so: digits in a person's, letters of two alphabets in one word. What was saved before is left. */
export function oddNames(
  values: SupplierValues,
  saved?: Partial<Record<keyof typeof LABELS, string | null>>,
): OddName[] {
  const isFirm = values.type === 'company'
  const names = isFirm ? (['org_name'] as const) : (Object.keys(LABELS) as (keyof typeof LABELS)[])
  return names.flatMap((name) => {
    const value = values[name] ?? ''
    if (value === (saved?.[name] ?? '')) return []
    const hasDigit = name !== 'org_name' && /\d/.test(value)
    return hasDigit || MIXED_WORD.test(value) ? [{ label: LABELS[name], value }] : []
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
