import { isPrivatePerson } from '#contract/supplier/supplier-kinds.ts'
import { refuse } from '#http/refusal.ts'
import type { VisitRow } from './visit-queries.ts'

/** The facts that all visits of one weight act share. */
export interface CommonOfVisits {
  readonly direction: 'purchase' | 'shipment'
  readonly supplierId: string | null
  /** null when they came with different plates. */
  readonly carnumber: string | null
}

/**
 * Validates locked visits for a weight act (domain.md 3.11, 3.12, I5): each closed or already in this very act, weighed
 * for purchase or shipment with something left, all of one direction and one supplier.
 */
export function assertVisits(
  ids: readonly string[],
  visits: readonly VisitRow[],
  asked: { weightActId?: string | undefined; supplierId?: string | null | undefined },
): CommonOfVisits {
  ids.forEach((id, i) => {
    const visit = visits.find((one) => one.id === id)
    if (!visit) return refuse('common.not-found')
    const own = visit.weight_act_id !== null && visit.weight_act_id === asked.weightActId
    if (visit.status === 'attached' && !own) refuse('weight-act.transaction-taken')
    if (visit.status !== 'attached' && visit.status !== 'closed') refuse('common.bad-transition')
    const problem = visitProblem(visit)
    if (problem)
      refuse('common.validation', {
        message: problem,
        fields: { [`transaction_ids.${i}`]: problem },
      })
  })
  const directions = new Set(visits.map((visit) => visit.direction))
  const named = [...visits.map((visit) => visit.supplier_id), asked.supplierId ?? null]
  const suppliers = new Set(named.filter((id) => id !== null))
  if (directions.size > 1 || suppliers.size > 1) refuse('weight-act.mixed')
  const plates = new Set(visits.map((visit) => visit.carnumber))
  return {
    direction: visits[0]!.direction as CommonOfVisits['direction'],
    supplierId: [...suppliers][0] ?? null,
    carnumber: plates.size === 1 ? visits[0]!.carnumber : null,
  }
}

function visitProblem(visit: VisitRow): string | undefined {
  if (visit.direction === 'control') return 'Контрольное взвешивание в весовой акт не включают'
  return visit.net_g === 0 ? 'В заезде нет веса нетто' : undefined
}

/** A stored tare is no ground for paying a person (domain.md 6.1). */
export function assertTares(supplierType: string, visits: readonly VisitRow[]): void {
  if (isPrivatePerson(supplierType) && visits.some((visit) => visit.mode === 'stored_tare'))
    refuse('transaction.tare-for-person')
}
