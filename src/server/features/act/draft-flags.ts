import type { CompanyRules } from '#contract/company-settings.ts'
import type { Flag } from '#contract/flags.ts'
import { clearFlag, raiseFlag } from '../../flags.ts'
import { isZasorOver } from './act-row.ts'
import type { PositionValues } from './position-queries.ts'

type Judged = Partial<Pick<PositionValues, 'phys_g' | 'net_g' | 'price_source'>>

/** Marks that follow from the goods of a draft (domain.md 6.5), raised and taken off again with their cause. */
export function draftFlags(
  flags: unknown,
  positions: readonly Judged[],
  rules: CompanyRules,
  at: string,
): Flag[] {
  const zasor = positions.some((row) => isZasorOver(row, rules))
  const price = positions.some((row) => row.price_source === 'override')
  const first = zasor ? raiseFlag(flags, 'zasor_high', at) : clearFlag(flags, 'zasor_high')
  return price ? raiseFlag(first, 'price_override', at) : clearFlag(first, 'price_override')
}
