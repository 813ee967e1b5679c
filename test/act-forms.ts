import { act } from '#contract/act.ts'
import type { ActForm } from '#server/features/act/one-act.ts'
import { addClosedVisit } from './closed-visits.ts'
import { addProducts, addSupplier, type TestProducts, type TestSupplier } from './supplies.ts'
import type { Person, TestCompany } from './world.ts'

/** What an act of scrap needs besides goods. */
export const PSA_FORM = {
  ownership_basis: 'Личное имущество, образовалось в быту',
  vehicle: { make: 'ГАЗель', carnumber: 'А123ВС77' },
  radiation: {
    done: true,
    usv_h_milli: 120,
    instrument: 'МКС-01СА1М',
    at: '2026-01-10',
    by: 'Иванова Н. П.',
  },
  explosion: { done: true, certificate: '№ 55', by: 'Иванова Н. П.' },
} as const

export interface Deal {
  readonly supplier: TestSupplier
  readonly products: TestProducts
}

/** An active supplier and priced goods of a company. */
export async function addDeal(company: TestCompany): Promise<Deal> {
  return { supplier: await addSupplier(company), products: await addProducts(company) }
}

/** The whole of a visit as steel with 5 % of contamination. */
export function steelLine(deal: Deal, transaction_id: string) {
  return {
    transaction_id,
    drop_no: 1,
    product_id: deal.products.steel.id,
    zasor_mode: 'percent',
    zasor_bp: 500,
  }
}

/** A draft of one visit, everything that issuing asks for filled in. */
export async function addDraft(
  company: TestCompany,
  deal: Deal,
  by: Person = company.operator,
  fields: object = {},
): Promise<ActForm> {
  const visit = await addClosedVisit(company, { in_g: 12_480_000, out_g: 4_260_000 })
  return by.api.send(act.update, {
    body: {
      command: 'save',
      supplier_id: deal.supplier.id,
      ...PSA_FORM,
      lines: [steelLine(deal, visit.id)],
      positions: [{ line: 0 }],
      ...fields,
    } as never,
  })
}

/** An issued act over a draft of one visit. */
export async function addIssued(company: TestCompany, deal: Deal): Promise<ActForm> {
  const draft = await addDraft(company, deal)
  const { id, version } = draft
  return company.operator.api.send(act.update, { body: { command: 'issue', id, version } })
}
