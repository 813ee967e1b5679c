import { normalizePlate } from '#contract/requisites/plate/plate.ts'
import { dropsOf } from '#server/arithmetic/weights.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import type { TestCompany } from '../support/world.ts'

export interface ClosedVisit {
  readonly id: string
  readonly number: string
  readonly plate: string
  readonly net_g: number
}

interface VisitFacts {
  readonly plate?: string
  readonly in_g: number
  readonly out_g: number
  /** Weights between the two: every stop leaves a drop of its own. */
  readonly mid_g?: readonly number[]
  readonly supplier_id?: string
  readonly product_id?: string
  readonly mode?: 'two_pass' | 'stored_tare' | 'multi' | 'manual'
  readonly direction?: 'purchase' | 'shipment' | 'control'
  readonly site_id?: string
  /** Files taken at the first weighing. */
  readonly photos?: readonly string[]
}

let made = 0

/** A vehicle that was weighed and left: the visit with its weighings, taken by the manager with a reason. */
export async function addClosedVisit(
  company: TestCompany,
  facts: VisitFacts,
): Promise<ClosedVisit> {
  const n = ++made
  const { db } = company
  const id = uuidv7()
  const weights = [facts.in_g, ...(facts.mid_g ?? []), facts.out_g]
  const { direction = 'purchase', drops_g = [0] } = dropsOf(weights) ?? {}
  const gross_g = Math.max(facts.in_g, facts.out_g)
  const tare_g = Math.min(facts.in_g, facts.out_g)
  // A series that no test names itself: the count goes on over all files of a process.
  const plate = normalizePlate(facts.plate ?? `Т${String(100 + n)}УХ99`).plate
  const number = `250301-${String(n).padStart(3, '0')}`
  const at = (i: number) => new Date(Date.UTC(2025, 2, 1, 9, n % 60, 0) + i * 600_000).toISOString()
  await db.q
    .insertInto('visit')
    .values({
      company_id: db.companyId,
      id,
      number,
      site_id: facts.site_id ?? company.siteId,
      post_id: company.posts[0]!.id,
      mode: facts.mode ?? (facts.mid_g ? 'multi' : 'two_pass'),
      direction: facts.direction ?? direction,
      carnumber: plate,
      carnumber_raw: plate,
      supplier_id: facts.supplier_id ?? null,
      product_id: facts.product_id ?? null,
      in_at: at(0),
      out_at: at(weights.length - 1),
      gross_g,
      tare_g,
      net_g: gross_g - tare_g,
      drops: JSON.stringify(drops_g.map((weight_g, i) => ({ drop_no: i + 1, weight_g }))),
      status: 'closed',
      created_by: company.operator.id,
      updated_by: company.operator.id,
    })
    .execute()
  await db.q
    .insertInto('weighing')
    .values(
      weights.map((weight_g, i) => ({
        company_id: db.companyId,
        id: uuidv7(),
        visit_id: id,
        kind: i === 0 ? 'in' : i === weights.length - 1 ? 'out' : 'mid',
        weight_g,
        source: 'manual',
        photos: i === 0 ? [...(facts.photos ?? [])] : [],
        operator_id: company.operator.id,
        approver_id: company.manager.id,
        reason: 'Весы не отвечали',
        taken_at: at(i),
      })),
    )
    .execute()
  return { id, number, plate, net_g: gross_g - tare_g }
}
