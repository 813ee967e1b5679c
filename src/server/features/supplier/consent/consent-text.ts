import { createHash } from 'node:crypto'
import { refuse } from '#http/refusal.ts'
import type { Db } from '../../../db/handle.ts'
import { consent, type ConsentFacts, type Processor } from '../../../documents/kinds/consent.ts'
import {
  textsOfDay,
  textsOfVersion,
  type VersionedTexts,
} from '../../../documents/texts/texts-of-day.ts'
import { settingsNow } from '../../company/settings.ts'
import { maskDocument, decryptField, type IdentityDoc } from '../record/identity.ts'
import { supplierName } from '../record/supplier-name.ts'
import type { SupplierRow } from '../record/supplier-queries.ts'
import { consentOperator, payoutBanks } from './consent-queries.ts'
import { russianDay } from '#contract/words/russian-day.ts'

interface WantedText {
  /** The company's present version when absent. */
  readonly version?: string | undefined
  /** Shows the document with stars; the hash is always that of the whole text. */
  readonly masked?: boolean
}

export interface ConsentBody {
  readonly text_version: string
  /** SHA-256 of the body in hexadecimal. */
  readonly sha256: string
  readonly body_html: string
}

/** The text that a supplier is asked to sign; an unknown version is refused at its field. */
export async function consentToSign(
  db: Db,
  row: SupplierRow,
  { version, masked = false }: WantedText = {},
): Promise<ConsentBody> {
  const { facts, texts } = await describeConsent(db, row, { version })
  const text_version = facts.version
  const whole = consent.page(facts, texts)
  const sha256 = createHash('sha256').update(whole).digest('hex')
  if (!masked) return { text_version, sha256, body_html: whole }
  const subject = { ...facts.subject, document: documentLine(db, row, true) }
  return { text_version, sha256, body_html: consent.page({ ...facts, subject }, texts) }
}

/** The consent of a supplier, with the whole document, in a version of the text; in today's where none is named. */
export async function describeConsent(
  db: Db,
  row: SupplierRow,
  { version, masked = false }: WantedText = {},
): Promise<{ facts: ConsentFacts; texts: VersionedTexts['texts'] }> {
  const operator = await consentOperator(db)
  const words =
    version === undefined
      ? await textsOfDay(db, 'consent')
      : await textsOfVersion(db, 'consent', version)
  if (!words)
    return refuse('common.validation', {
      fields: { 'consent.text_version': 'Такой версии текста нет' },
    })
  const facts = await consentFacts(db, row, operator)
  const subject = { ...facts.subject, ...(masked && { document: documentLine(db, row, true) }) }
  // Until a version of the texts is published the form's own number is theirs.
  const number = words.version === '1' ? operator.form_version : words.version
  return { facts: { ...facts, subject, version: number }, texts: words.texts }
}

async function consentFacts(
  db: Db,
  row: SupplierRow,
  operator: Awaited<ReturnType<typeof consentOperator>>,
): Promise<Omit<ConsentFacts, 'version'>> {
  return {
    subject: {
      name: supplierName(row),
      address: row.reg_address ?? row.org_address,
      document: documentLine(db, row, false),
    },
    operator: { name: operator.name, inn: operator.inn, address: operator.legal_address },
    processors: [...(await payoutBanks(db)), ...(await namedProcessors(db))],
    link: `/?path=/print/consent/${row.id}`,
  }
}

/** «ООО «Дата-центр», г. Москва, ул. Складская, 1»: what stands after the name is the address. */
async function namedProcessors(db: Db): Promise<Processor[]> {
  const { rules } = await settingsNow(db)
  return rules.pd_processors.map((line) => {
    const [name, ...address] = line.split(/[,;]\s*/)
    return { name: name!, address: address.join(', ') || null }
  })
}

const TYPES: Record<IdentityDoc['type'], string> = {
  rf_passport: 'паспорт гражданина РФ',
  foreign_passport: 'паспорт иностранного гражданина',
  residence_permit: 'вид на жительство',
  other: 'документ',
}

function documentLine(db: Db, row: SupplierRow, masked: boolean): string | null {
  if (!row.doc) return null
  const doc = decryptField<IdentityDoc>(db, row.id, 'doc', row.doc)
  if (masked) return `${TYPES[doc.type]} ${maskDocument(doc)}`
  const issued = russianDay(doc.issued_at)
  return `${TYPES[doc.type]} ${doc.series} ${doc.number}, выдан ${issued}, ${doc.issued_by}`
}
