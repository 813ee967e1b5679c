import { dropsOf } from '../../../arithmetic/weights.ts'

/** One live weighing, in the order they were taken. */
export interface LiveWeighing {
  readonly id: string
  readonly kind: string
  readonly weight_g: number
}

/** Figures of a visit that are computed, never typed (domain.md 2.6). */
export interface VisitWeights {
  readonly direction: 'purchase' | 'shipment'
  readonly gross_g: number
  readonly tare_g: number
  readonly net_g: number
  readonly drops: readonly { drop_no: number; weight_g: number; product_id: string | null }[]
}

/** Gross, tare, net and drops of live weighings; undefined when they do not all fall or all rise, or pack is too heavy. */
export function visitWeights(
  weights: readonly number[],
  pack_g: number,
  productId: string | null,
): VisitWeights | undefined {
  const found = dropsOf([...weights])
  if (!found) return undefined
  const gross_g = Math.max(...weights)
  const tare_g = Math.min(...weights)
  const net_g = gross_g - tare_g - pack_g
  if (net_g < 0) return undefined
  const drops = found.drops_g.map((weight_g, i) => ({
    drop_no: i + 1,
    weight_g,
    product_id: found.drops_g.length === 1 ? productId : null,
  }))
  return { direction: found.direction as VisitWeights['direction'], gross_g, tare_g, net_g, drops }
}
