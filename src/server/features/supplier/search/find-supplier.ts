import type { CallInput } from '#contract/core/call.ts'
import { normalizePlate } from '#contract/requisites/plate/plate.ts'
import { toCyrillicLookalikes } from '#contract/requisites/plate/russian-plate.ts'
import { nameSearchText } from '#contract/requisites/names.ts'
import { stripMask } from '#contract/requisites/digits.ts'
import type { FoundSupplier } from '#contract/supplier/supplier-entities.ts'
import type { supplier } from '#contract/supplier/supplier.ts'
import { ofSigns } from '#contract/words/plural.ts'
import { refuse } from '#http/refusal.ts'
import type { Db } from '../../../db/handle.ts'
import { documentHashes, normalizeDocument } from '../record/identity.ts'
import {
  idsByWords,
  quickIds,
  rowsOf,
  splitWords,
  type FoundRow,
  type Mask,
} from './find-queries.ts'
import { kycOf } from '../record/kyc.ts'
import { supplierName } from '../record/supplier-name.ts'
import { kycFacts, maskedDocOf } from '../record/supplier-row.ts'

// domain.md 12 and 13.1 (`mask_min`): fewer than three characters would match everyone.
const MIN_SIGNS = 3
const MAX_FOUND = 20

/**
 * supplier/findSupplier: exact finds first (document, ИНН, phone), then names that begin with the mask, then words of
 * the name in any order. The second, dearer look happens only while there is room.
 */
export async function findSuppliers(
  db: Db,
  input: CallInput<typeof supplier.find>,
): Promise<FoundSupplier[]> {
  const mask = maskOf(db, input.query.mask)
  const ids = await quickIds(db, mask, MAX_FOUND)
  if (ids.length < MAX_FOUND && mask.words.length > 0)
    for (const id of await idsByWords(db, mask.words, MAX_FOUND))
      if (!ids.includes(id) && ids.length < MAX_FOUND) ids.push(id)
  const rows = await rowsOf(db, ids)
  return ids.flatMap((id) => rows.filter((row) => row.id === id).map((row) => foundLine(db, row)))
}

/** One typed text, read as everything that it may be. */
function maskOf(db: Db, typed: string): Mask {
  const min = maskMin(db)
  const name = nameSearchText(typed)
  if (name.length < min)
    refuse('supplier.mask-short', { message: `Введите не меньше ${ofSigns(min)}` })
  const digits = stripMask(typed.replace(/^\+/, ''))
  const isNumber = /^\d+$/.test(digits)
  const document = normalizeDocument(typed)
  const { plate } = normalizePlate(typed)
  return {
    name: isNumber ? null : name,
    words: isNumber ? [] : splitWords(name).slice(0, 6),
    documentHashes:
      /\d{4}/.test(document) && document.length <= 40 ? documentHashes(db, typed) : [],
    inn: isNumber && digits.length <= 12 ? digits : null,
    phone: isNumber && digits.length >= 4 && digits.length <= 11 ? digits.slice(-10) : null,
    plates:
      /\d/.test(plate) && plate.length <= 12
        ? [...new Set([plate, toCyrillicLookalikes(plate)])]
        : [],
  }
}

function maskMin(db: Db): number {
  const settings = db.caller.session?.settings as
    | { modules_cfg?: { supplier?: { mask_min?: number } } }
    | undefined
  return settings?.modules_cfg?.supplier?.mask_min ?? MIN_SIGNS
}

/** A line of what was found, the document masked. */
export function foundLine(db: Db, row: FoundRow): FoundSupplier {
  return {
    id: row.id,
    name: supplierName(row),
    type: row.type as FoundSupplier['type'],
    status: row.status as FoundSupplier['status'],
    doc_masked: row.doc && maskedDocOf(db, row.id, row.doc).masked,
    phone_last4: row.phone_last4,
    kyc: kycOf(kycFacts(row), row.today, row.consent_due),
    inn: row.inn,
    status_reason: row.status_reason,
    last_visit_at: row.last_visit_at,
  }
}
