import type { act } from '#contract/act/act.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../../db/handle.ts'
import { maskDocument, decryptField, type IdentityDoc } from '../../supplier/record/identity.ts'
import { supplierName } from '../../supplier/record/supplier-name.ts'
import { presentWeightAct } from '../../weight-act/read/present-weight-act.ts'
import { visitCards } from '../../visit/read/visit-cards.ts'
import type { ActSupplier } from '../act-supplier-queries.ts'
import { correctionsOf, paymentsOf } from './card-queries.ts'
import { readAct } from './present-act.ts'
import { scansOf } from '../../file/scan-queries.ts'

type Card = Answer<typeof act.get>

/** act/getAct: the evidence of one purchase in one answer, from the reading of the scale to the payment. */
export function getAct(db: Db, { query }: CallInput<typeof act.get>): Promise<Card> {
  return readActCard(db, query.id)
}

/** The whole evidence of an act of the company; `common.not-found` for any other. */
export async function readActCard(db: Db, id: string): Promise<Card> {
  const { form, row, supplier } = await readAct(db, id)
  const [weightActs, transactions, payments, scans, corrections] = await Promise.all([
    Promise.all(form.weight_act_ids.map((id) => presentWeightAct(db, id))),
    form.transaction_ids.length > 0 ? visitCards(db, form.transaction_ids) : [],
    row.has_payments ? paymentsOf(db, row.id) : [],
    row.scans_count > 0 ? scansOf(db, 'act', row.id) : [],
    correctionsOf(db, row),
  ])
  return {
    ...form,
    supplier: shownSupplier(db, supplier),
    accepted_by: row.accepted_by as Card['accepted_by'],
    weight_acts: weightActs,
    transactions,
    payments: payments as Card['payments'],
    scans: scans as Card['scans'],
    corrections: corrections as Card['corrections'],
  }
}

function shownSupplier(db: Db, row: ActSupplier): Card['supplier'] {
  return {
    id: row.id,
    name: supplierName(row),
    type: row.type as Card['supplier']['type'],
    inn: row.inn,
    phone: row.phone,
    doc_masked: row.doc && maskDocument(decryptField<IdentityDoc>(db, row.id, 'doc', row.doc)),
    status: row.status as Card['supplier']['status'],
    flags: row.flags,
  }
}
