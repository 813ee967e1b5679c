import { actions, platformActions, type ActionCode } from '../core/actions.ts'
import type { CompanyRole } from '../core/roles.ts'
import type { AccessRow } from './user-access.ts'

export const presets = ['simple', 'split'] as const
export type Preset = (typeof presets)[number]

/** The rows that a preset gives a right of a company; undefined for a platform right and for a call, which presets leave alone. */
export function presetRows(code: string, preset: Preset): AccessRow[] | undefined {
  const isCompanyRight =
    Object.hasOwn(actions, code) && !platformActions.includes(code as ActionCode)
  if (!isCompanyRight) return undefined
  const action = actions[code as ActionCode]
  const holders: readonly CompanyRole[] = action.holders
  return holders
    .filter((role) => preset === 'simple' || role !== 'OPERATOR')
    .map((role) => ({
      subject: 'role' as const,
      subject_code: role,
      allow: true,
      confirm: action.confirm,
    }))
}
