import { readActTexts } from '#contract/act/act-fields.ts'
import { readPositionFields } from '#contract/act/position-fields.ts'
import type {
  ActFacts,
  CompanyFacts,
  DocumentFacts,
  SupplierFacts,
} from '../../../documents/act-facts.ts'
import type { Db } from '../../../db/handle.ts'
import { bankByBik } from '../../bank/bik/find-bik.ts'
import { decryptField, type IdentityDoc } from '../../supplier/record/identity.ts'
import { maskedMethodLabel } from '../../supplier/method/method-row.ts'
import { methodsOf } from '../../supplier/method/method-queries.ts'
import type { StoredRepresentative } from '../../../db/json-columns.ts'
import { supplierName } from '../../supplier/record/supplier-name.ts'
import type { ActSupplier } from '../act-supplier-queries.ts'
import { companyFacts, marksOf, trainingMarks } from './facts-queries.ts'
import type { ReadAct } from '../read/present-act.ts'
import { printedContaminationBp, unloadsOf } from '../../../arithmetic/weights.ts'
import { deductionNotes, divisionNotes, printedWeights } from '../../../documents/weighed-lines.ts'
import { linesAndRests } from '../../weight-act/read/present-weight-act.ts'
import { visitsOf } from '../../weight-act/visit-queries.ts'

/** Facts that issuing adds to an act; the print of a draft has none of them. */
export interface IssueFacts {
  readonly number: string
  readonly date: string
  readonly time: string
}

/** Everything that an act prints, as it is now; issuing freezes it. */
export async function actFacts(
  db: Db,
  act: ReadAct,
  issued: IssueFacts | null,
  acceptedBy: ActFacts['accepted_by'],
): Promise<ActFacts> {
  const { form, row } = act
  const weighed = await weighedPositions(db, act)
  return {
    kind: form.kind ?? 'psa',
    number: issued?.number ?? null,
    date: issued?.date ?? null,
    time: issued?.time ?? null,
    site_name: row.site_name,
    site_address: row.site_address,
    company: await buyerFacts(db),
    supplier: await supplierFacts(db, act.supplier, row.representative),
    ...readActTexts((name) => form[name]),
    vehicle: form.vehicle,
    radiation: form.radiation,
    explosion: form.explosion,
    accepted_by: acceptedBy,
    positions: act.positions.map((position, index) => ({
      name: position.name,
      gost_category: position.gost_category,
      waste_code: position.waste_code,
      code: position.code,
      ...readPositionFields((field) => position[field]),
      gross_g: position.gross_g,
      tare_g: position.tare_g,
      pack_g: position.pack_g,
      is_divided: false,
      ...weighed.printed.get(index + 1),
      shown_zasor_bp:
        position.phys_g === null ? null : printedContaminationBp(position.phys_g, position.net_g!),
      net_g: position.net_g,
      qty: position.qty,
      price_kop: position.price_kop,
      amount_kop: position.amount_kop,
    })),
    net_g: row.net_g,
    weight_notes: weighed.notes,
    total_kop: row.total_kop,
    marks: [...(await marksOf(db, row.id)), ...(await trainingMarks(db, row.id))],
    // A draft's sheet has a code of its own: signed, it proves nothing about the act that is issued later.
    link: issued ? `/?path=/operator/act/${row.id}` : `/?path=/print/act/${row.id}`,
  }
}

/** What was weighed of the positions, and how each came to its net weight. */
async function weighedPositions(db: Db, { form, positions }: ReadAct) {
  const ids = form.weight_act_ids
  const [{ lines }, visits] = await Promise.all([linesAndRests(db, ids), visitsOf(db, ids)])
  const places = new Map(positions.map(({ line_id }, index) => [line_id, index + 1]))
  const placed = lines
    .map((line) => ({ ...line, place: places.get(line.id) ?? null }))
    .toSorted((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity))
  const unloads = visits.flatMap(unloadsOf)
  return {
    printed: printedWeights(placed, unloads),
    notes: [...divisionNotes(placed, unloads), ...deductionNotes(placed)],
  }
}

async function buyerFacts(db: Db): Promise<CompanyFacts> {
  const company = await companyFacts(db)
  const bank = company.bik === null ? null : (await bankByBik(db, company.bik)).bank
  // The bank's own name, not the one that people of this installation know it by.
  const bank_name = bank?.name ?? company.bank_name
  return { ...company, bank_name, corr_account: bank?.corr_account ?? null }
}

const TYPES: Record<IdentityDoc['type'], string> = {
  rf_passport: 'паспорт гражданина РФ',
  foreign_passport: 'паспорт иностранного гражданина',
  residence_permit: 'вид на жительство',
  other: 'документ',
}

async function supplierFacts(
  db: Db,
  row: ActSupplier,
  representative: unknown,
): Promise<SupplierFacts> {
  const methods = await methodsOf(db, row.id)
  const method = methods.find((one) => one.is_default && one.status === 'active')
  const one = representative as StoredRepresentative | null
  return {
    type: row.type as SupplierFacts['type'],
    name: supplierName(row),
    birth_date: row.birth_date,
    document: row.doc && documentFacts(decryptField<IdentityDoc>(db, row.id, 'doc', row.doc)),
    address: row.type === 'company' ? row.org_address : row.reg_address,
    inn: row.inn,
    kpp: row.kpp,
    ogrn: row.ogrn,
    phone: row.phone,
    payout: method ? maskedMethodLabel(method) : null,
    vat_mode: row.vat_mode,
    representative: one && {
      full_name: one.full_name,
      authority: one.authority,
      number: one.number,
      date: one.date,
      document:
        one.doc === null
          ? null
          : documentFacts(
              decryptField<IdentityDoc>(
                db,
                row.id,
                'representatives',
                Buffer.from(one.doc, 'base64'),
              ),
            ),
    },
  }
}

function documentFacts(doc: IdentityDoc): DocumentFacts {
  const { series, number, issued_by, issued_at, dept_code } = doc
  return { title: TYPES[doc.type], series, number, issued_by, issued_at, dept_code }
}
