import type { CallInput } from '#contract/core/call.ts'
import type { documentTexts, TextKind } from '#contract/document/document-texts.ts'
import type { ActKind } from '#contract/act/act-entities.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { addAuditEvent, type AuditEvent } from '../../db/audit.ts'
import { inTransaction, type Db } from '../../db/handle.ts'
import type { StoredTexts } from '../../db/json-columns.ts'
import { consent, type ConsentFacts } from '../../documents/kinds/consent.ts'
import { op5 } from '../../documents/kinds/op5.ts'
import { ownership } from '../../documents/kinds/ownership.ts'
import { priceSheet } from '../../documents/kinds/price-sheet.ts'
import { psa } from '../../documents/kinds/psa.ts'
import { textForms } from '../../documents/kinds/all.ts'
import { weightAct, type WeightActPaper } from '../../documents/kinds/weight-act.ts'
import type { PrintedDocument } from '../../documents/printed-document.ts'
import { textsOfDay } from '../../documents/texts/texts-of-day.ts'
import type { ActFacts } from '../../documents/act-facts.ts'
import { actFacts } from '../act/issue/act-facts.ts'
import { maskSupplier } from '../act/issue/mask-supplier.ts'
import { readAct } from '../act/read/present-act.ts'
import { describeConsent } from '../supplier/consent/consent-text.ts'
import { findSupplierRow } from '../supplier/record/supplier-queries.ts'
import { readWeightAct } from '../weight-act/read/weight-act-paper.ts'
import { assertTexts, givenTexts } from './judge-texts.ts'
import * as samples from './sample-facts.ts'
import { bindScope, isCommon } from './text-scope.ts'
import { findIssuedAct, findIssuedWeightAct } from './document-text-queries.ts'

type Calls = typeof documentTexts
type Draw = (texts: StoredTexts) => string

interface Preview {
  readonly sample: Draw
  readRecord(db: Db, number: string): Promise<{ draw: Draw; seen: AuditEvent } | undefined>
}

type RecordReader<Facts> = (db: Db, number: string) => Promise<PreviewRecord<Facts> | undefined>

function previewOf<Facts>(
  form: PrintedDocument<Facts>,
  sample: Facts,
  read?: RecordReader<Facts>,
): Preview {
  return {
    sample: (texts) => form.page(sample, texts),
    readRecord: async (db, number) => {
      const found = await read?.(db, number)
      if (!found) return undefined
      const { facts, entity, id } = found
      const seen = { action: 'document.preview', entity, id, quiet: true } as const
      return { draw: (texts) => form.page(facts, texts), seen }
    },
  }
}

const previews: Readonly<Record<TextKind, Preview>> = {
  psa: previewOf(psa, samples.sampleAct, readActRecord('psa')),
  op5: previewOf(op5, samples.samplePurchase, readActRecord('op5')),
  ownership: previewOf(ownership, samples.sampleAct, readActRecord()),
  weight_act: previewOf(weightAct, samples.sampleWeightAct, readWeightActRecord),
  consent: previewOf(consent, samples.sampleConsent, readConsentRecord),
  price_sheet: previewOf(priceSheet, samples.samplePriceSheet),
}

/** Data that a form can be drawn of, and which record they are. */
interface PreviewRecord<Facts> {
  readonly facts: Facts
  readonly entity: 'act' | 'weight_act' | 'supplier'
  readonly id: string
}

/** An issued act by its number, as it would be printed of the records of today; identity documents are masked. */
function readActRecord(kind?: ActKind) {
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
async function readWeightActRecord(
  db: Db,
  number: string,
): Promise<PreviewRecord<WeightActPaper> | undefined> {
  const issued = await findIssuedWeightAct(db, number)
  if (!issued) return undefined
  const { paper } = await readWeightAct(db, issued.id)
  return { facts: { ...paper, photos: [] }, entity: 'weight_act', id: issued.id }
}

/** The consent of the supplier of an issued act. */
async function readConsentRecord(
  db: Db,
  number: string,
): Promise<PreviewRecord<ConsentFacts> | undefined> {
  const issued = await findIssuedAct(db, number)
  const row = issued && (await findSupplierRow(db, issued.supplier_id))
  if (!row) return undefined
  const { facts } = await describeConsent(db, row, { masked: true })
  return { facts, entity: 'supplier', id: row.id }
}

/** document/superPreviewTexts: nothing is stored but that a record was looked at. */
export async function previewTexts(
  db: Db,
  { body }: CallInput<Calls['previewTexts']>,
): Promise<Answer<Calls['previewTexts']>> {
  const { kind, record } = body
  const texts = givenTexts(body.texts)
  const bound = await bindScope(db, body.companyId)
  assertTexts(textForms[kind].texts, texts, isCommon(bound))
  const now = await textsOfDay(bound, kind)
  const draw = record ? await readRecord(db, kind, record) : previews[kind].sample
  return { before_html: draw(now.texts), after_html: draw({ ...now.texts, ...texts }) }
}

async function readRecord(
  db: Db,
  kind: TextKind,
  { companyId, number }: { companyId: string; number: string },
): Promise<Draw> {
  const bound = await bindScope(db, companyId)
  const found = await previews[kind].readRecord(bound, number)
  if (!found)
    return refuse('document.no-record', {
      fields: { 'record.number': 'Такого выписанного документа у этой компании нет' },
    })
  await inTransaction(bound, async (tx) => addAuditEvent(tx, found.seen))
  return found.draw
}
