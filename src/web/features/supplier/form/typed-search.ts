import { innProblem, normalizeInn } from '#contract/requisites/inn.ts'
import type { SupplierType } from '#contract/supplier/supplier-entities.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { supplierTypeTitles, type SupplierValues } from './supplier-values.ts'

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
