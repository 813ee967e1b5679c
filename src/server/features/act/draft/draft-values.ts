import { actTextShapes } from '#contract/act/act-fields.ts'
import type { ActCommand } from '#contract/act/act-input.ts'
import { mergeTyped } from '#contract/core/plain-fields.ts'
import { plateOrWords } from '#contract/requisites/plate/plate.ts'
import { refuse } from '#http/refusal.ts'
import type { Tx } from '../../../db/handle.ts'
import { encryptField, storedDoc } from '../../supplier/record/identity.ts'
import type { StoredRepresentative } from '../../../db/json-columns.ts'
import type { ActSupplier } from '../act-supplier-queries.ts'
import { filesExist } from '../../file/file-queries.ts'
import { findSite, type ActValues, type LockedAct } from '../act-queries.ts'
import { completeChecks } from './control-checks.ts'

export type Save = Extract<ActCommand, { command: 'save' }>

/** The typed part of a draft as columns; what the body leaves out stays as it was. */
export async function draftValues(
  tx: Tx,
  body: Save,
  supplier: ActSupplier,
  before: LockedAct | undefined,
): Promise<Pick<ActValues, 'site_id' | 'supplier_id'> & Partial<ActValues>> {
  const siteId = await siteOf(tx, body, before)
  const checks = await completeChecks(tx, siteId, body, before)
  return {
    supplier_id: supplier.id,
    site_id: siteId,
    representative: asJson(representativeOf(tx, body, supplier, before)),
    ...mergeTyped(actTextShapes, body, before),
    ownership_file_ids: await filesOf(tx, body, before),
    vehicle: asJson(withPlates(body.vehicle) ?? before?.vehicle),
    radiation: asJson(checks.radiation),
    explosion: asJson(checks.explosion),
  }
}

function asJson(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}

/** Plates as the visits have them, so that an act and its weighing name one vehicle alike. */
function withPlates(vehicle: Save['vehicle']): Save['vehicle'] {
  if (!vehicle) return vehicle
  const { carnumber, trailer } = vehicle
  return {
    ...vehicle,
    ...(carnumber && { carnumber: plateOrWords(carnumber) }),
    ...(trailer && { trailer: plateOrWords(trailer) }),
  }
}

async function siteOf(tx: Tx, body: Save, before: LockedAct | undefined): Promise<string> {
  if (body.site_id === undefined && before) return before.site_id
  const site = await findSite(tx, body.site_id)
  return (
    site?.id ?? refuse('common.not-found', { fields: { site_id: 'Такой площадки у компании нет' } })
  )
}

async function filesOf(tx: Tx, body: Save, before: LockedAct | undefined): Promise<string[]> {
  const ids = body.ownership_file_ids
  if (!ids) return before?.ownership_file_ids ?? []
  if (!(await filesExist(tx, ids)))
    refuse('common.not-found', { fields: { ownership_file_ids: 'Такого файла нет' } })
  return ids
}

/** The representative's document is sealed under the supplier, so a change of supplier drops it. */
function representativeOf(
  tx: Tx,
  body: Save,
  supplier: ActSupplier,
  before: LockedAct | undefined,
): StoredRepresentative | null {
  const sameSupplier = before?.supplier_id === supplier.id
  const sameRepresentative = sameSupplier ? before?.representative : null
  const one = body.representative
  if (one === undefined) return sameRepresentative ?? null
  if (one === null) return null
  const previousDoc =
    sameRepresentative?.full_name === one.full_name ? sameRepresentative.doc : null
  const sealed =
    one.doc &&
    encryptField(tx, supplier.id, 'representatives', storedDoc(one.doc)).toString('base64')
  return {
    full_name: one.full_name,
    doc: one.doc === undefined ? previousDoc : (sealed ?? null),
    authority: one.authority,
    number: one.number ?? null,
    date: one.date ?? null,
    valid_until: one.valid_until ?? null,
  }
}
