import type { CallInput } from '#contract/core/call.ts'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { addClosedVisit } from './closed-visits.ts'
import { addProducts, addSupplier } from './builders.ts'
import type { TestCompany } from '../support/world.ts'

export type WeightActBody = CallInput<typeof weightacts.update>['body']
type Save = Extract<WeightActBody, { command: 'save' }>

/** Operator steps over the weight acts of a company, with products and a supplier for them. */
export async function openWeightActs(company: TestCompany) {
  const goods = await addProducts(company)
  const seller = await addSupplier(company)
  const { api } = company.operator
  const send = (body: WeightActBody) => api.send(weightacts.update, { body })
  const refused = (body: WeightActBody) => api.refused(weightacts.update, { body })

  /** A line over the whole drop of a visit, 5 % of contamination. */
  const line = (transaction_id: string, fields: object = {}) => ({
    transaction_id,
    drop_no: 1,
    product_id: goods.steel.id,
    zasor_mode: 'percent' as const,
    zasor_bp: 500,
    ...fields,
  })

  /** A draft over one fresh visit of 8 220 kg. */
  async function draft(fields: Partial<Save> = {}) {
    const visit = await addClosedVisit(company, { in_g: 12_480_000, out_g: 4_260_000 })
    const act = await send({
      command: 'save',
      supplier_id: seller.id,
      transaction_ids: [visit.id],
      lines: [line(visit.id)],
      ...fields,
    })
    return { visit, act }
  }

  async function statusOf(id: string) {
    return company.db.q
      .selectFrom('visit')
      .where('company_id', '=', company.id)
      .where('id', '=', id)
      .select(['status', 'weight_act_id'])
      .executeTakeFirstOrThrow()
  }

  return { goods, seller, send, refused, line, draft, statusOf }
}
