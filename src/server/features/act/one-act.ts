import type { ActWithPositions } from '#contract/act-entities.ts'
import type { CompanyRules } from '#contract/company-settings.ts'
import type * as z from 'zod/mini'
import { refuse } from '#http/refusal.ts'
import { sumInWords } from '../../arithmetic/sum-in-words.ts'
import { weightInWords } from '../../arithmetic/weight-in-words.ts'
import type { Db } from '../../db/handle.ts'
import { settingsOf } from '../company/settings.ts'
import { openField, shownDoc, type IdentityDoc } from '../supplier/identity.ts'
import type { StoredRepresentative } from '../supplier/supplier-row.ts'
import { restsOf } from '../weight-act/compute-lines.ts'
import { lineRows } from '../weight-act/line-queries.ts'
import { visitsOf } from '../weight-act/visit-queries.ts'
import { findAct, sourcesOf, type CompanyNow, type FormRow } from './act-queries.ts'
import { findActSupplier, type ActSupplier } from './act-supplier-queries.ts'
import { isPriceOver, isZasorOver, shownAct, shownPosition } from './act-row.ts'
import { missingForIssue } from './missing-for-issue.ts'
import { positionsOf, type PositionRow } from './position-queries.ts'

export type ActForm = z.output<typeof ActWithPositions>
export type MissingItem = ActForm['missing'][number]

/** An act as read, with what its commands judge by. */
export interface ReadAct {
  readonly row: FormRow
  readonly form: ActForm
  readonly positions: readonly PositionRow[]
  readonly supplier: ActSupplier
  readonly company: CompanyNow
  readonly rules: CompanyRules
}

/** What a command over an act answers; a supplier that it has locked is not read again. */
export async function oneAct(db: Db, id: string, supplier?: ActSupplier): Promise<ActForm> {
  return (await readAct(db, id, supplier)).form
}

/** One act of the company with everything that judges it; `common.not-found` for any other. */
export async function readAct(db: Db, id: string, known?: ActSupplier): Promise<ReadAct> {
  const row = await findAct(db, id)
  if (!row) return refuse('common.not-found')
  const [positions, sources, supplier] = await Promise.all([
    positionsOf(db, id),
    sourcesOf(db, id),
    known ?? findActSupplier(db, row.supplier_id),
  ])
  const { rules } = settingsOf(row.settings)
  const sourceIds = sources.map((source) => source.id)
  const isDraft = row.status === 'draft'
  const form: ActForm = {
    ...shownAct(row),
    ...typedPart(db, row),
    weight_act_ids: sourceIds,
    transaction_ids: sources.flatMap((source) => source.transaction_ids),
    positions: positions.map((position) => shownPosition(position, rules, isDraft)),
    rests: isDraft ? await restsOfSources(db, sourceIds) : [],
    total_words: sumInWords(row.total_kop),
    net_words: weightInWords(row.net_g),
    missing: [],
    confirmations: isDraft ? confirmationsOf(positions, rules) : [],
  }
  if (isDraft)
    form.missing = missingForIssue({
      form,
      supplier: supplier!,
      positions,
      licence: row.licence_number,
    })
  return { row, form, positions, supplier: supplier!, company: row, rules }
}

async function restsOfSources(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const [visits, lines] = await Promise.all([visitsOf(db, ids), lineRows(db, ids)])
  return restsOf(visits, lines)
}

/** What the operator typed, absent parts as empty ones. */
function typedPart(db: Db, row: FormRow) {
  return {
    representative: shownRepresentative(db, row),
    ownership_basis: row.ownership_basis,
    ownership_document: row.ownership_document,
    ownership_file_ids: row.ownership_file_ids,
    vehicle: { ...NO_VEHICLE, ...(row.vehicle as object | null) } as ActForm['vehicle'],
    radiation: { ...NO_RADIATION, ...(row.radiation as object | null) } as ActForm['radiation'],
    explosion: { ...NO_EXPLOSION, ...(row.explosion as object | null) } as ActForm['explosion'],
  }
}

const NO_VEHICLE = { make: null, carnumber: null, trailer: null, driver: null }
const NO_RADIATION = { done: false, usv_h_milli: null, instrument: null, at: null, by: null }
const NO_EXPLOSION = { done: false, certificate: null, by: null }

function shownRepresentative(db: Db, row: FormRow): ActForm['representative'] {
  const one = row.representative as unknown as StoredRepresentative | null
  if (!one) return null
  const doc =
    one.doc === null
      ? null
      : openField<IdentityDoc>(
          db,
          row.supplier_id,
          'representatives',
          Buffer.from(one.doc, 'base64'),
        )
  return { ...one, doc: doc && shownDoc(doc, false) }
}

/** Rights whose PIN issuing asks for; a price that was confirmed needs no second one. */
function confirmationsOf(positions: readonly PositionRow[], rules: CompanyRules): string[] {
  const price = positions.some((row) => isPriceOver(row, rules) && row.approver_id === null)
  const zasor = positions.some((row) => isZasorOver(row, rules))
  return [...(price ? ['act.price_over_limit'] : []), ...(zasor ? ['act.zasor_over_limit'] : [])]
}
