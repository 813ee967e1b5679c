import { createHash } from 'node:crypto'
import type { ActCard } from '#contract/act/act-entities.ts'
import type { VisitCard, Weighing, WeighingProof } from '#contract/visit/visit-entities.ts'
import { refuse } from '#http/refusal.ts'
import { may } from '../../../auth/rights/rights.ts'
import { DamagedRecord } from '../../../damage/damaged-record.ts'
import { reportDamage, unlessDamaged } from '../../../damage/report-damage.ts'
import type { Tx } from '../../../db/handle.ts'
import type { DocumentBody } from '../../../documents/body/blocks.ts'
import { DAMAGED_FORM } from '../../../documents/issued/damaged-form.ts'
import { drawHtml } from '../../../documents/body/draw-html.ts'
import { readIssuedPdf, type IssuedDocument } from '../../../documents/issued/issued-pdf.ts'
import type { DocumentFacts } from '../../../documents/act-facts.ts'
import { documentLine } from '../../../documents/figures.ts'
import { printOwnership } from '../../act/ownership/print-ownership.ts'
import { readActCard } from '../../act/read/get-act.ts'
import { readPage } from '../../act/read/stored-page.ts'
import { describedAtIssue } from '../../act/read/described-at-issue.ts'
import { issuedAct } from '../../act/read/issued-act.ts'
import { storedBody } from '../../act/read/print-queries.ts'
import { findCompany } from '../../company/company-queries.ts'
import { proveWeighings } from '../../visit/read/prove-visit.ts'
import { printWeightAct } from '../../weight-act/read/issued-weight-act.ts'
import { readWeightAct } from '../../weight-act/read/weight-act-paper.ts'
import { maskDocument } from '../../supplier/record/identity.ts'
import { findFrozenSupplier } from '../documents/frozen-supplier.ts'
import type { ProgressListener } from '../write/composed-file.ts'
import {
  selectFiles,
  selectFrozenSupplier,
  selectScans,
  type ScanOfAct,
} from './evidence-queries.ts'
import { readJournal, type JournalProof } from './journal-proof.ts'
import { readPayments, type PaymentProof } from './payment-proofs.ts'
import { PartReader, PHOTO_SCALE, SHEET_SCALE, type StoredPart } from './stored-parts.ts'

export interface WeighingEvidence {
  readonly proof: WeighingProof
  readonly cancelled: Weighing['cancelled']
  readonly photos: readonly { readonly view: string; readonly part: StoredPart }[]
}

interface VisitEvidence {
  readonly visit: VisitCard
  readonly weighings: readonly WeighingEvidence[]
}

export interface ScanEvidence {
  readonly scan: ScanOfAct
  readonly part: StoredPart
}

/** The stored print of a form: `damaged` where the bytes are not those of the recorded hash. */
export interface PrintProof {
  readonly sha256: string
  readonly state: 'whole' | 'damaged'
}

/** A printed form: drawn of its blocks, proven by the hash of its page. */
export interface FormEvidence {
  readonly title: string
  readonly body: DocumentBody
  readonly sha256: string
  /** Its PDF as it was first printed, or is printed from now on. */
  readonly pdf: PrintProof | null
  /** Whether the stored page still has the hash that was recorded at issue; null where no hash was. */
  readonly intact: boolean | null
  readonly masked: boolean
  /** Whether its text no longer opens, so that the sheet says so instead. */
  readonly unreadable: boolean
}

/** Everything that proves one purchase, as of one moment. */
export interface Evidence {
  readonly at: string
  readonly timezone: string
  readonly company: { readonly name: string; readonly inn: string }
  /** The person who asked. */
  readonly author: string
  readonly card: ActCard
  /** Null for an act that was issued before forms were stored. */
  readonly form: FormEvidence | null
  /** The statement of ownership, then the weight acts. */
  readonly papers: readonly FormEvidence[]
  readonly visits: readonly VisitEvidence[]
  readonly scans: readonly ScanEvidence[]
  readonly ownership: readonly StoredPart[]
  readonly payments: readonly PaymentProof[]
  readonly journal: JournalProof
  readonly parts: PartReader
}

/** Reads the evidence of an issued act with the rights of the person who asked. */
export async function gatherEvidence(
  db: Tx,
  actId: string,
  onProgress: ProgressListener,
): Promise<Evidence> {
  const card = (await readActCard(db, actId)) as ActCard
  const company = (await findCompany(db))!
  const hiding = await hiddenDocuments(db, actId)
  const parts = new PartReader(db, hiding !== undefined)
  const form = await readForm(db, actId, hiding)
  const papers = [await readStatement(db, actId)]
  for (const id of card.weight_act_ids) papers.push(await readWeightForm(db, id))
  await onProgress(5)
  const visits: VisitEvidence[] = []
  for (const visit of card.transactions) {
    visits.push(await readVisit(db, visit, parts))
    await onProgress(5 + Math.floor((visits.length / card.transactions.length) * 55))
  }
  const scans: ScanEvidence[] = []
  for (const scan of await selectScans(db, actId, card.weight_act_ids))
    scans.push({ scan, part: await parts.read(scan, SHEET_SCALE) })
  const ownership: StoredPart[] = []
  for (const file of await selectFiles(db, card.ownership_file_ids))
    ownership.push(await parts.read(file, SHEET_SCALE))
  await onProgress(75)
  const payments = await readPayments(db, card)
  return {
    at: new Date().toISOString(),
    timezone: company.timezone,
    company,
    author: db.caller.session?.fullName ?? '',
    card,
    form,
    papers,
    visits,
    scans,
    ownership,
    payments,
    journal: await readJournal(db, card),
    parts,
  }
}

type Mask = (body: DocumentBody) => DocumentBody

/** Hides the identity documents of the supplier from who may not see them; undefined where nothing is hidden. */
async function hiddenDocuments(db: Tx, actId: string): Promise<Mask | undefined> {
  if (may(db, 'supplier.personal')) return undefined
  const supplier = await findFrozenSupplier(db, actId, await selectFrozenSupplier(db, actId))
  // What to hide is not known any more, so the whole form is hidden.
  if (supplier === 'damaged') return () => DAMAGED_FORM
  const documents = [supplier?.document, supplier?.representative?.document].flatMap(
    (document) => document ?? [],
  )
  return documents.length > 0 ? (body) => maskDocuments(body, documents) : undefined
}

/** A form as it was described, with identity documents as lists show them: `паспорт, 45** ***456`. */
function maskDocuments(body: DocumentBody, documents: readonly DocumentFacts[]): DocumentBody {
  if (documents.length === 0) return body
  return replaceTexts(body, (text) =>
    documents.reduce((rest, document) => maskOne(rest, document), text),
  )
}

/** The whole line of the document; elsewhere its number alone, which no form prints today. */
function maskOne(text: string, document: DocumentFacts): string {
  const masked = maskDocument({ ...document, series: document.series ?? '' })
  return text
    .replaceAll(documentLine(document), `${document.title}, ${masked}`)
    .replaceAll(document.number, maskDocument({ series: '', number: document.number }))
}

/** Plain data with each of its texts replaced. */
function replaceTexts<T>(value: T, replace: (text: string) => string): T {
  return JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
    typeof part === 'string' ? replace(part) : part,
  ) as T
}

async function readForm(
  db: Tx,
  id: string,
  hiding: Mask | undefined,
): Promise<FormEvidence | null> {
  const row = await storedBody(db, id)
  if (!row || row.body_html === null) return refuse('common.not-found')
  if (row.body_blocks === null) return null
  const recorded = row.body_sha256!.toString('hex')
  const page = await unlessDamaged(db, () => readPage(db, row, row.body_html!))
  const body = await unlessDamaged(db, () => describedAtIssue(db, row))
  return {
    title: `Форма акта № ${row.number}, страница выписки`,
    body: body ? (hiding ?? sameBody)(body) : DAMAGED_FORM,
    sha256: recorded,
    pdf: body ? await provePrint(db, issuedAct(db, row)) : null,
    intact: page !== undefined && body !== undefined,
    masked: hiding !== undefined,
    unreadable: body === undefined,
  }
}

const sameBody: Mask = (body) => body

async function provePrint(db: Tx, document: IssuedDocument): Promise<PrintProof> {
  try {
    return { sha256: (await readIssuedPdf(db, document)).sha256, state: 'whole' }
  } catch (error) {
    if (!(error instanceof DamagedRecord)) throw error
    await reportDamage(db, error.damage)
    return { sha256: error.damage.recorded ?? '', state: 'damaged' }
  }
}

/** Of who may not see identity documents the statement with their numbers masked, as that person would print it. */
async function readStatement(db: Tx, actId: string): Promise<FormEvidence> {
  const row = (await storedBody(db, actId))!
  const printed = await unlessDamaged(db, () => printOwnership(db, row))
  const body = printed?.body ?? DAMAGED_FORM
  return {
    title: 'Заявление о принадлежности лома, страница печати',
    body,
    sha256: printed ? hashOf(drawHtml(body)) : '',
    pdf: printed?.issued ? await provePrint(db, printed.issued) : null,
    intact: printed ? null : false,
    masked: false,
    unreadable: !printed,
  }
}

async function readWeightForm(db: Tx, id: string): Promise<FormEvidence> {
  const read = await readWeightAct(db, id)
  const printed = await unlessDamaged(db, () => printWeightAct(db, read))
  const body = printed ? await printed.body() : DAMAGED_FORM
  return {
    title: `Весовой акт № ${read.card.number}, страница печати`,
    body,
    sha256: printed ? hashOf(drawHtml(body)) : '',
    pdf: printed?.issued ? await provePrint(db, { ...printed.issued, body }) : null,
    intact: printed ? null : false,
    masked: false,
    unreadable: !printed,
  }
}

async function readVisit(db: Tx, visit: VisitCard, parts: PartReader): Promise<VisitEvidence> {
  const proofs = await proveWeighings(db, visit.id)
  const weighings: WeighingEvidence[] = []
  for (const proof of proofs) {
    const ids = proof.photos.map(({ file_id }) => file_id)
    const files = new Map((await selectFiles(db, ids)).map((file) => [file.id, file]))
    const photos: { view: string; part: StoredPart }[] = []
    for (const { file_id, view } of proof.photos) {
      const file = files.get(file_id)
      if (file) photos.push({ view, part: await parts.read(file, PHOTO_SCALE) })
    }
    const cancelled = visit.weighings.find(({ id }) => id === proof.id)?.cancelled ?? null
    weighings.push({ proof, cancelled, photos })
  }
  return { visit, weighings }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
