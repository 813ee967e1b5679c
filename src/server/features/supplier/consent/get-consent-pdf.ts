import type { CallInput } from '#contract/core/call.ts'
import type { supplier } from '#contract/supplier/supplier.ts'
import { refuse } from '#http/refusal.ts'
import type { RawAnswer } from '#http/serve.ts'
import type { Db } from '../../../db/handle.ts'
import { consent } from '../../../documents/kinds/consent.ts'
import { pdfAnswer } from '../../../documents/pdf/pdf-answer.ts'
import { auditReading } from '../record/get-supplier.ts'
import { findSupplierRow } from '../record/supplier-queries.ts'
import { describeConsent } from './consent-text.ts'

/** supplier/getConsentPdf: the consent in the text that is to be signed now, with the whole document; the reading is recorded. */
export async function getConsentPdf(
  db: Db,
  { query }: CallInput<typeof supplier.getConsentPdf>,
): Promise<RawAnswer> {
  const row = await findSupplierRow(db, query.id)
  if (!row) return refuse('common.not-found')
  await auditReading(db, row.id)
  const { facts, texts } = await describeConsent(db, row)
  const title = `${consent.title}, ${facts.subject.name}`
  return pdfAnswer(db, { title, body: consent.body(facts, texts), copies: query.copies })
}
