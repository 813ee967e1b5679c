import type { CompanyRules } from '#contract/company/company-settings.ts'
import type { Flag } from '#contract/core/flags.ts'
import { clearFlag, raiseFlag } from '../../../flags.ts'
import { isContaminationOver } from '../act-row.ts'
import type { PositionValues } from './position-queries.ts'

type FlaggedPosition = Partial<Pick<PositionValues, 'phys_g' | 'net_g' | 'price_source'>>

/** Marks that follow from the products of a draft (domain.md 6.5), raised and taken off again with their cause. */
export function draftFlags(
  flags: unknown,
  positions: readonly FlaggedPosition[],
  rules: CompanyRules,
  at: string,
): Flag[] {
  const hasContaminationOver = positions.some((row) => isContaminationOver(row, rules))
  const price = positions.some((row) => row.price_source === 'override')
  const first = hasContaminationOver
    ? raiseFlag(flags, 'zasor_high', at)
    : clearFlag(flags, 'zasor_high')
  return price ? raiseFlag(first, 'price_override', at) : clearFlag(first, 'price_override')
}
