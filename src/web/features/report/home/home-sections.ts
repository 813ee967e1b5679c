import type { CompanyRole } from '#contract/core/roles.ts'

export type HomeSection =
  | 'companies'
  | 'answer'
  | 'matters'
  | 'figures'
  | 'yard'
  | 'questions'
  | 'month'

/** Sections that stand side by side on a wide screen; each other one takes a row of its own. */
export const HALVES: ReadonlySet<HomeSection> = new Set(['answer', 'matters', 'yard', 'figures'])

/** Homes by role, the first role that a person holds decides: what each asks first stands first. */
const HOMES: readonly (readonly [CompanyRole, readonly HomeSection[]])[] = [
  ['OWNER', ['companies', 'answer', 'matters', 'yard', 'figures', 'questions', 'month']],
  ['MANAGER', ['answer', 'matters', 'yard', 'figures', 'questions', 'month']],
  ['ACCOUNTANT', ['figures', 'matters', 'answer', 'yard', 'questions', 'month']],
  ['CASHIER', ['figures', 'matters', 'answer', 'yard']],
  ['WEIGHER', ['yard', 'matters', 'answer', 'figures']],
]
const OPERATOR: readonly HomeSection[] = [
  'yard',
  'matters',
  'answer',
  'figures',
  'questions',
  'month',
]

/** A home as a list of sections, in their order on screen. */
export function sectionsOf(roles: readonly CompanyRole[]): readonly HomeSection[] {
  return HOMES.find(([role]) => roles.includes(role))?.[1] ?? OPERATOR
}
