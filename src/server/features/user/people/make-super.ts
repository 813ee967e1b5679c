import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { text } from '#contract/core/shapes.ts'
import { login } from '#contract/user/user-entities.ts'
import { hashPassword } from '../../../auth/passwords.ts'
import { onConstraint } from '../../../db/query/constraints.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { addSuper, countSupers } from './super-queries.ts'

/** Why no super administrator was made, in words for the terminal. */
export class NotMade extends Error {}

export const superInput = z.object({ login, full_name: text(150) })

/**
 * Creates a super administrator from the server's own console and returns the password, which is stored nowhere else. A second
 * one is created only with `more`: the person at the console must notice that there is one already.
 */
export async function makeSuper(
  db: Db,
  person: z.output<typeof superInput>,
  more: boolean,
): Promise<string> {
  // 144 bits: it cannot be guessed, and nothing opens before it is replaced.
  const password = randomBytes(18).toString('base64url')
  const hash = await hashPassword(password)
  await inTransaction(db, async (tx) => {
    if ((await countSupers(tx)) > 0 && !more)
      throw new NotMade('Суперадминистратор уже есть. Ещё одного создаёт ключ --more')
    const id = uuidv7()
    await addSuper(tx, { id, ...person, password_hash: hash }).catch((error) =>
      onConstraint(error, { user_login_unique: 'user.duplicate-login' }),
    )
    addAuditEvent(tx, { action: 'user.make-super', entity: 'user', id, after: person })
  })
  return password
}
