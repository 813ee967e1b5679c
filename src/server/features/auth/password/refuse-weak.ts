import { refuse } from '#http/refusal.ts'
import type { Db } from '../../../db/handle.ts'
import type { Credentials } from '../auth-queries.ts'
import { isBreached } from './breached-file.ts'
import { passwordProblem } from './password-rule.ts'

/**
 * Refuses `auth.weak-password` at the named field when a person who knows the user could guess the password, or a list of breached
 * ones has it.
 */
export async function refuseWeak(
  { services }: Db,
  password: string,
  person: Credentials,
  field: string,
): Promise<void> {
  const context = [person.login, person.full_name, person.company_name, person.legal_address]
  const problem = passwordProblem(
    password,
    context.filter((text) => text !== null),
  )
  if (problem) refuse('auth.weak-password', { fields: { [field]: problem } })
  const list = services.config.breachedPasswords
  if (list !== undefined && (await isBreached(list, password)))
    refuse('auth.weak-password', { fields: { [field]: 'Этот пароль есть в утёкших базах' } })
}
