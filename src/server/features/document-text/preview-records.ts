import type { ActKind } from '#contract/act/act-entities.ts'
import type { Db } from '../../db/handle.ts'
import type { ActFacts } from '../../documents/act-facts.ts'
import type { ConsentFacts } from '../../documents/kinds/consent.ts'
import type { WeightActPaper } from '../../documents/kinds/weight-act.ts'
import { actFacts } from '../act/issue/act-facts.ts'
import { maskSupplier } from '../act/issue/mask-supplier.ts'
import { readAct } from '../act/read/present-act.ts'
import { describeConsent } from '../supplier/consent/consent-text.ts'
import { findSupplierRow } from '../supplier/record/supplier-queries.ts'
import { readWeightAct } from '../weight-act/read/weight-act-paper.ts'
import { findIssuedAct, findIssuedWeightAct } from './preview-queries.ts'

/** Data that a form can be drawn of, and which record they are. */
export interface PreviewRecord<Facts> {
  readonly facts: Facts
  readonly entity: 'act' | 'weight_act' | 'supplier'
  readonly id: string
}

/** An issued act by its number, as it would be printed of the records of today; identity documents are masked. */
export function readActRecord(kind?: ActKind) {
  return async (db: Db, number: string): Promise<PreviewRecord<ActFacts> | undefined> => {
    const issued = await findIssuedAct(db, number, kind)
    if (!issued) return undefined
    const act = await readAct(db, issued.id)
    const by = act.row.accepted_by as ActFacts['accepted_by']
    const { date, time } = issued
    const facts = await actFacts(db, act, { number, date: date!, time }, by)
    const masked = { ...facts, supplier: maskSupplier(facts.supplier) }
    return { facts: masked, entity: 'act', id: issued.id }
  }
}

/** A weight act that is no draft, without its photos. */
export async function readWeightActRecord(
  db: Db,
  number: string,
): Promise<PreviewRecord<WeightActPaper> | undefined> {
  const issued = await findIssuedWeightAct(db, number)
  if (!issued) return undefined
  const { paper } = await readWeightAct(db, issued.id)
  return { facts: { ...paper, photos: [] }, entity: 'weight_act', id: issued.id }
}

/** The consent of the supplier of an issued act. */
export async function readConsentRecord(
  db: Db,
  number: string,
): Promise<PreviewRecord<ConsentFacts> | undefined> {
  const issued = await findIssuedAct(db, number)
  const row = issued && (await findSupplierRow(db, issued.supplier_id))
  if (!row) return undefined
  const { facts } = await describeConsent(db, row, { masked: true })
  return { facts, entity: 'supplier', id: row.id }
}
