import { refuse } from '#http/refusal.ts'
import type { Credentials } from '../auth-queries.ts'
import { passwordProblem } from './password-rule.ts'

/** Refuses `auth.weak-password` at the named field when a person who knows the user could guess the password. */
export function refuseWeak(password: string, person: Credentials, field: string): void {
  const context = [person.login, person.full_name, person.company_name, person.legal_address]
  const problem = passwordProblem(
    password,
    context.filter((text) => text !== null),
  )
  if (problem) refuse('auth.weak-password', { fields: { [field]: problem } })
}
