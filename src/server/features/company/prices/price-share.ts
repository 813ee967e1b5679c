import { exact } from '../../../arithmetic/rounding.ts'

/** A price that changes by more than the share that one person may change it by. */
export interface PriceStep {
  readonly product_id: string
  readonly column_id: string
  readonly name: string
  readonly column_title: string
  readonly measure: 'weight' | 'piece'
  /** The former price that is furthest from the new one; null where there is none. */
  readonly old_kop: number | null
  readonly new_kop: number
}

// A company with this share watches no steps.
const NEVER_BP = 1_000_000

/**
 * Whether one person may not make this change. A price without a former one is beyond any share, once the company has bought anything:
 * before that nothing was bought at other prices and nobody is owed money, and a new company fills its list alone.
 */
export function isBeyond(
  old_kop: number | null,
  new_kop: number,
  { share_bp, has_bought }: { readonly share_bp: number; readonly has_bought: boolean },
): boolean {
  if (old_kop === null) return share_bp < NEVER_BP && has_bought
  return exact(Math.abs(new_kop - old_kop)) * 10_000n > exact(old_kop) * exact(share_bp)
}
