import { refuse } from '#http/refusal.ts'
import { countTry, forgive } from '../../auth/limits/try-queries.ts'
import { passwordFits } from '../../auth/passwords.ts'
import type { Db } from '../../db/handle.ts'
import { passwordTries } from './sign-in-tries.ts'
import { findById, type Credentials } from './auth-queries.ts'

/** Asks a signed-in person for the password again; guesses are counted. Refuses `auth.wrong-password`, `auth.locked`. */
export async function provePassword(
  db: Db,
  userId: string,
  password: string,
  field = 'password',
): Promise<Credentials> {
  const tries = passwordTries(userId)
  const { allowed } = await countTry(db, tries)
  if (!allowed) refuse('auth.locked')
  const person = (await findById(db, userId))!
  if (!(await passwordFits(person.password_hash, password)))
    refuse('auth.wrong-password', { fields: { [field]: 'Прежний пароль неверен' } })
  await forgive(db, tries)
  return person
}
