import { supplier } from '#contract/supplier/supplier.ts'
import type { FoundSupplier } from '#contract/supplier/supplier-entities.ts'
import { callOnce } from '#web/api/use-call.ts'
import { ask } from '#web/ui/dialogs/ask.ts'

interface SupplierQuestion {
  title: string
  /** The label of the search. */
  label: string
  /** The title when nobody fits. */
  nobody: string
  main: string
  fits: (found: FoundSupplier) => boolean
}

/** Asks for a supplier by any known detail, then for one of those found; gives the id, undefined when cancelled. */
export async function chooseSupplier(question: SupplierQuestion): Promise<string | undefined> {
  const { title, label, nobody, main, fits } = question
  const mask = await ask.input({
    title,
    label,
    kind: 'text',
    main: 'Найти',
    problem: (text) => (text.trim().length < 3 ? 'Введите не меньше трёх знаков' : undefined),
  })
  if (!mask) return undefined
  const found = (await callOnce(supplier.find, { query: { mask } })).filter(fits)
  return ask.select({
    title: found.length > 0 ? 'Кто из них?' : nobody,
    options: found.map((one) => ({
      value: one.id,
      label: one.name,
      note: one.inn ?? one.doc_masked ?? '',
    })),
    main,
  })
}
