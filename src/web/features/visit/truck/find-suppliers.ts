import { supplier } from '#contract/supplier/supplier.ts'
import { callOnce } from '#web/api/use-call.ts'
import type { FoundOption } from '#web/ui/inputs/lookup-input.tsx'

/** Suppliers for a lookup, by name, ИНН, phone or plate. */
export async function findSuppliers(words: string): Promise<FoundOption[]> {
  const found = await callOnce(supplier.find, { query: { mask: words } })
  return found.map((one) => ({
    id: one.id,
    label: one.name,
    note: one.inn ?? one.doc_masked ?? (one.phone_last4 ? `тел. …${one.phone_last4}` : ''),
  }))
}
