import { matchHolder } from '#contract/requisites/names.ts'
import type { Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { changeMethod, forgetPayeeChecks, openMethods } from './method-queries.ts'
import { supplierName, type NameParts } from '../record/supplier-name.ts'

/** Whether the holder is the supplier, as far as names can tell (payments.md 10). */
export function holderMatch(
  holder: string | null,
  supplier: NameParts,
): 'match' | 'mismatch' | 'unknown' {
  const typed = holder ?? ''
  const names = [supplierName(supplier), supplier.org_name].filter(Boolean) as string[]
  // A bank writes an entrepreneur with the letters of the legal form, a person's name has none.
  const bare = supplier.type === 'ip' ? typed.replace(/^\s*ип\s+/i, '') : typed
  if (names.some((name) => matchHolder(bare, name) === 'match')) return 'match'
  return matchHolder(typed, supplierName(supplier))
}

/** After a change of name the supplier is compared again with the holders of the payment methods. */
export async function rematchHolders(tx: Tx, row: NameParts & { id: string }): Promise<void> {
  // What banks told was compared with the name of before.
  await forgetPayeeChecks(tx, row.id)
  for (const method of await openMethods(tx, row.id)) {
    const match = holderMatch(method.holder_name, row)
    if (match === method.holder_match) continue
    await changeMethod(tx, method.id, { holder_match: match })
    addAuditEvent(tx, {
      action: 'method.rematch',
      entity: 'payment_method',
      id: method.id,
      before: { holder_match: method.holder_match },
      after: { holder_match: match },
    })
  }
}
