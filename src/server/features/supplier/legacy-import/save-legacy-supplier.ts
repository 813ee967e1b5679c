import type { Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { bankByBik } from '../../bank/bik/find-bik.ts'
import { holderMatch } from '../method/holder.ts'
import { findMethod, insertMethod } from '../method/method-queries.ts'
import { methodAudit } from '../method/method-row.ts'
import { payeeKey } from '../method/payee.ts'
import type { NameParts } from '../record/supplier-name.ts'
import { changeSupplier, findSupplierRow, insertSupplier } from '../record/supplier-queries.ts'
import { representativesOf } from '../record/supplier-row.ts'
import { supplierChanges } from '../record/supplier-audit.ts'
import { mergedValues, type SupplierFields } from '../record/supplier-values.ts'
import type { ConvertedSupplier } from './convert-legacy-row.ts'
import { methodExists } from './legacy-queries.ts'
import type { LegacyReader } from './legacy-source.ts'

/** The supplier that a record became, and what of it was still left out. */
export interface SavedSupplier {
  readonly id: string
  readonly more: readonly string[]
}

/** A new draft with everything that was valid in the record. */
export async function createFromOld(
  tx: Tx,
  source: LegacyReader,
  old: ConvertedSupplier,
): Promise<SavedSupplier> {
  const id = uuidv7()
  const { values } = mergedValues(tx, id, old.fields, null)
  await insertSupplier(tx, id, {
    ...values,
    legacy_source: source.name,
    legacy_id: old.legacyId,
  })
  const named = { legacy_source: source.name, legacy_id: old.legacyId }
  const row = { ...values, status: 'draft', status_reason: null, representatives: [] }
  const { after } = supplierChanges(null, row)
  addAuditEvent(tx, {
    action: 'supplier.import',
    entity: 'supplier',
    id,
    after: { ...after, ...named },
  })
  return { id, more: await addAccount(tx, { ...old.fields, id }, old) }
}

/** Links an existing supplier to the old record: its values stay, missing ones are filled in. */
export async function linkToOld(
  tx: Tx,
  source: LegacyReader,
  id: string,
  old: ConvertedSupplier,
): Promise<SavedSupplier> {
  const before = (await findSupplierRow(tx, id))!
  const { type: _type, ...offered } = old.fields
  const missing = Object.entries(offered).filter(
    ([name, value]) => value !== null && before[name as keyof typeof before] === null,
  )
  const fields = (before.type === old.type ? Object.fromEntries(missing) : {}) as SupplierFields
  const whole = { ...before, representatives: representativesOf(before) }
  const { values } = mergedValues(tx, id, fields, whole)
  await changeSupplier(tx, id, { ...values, legacy_source: source.name, legacy_id: old.legacyId })
  const after = (await findSupplierRow(tx, id))!
  const changes = supplierChanges(before, after)
  const named = { legacy_source: source.name, legacy_id: old.legacyId }
  addAuditEvent(tx, {
    action: 'supplier.import',
    entity: 'supplier',
    id,
    before: changes.before,
    after: { ...changes.after, ...named },
  })
  return { id, more: await addAccount(tx, after, old) }
}

/** The record's account as a new method; an account that any supplier already has is not copied (domain.md 10). */
async function addAccount(
  tx: Tx,
  supplier: NameParts & { id: string },
  old: ConvertedSupplier,
): Promise<string[]> {
  if (!old.account) return []
  const { account, bik, bank_name } = old.account
  const payee_key = payeeKey(tx, { kind: 'account', account, bik })
  if (await methodExists(tx, payee_key))
    return ['Счёт уже записан у поставщика: второй раз не перенесён']
  const { bank, warning } = await bankByBik(tx, bik)
  const id = uuidv7()
  await insertMethod(tx, id, {
    supplier_id: supplier.id,
    kind: 'account',
    payee_key,
    account,
    bik,
    corr_account: bank?.corr_account ?? null,
    bank_name: bank?.name ?? bank_name,
    holder_name: old.name,
    holder_match: holderMatch(old.name, supplier),
    shared: false,
  })
  const row = (await findMethod(tx, supplier.id, id))!
  const after = methodAudit(row)
  addAuditEvent(tx, { action: 'method.create', entity: 'payment_method', id, after })
  return warning ? [`Счёт: ${warning.slice(0, 1).toLowerCase()}${warning.slice(1)}`] : []
}
