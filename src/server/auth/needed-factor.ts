import type { Config } from '../config.ts'

interface Holder {
  readonly role: string
  readonly roles: readonly string[]
}

/** Whether a second factor is asked of such a person; programs of companies have none (security.md 4.6, 4.7). */
export function needsSecondFactor(
  { secondFactor }: Pick<Config, 'secondFactor'>,
  { role, roles }: Holder,
): boolean {
  if (secondFactor === 'nobody') return false
  if (role === 'SUPERVISOR' || secondFactor === 'everyone') return true
  return secondFactor === 'managers' && ['MANAGER', 'OWNER'].some((one) => roles.includes(one))
}
